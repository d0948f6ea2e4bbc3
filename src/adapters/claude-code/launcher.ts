import { inQuotes } from "../../core/shell-quote.ts";

/** Where things lie, fixed when the hook is installed: nothing is taken from the environment of the agent. */
export interface LauncherPaths {
  /** Data directory of the host, absolute. */
  readonly dataDir: string;
  /** The Node program and the command line's entry file, absolute. */
  readonly node: string;
  readonly assent: string;
  readonly home: string;
}

/**
 * The launcher's text: bash, builtins only while the host runs, since starting Node costs more than the whole answer.
 * Whatever goes wrong prints an answer that asks, or denies where the agent's mode would not ask a person.
 */
export function launcherText(paths: LauncherPaths): string {
  return LAUNCHER.replace("@DATA@", () => inQuotes(paths.dataDir))
    .replace("@NODE@", () => inQuotes(paths.node))
    .replace("@ASSENT@", () => inQuotes(paths.assent))
    .replace("@HOME@", () => inQuotes(paths.home));
}

const LAUNCHER = String.raw`#!/bin/bash
# Asks Assent about one event of Claude Code (JSON on standard input, JSON on standard output).
# Whatever fails prints an answer that asks or denies. Never one that allows.
LC_ALL=C # lengths are bytes
trap '' PIPE # a host that ends before it has read the whole event must not end this program without an answer
data=@DATA@
node=@NODE@
assent=@ASSENT@
home=@HOME@

# Not by /dev/stdin, which cannot be opened where it is a socket. With -N the shell reads in blocks, and it is slow at
# more than a few of them: what is larger is read by a program.
block=16384
if [[ $BASH_VERSION == 3.* ]]; then # that of macOS, which knows no -N
  to_end=(-d '')
  event=$(/bin/cat 2>/dev/null)
else
  to_end=(-N 1000000000)
  IFS= read -r -N "$block" event
  (( ${"$"}{#event} == block )) && event+=$(/bin/cat 2>/dev/null)
fi

# A failed hook must not become a yes in a mode that answers prompts by itself.
fail() {
  local flat=${"$"}{event//'": "'/'":"'} verdict=ask
  case $flat in
    *'"hook_event_name":"PreToolUse"'*) ;;
    *'"hook_event_name":"'*) printf '{}\n'; exit 0 ;;
  esac
  case $flat in
    *'"permission_mode":"auto"'* | *'"permission_mode":"dontAsk"'* | *'"permission_mode":"bypassPermissions"'*) verdict=deny ;;
    *'"permission_mode":"default"'* | *'"permission_mode":"acceptEdits"'* | *'"permission_mode":"plan"'*) ;;
    *'"permission_mode":"'*) verdict=deny ;;
  esac
  printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"%s","permissionDecisionReason":"Assent: %s"}}\n' "$verdict" "$1"
  exit 0
}

# The running host, if there is one. Prints its answer and ends; returns where there is no host that can be trusted.
ask_host() {
  local port= pid= token= proof= line= reply= body= writer= status=
  while IFS= read -r line; do
    [[ $line =~ '"port": '([0-9]+) ]] && port=${"$"}{BASH_REMATCH[1]}
    [[ $line =~ '"pid": '([0-9]+) ]] && pid=${"$"}{BASH_REMATCH[1]}
  done 2>/dev/null <"$data/runtime.json"
  { IFS= read -r token && IFS= read -r proof; } 2>/dev/null <"$data/agents/claude-code.token" || return
  [[ $port && $pid && $token && $proof ]] && kill -0 "$pid" 2>/dev/null || return
  { exec 3<>"/dev/tcp/127.0.0.1/$port"; } 2>/dev/null || return
  # More than the buffers of a connection hold is written beside this: a host that hangs would block it here.
  if (( ${"$"}{#event} > block )); then post >&3 2>/dev/null & writer=$!
  else post >&3 2>/dev/null || return
  fi
  # A host that hangs: answered here before the agent gives the hook up, which some versions of it take for a yes.
  IFS= read -r -t 590 "${"$"}{to_end[@]}" reply <&3
  status=$?
  [[ $writer ]] && kill "$writer" 2>/dev/null
  (( status > 128 )) && fail 'the host did not answer in time'
  [[ $reply == 'HTTP/1.1 200 '* ]] || return
  # Another user's program may sit on the port of a host that died: only the host knows this.
  [[ ${"$"}{reply%%$'\r\n\r\n'*} =~ [Xx]-[Aa]ssent-[Pp]roof:' '([A-Za-z0-9_-]+) && ${"$"}{BASH_REMATCH[1]} == "$proof" ]] || return
  body=${"$"}{reply#*$'\r\n\r\n'}
  [[ $body == '{'*'}' ]] || return
  printf '%s\n' "$body"
  exit 0
}

post() {
  printf 'POST /api/hooks/claude-code HTTP/1.0\r\nHost: 127.0.0.1:%s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s' \
    "$port" "$token" "${"$"}{#event}" "$event"
}

trap 'fail "the hook was stopped"' TERM INT HUP
[[ $event == '{'* ]] || fail 'the event could not be read'
[[ -r $data/runtime.json ]] && ask_host

# No host: Node decides from the stored policy, and starts the host for the next call.
answer=$(printf '%s' "$event" | /usr/bin/env -i HOME="$home" PATH=/usr/local/bin:/usr/bin:/bin ASSENT_HOME="$data" "$node" "$assent" hook run claude-code 2>/dev/null) || fail 'no host answered and none could be started'
[[ $answer == '{'*'}' ]] || fail 'no host answered and none could be started'
printf '%s\n' "$answer"
`;
