import type { ProtectedGroup } from "./group.ts";

/** What instructs an agent or loosens what it may do: this one or another. One glob a line. */
export const AGENT_FILES: readonly ProtectedGroup[] = [
  {
    class: "W",
    category: "agent",
    reason: "holds rules of this project",
    globs: "**/.assent.json",
  },
  {
    class: "W",
    category: "agent",
    reason: "starts programs as tool servers",
    globs: `
      **/{.mcp.json,mcp.json,mcp_config.json,mcp_settings.json,cline_mcp_settings.json}
      **/claude_desktop_config.json
    `,
  },
  {
    class: "W",
    category: "agent",
    reason: "holds permissions, hooks, commands and skills of Claude Code",
    globs: "**/.claude/**",
    except: "**/.claude/{projects,todos,plans,worktrees,scratch}/**",
  },
  {
    class: "W",
    category: "agent",
    reason: "holds servers and permissions of Claude Code",
    globs: "**/.claude.json",
  },
  {
    class: "W",
    category: "agent",
    reason: "holds rules, hooks, servers and permissions of Cursor",
    globs: "**/.cursor/**",
  },
  {
    class: "W",
    category: "agent",
    reason: "instructs Cursor or limits what it reads",
    globs: "**/{.cursorrules,.cursorignore,.cursorindexingignore}",
  },
  {
    class: "W",
    category: "agent",
    reason: "holds settings, rules and servers of Codex",
    globs: "**/.codex/**",
  },
  {
    class: "W",
    category: "agent",
    reason: "holds settings, servers and extensions of the agent",
    globs: "**/{.gemini,.qwen}/**",
  },
  {
    class: "W",
    category: "agent",
    reason: "holds rules, workflows and servers of Windsurf",
    globs: "**/{.windsurf,.codeium}/**",
  },
  {
    class: "W",
    category: "agent",
    reason: "instructs an agent",
    globs: `
      **/{.windsurfrules,.clinerules,.roorules,.goosehints,.continuerules,.rules,.roomodes,.kilocodemodes}
      **/{.augment-guidelines,.openhands_instructions,replit.md}
    `,
  },
  {
    class: "W",
    category: "agent",
    reason: "instructs Cline and holds its hooks",
    globs: "**/.clinerules/**",
  },
  {
    class: "W",
    category: "agent",
    reason: "holds modes, rules, hooks or servers of an agent",
    globs: `
      **/{.roo,.kilocode,.cline,.continue,.kiro,.amazonq,.augment,.junie,.trae,.zencoder,.factory,.amp,.agents}/**
      **/{.devin,.vibe,.grok,.bob,.iflow,.codebuddy,.forge,.mcp,.claude-plugin,.copilot,.droid,.mux}/**
      **/{.agent,.openhands,.goose,.crush,.tabnine,.warp,.antigravity,.pi,.firebender,.ruler,.rulesync,.serena}/**
    `,
  },
  {
    class: "W",
    category: "agent",
    reason: "configures Continue",
    globs: "**/.continuerc.json",
  },
  {
    class: "W",
    category: "agent",
    reason: "names commands that an agent's copy of the project is set up with",
    globs: "**/{conductor.json,.superset/**}",
  },
  {
    class: "W",
    category: "agent",
    reason: "names commands that aider runs",
    globs: "**/.aider.conf.{yml,yaml}",
  },
  {
    class: "W",
    category: "agent",
    reason: "configures aider",
    globs: "**/{.aider.model.settings.yml,.aiderignore}",
  },
  {
    class: "W",
    category: "agent",
    reason: "holds permissions and servers of OpenCode",
    globs: "**/{opencode,.opencode}.{json,jsonc}",
  },
  {
    class: "W",
    category: "agent",
    reason: "holds plugins, tools and commands of OpenCode",
    globs: "**/.opencode/**",
  },
  {
    class: "W",
    category: "agent",
    reason: "holds settings of an agent",
    globs: "~/.config/{opencode,crush,goose,amp,zed}/**",
  },
  {
    class: "W",
    category: "agent",
    reason: "holds permissions and servers of Crush",
    globs: "**/{crush,.crush}.json",
  },
  {
    class: "W",
    category: "agent",
    reason: "instructs Copilot or runs its hooks",
    globs: `
      **/.github/{copilot-instructions.md,instructions/**,prompts/**,chatmodes/**,agents/**,hooks/**,copilot/**}
      **/.github/skills/**
    `,
  },
  {
    class: "W",
    category: "agent",
    reason: "holds permissions and servers of Copilot",
    globs: "~/.copilot/**",
  },
  {
    class: "W",
    category: "agent",
    reason: "instructs later agents",
    globs: `
      **/{agents,agent,claude,gemini,qwen,crush,warp,codex,skill}.md
      **/{agents,claude,gemini}.{local,override}.md
    `,
  },
  {
    class: "W",
    category: "agent",
    reason: "limits what agents read",
    globs: `
      **/{.aiignore,.aiexclude,.geminiignore,.codeiumignore,.clineignore,.rooignore,.copilotignore,.claudeignore}
      **/{.agentignore,.continueignore,.augmentignore}
    `,
  },
];
