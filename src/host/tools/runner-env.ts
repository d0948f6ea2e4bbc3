/** Variables with which something else than the command that was read would run, or that are the host's own. */
const DROPPED =
  /^(?:BASH_ENV|ENV|BASH_FUNC_.*|BASHOPTS|SHELLOPTS|PROMPT_COMMAND|PS4|GLOBIGNORE|CDPATH|BASH_XTRACEFD|ZDOTDIR|FPATH|PWD|OLDPWD|ASSENT_.*|NODE_CHANNEL_FD|NODE_UNIQUE_ID)$/;

/**
 * The environment that commands run with, and that a call must be read with: start files, exported functions and shell
 * options are gone, so that a name on the line is the program that PATH finds for it.
 */
export function runnerEnv(env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  const kept = Object.entries(env).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && !DROPPED.test(pair[0]),
  );
  // An exported function of a shell arrives as a variable whose value is its body.
  return Object.fromEntries(kept.filter(([, value]) => !value.startsWith("() {")));
}
