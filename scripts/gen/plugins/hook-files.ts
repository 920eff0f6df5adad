/**
 * What stands in the hook files of packages. Claude Code calls tools of the server that runs; where there is none yet (the start of a
 * session), and in all other clients, one small file is run, which asks that server.
 */
import { HOOK_CLIENTS } from '../../../packages/cli/src/setup/hooks/hook-table.ts';
import type { PluginSource } from './package-facts.ts';

const SECONDS = 3;
/** Sessions that go on have been told. */
const BEGINNINGS = 'startup|clear|compact';

/** Which tool is called at which event of Claude Code, and where the event has what the tool takes. */
const TOOL_EVENTS: readonly { readonly event: string; readonly tool: string; readonly gives: Fields }[] = [
  {
    event: 'UserPromptSubmit',
    tool: 'hook_recall',
    gives: { prompt: 'prompt', cwd: 'cwd', session_id: 'session_id', source: 'source' },
  },
  { event: 'SubagentStart', tool: 'hook_brief', gives: { agent_type: 'agent_type', cwd: 'cwd' } },
  {
    event: 'Stop',
    tool: 'hook_turn',
    gives: { session_id: 'session_id', cwd: 'cwd', answer: 'last_assistant_message', agent_id: 'agent_id' },
  },
  {
    event: 'PostCompact',
    tool: 'hook_turn',
    gives: { session_id: 'session_id', cwd: 'cwd', compact_summary: 'compact_summary' },
  },
];

type Fields = Readonly<Record<string, string>>;

/** In a plugin a server has this name. */
const PLUGIN_SERVER = 'plugin:zapomni:zapomni';

export function claudeHooks({ hookTools }: PluginSource): object {
  const called = TOOL_EVENTS.flatMap(({ event, tool, gives }) => {
    const taken = hookTools.get(tool)?.filter((field) => field in gives) ?? [];
    if (taken.length === 0) return [];
    const input = Object.fromEntries(taken.map((field) => [field, `\${${gives[field]}}`]));
    const call = { type: 'mcp_tool', server: PLUGIN_SERVER, tool, timeout: SECONDS, input };
    return [[event, [{ hooks: [call] }]] as const];
  });
  return { hooks: { SessionStart: [atStart('CLAUDE_PLUGIN_ROOT')], ...Object.fromEntries(called) } };
}

export const codexHooks = (): object => asSetup('codex', 'PLUGIN_ROOT');
export const cursorHooks = (): object => ({ version: 1, ...asSetup('cursor', 'CURSOR_PLUGIN_ROOT') });
export const geminiHooks = (): object => asSetup('gemini', 'extensionPath');

/** What `zapomni setup --hooks` would write for the client. */
function asSetup(client: string, root: string): object {
  const hooks: Record<string, unknown[]> = {};
  for (const { path, item } of HOOK_CLIENTS[client]?.items(run(root).command) ?? [])
    (hooks[path[1] ?? ''] ??= []).push(item);
  return { hooks };
}

/** The name of the event decides in which words it is told: so it says which event it is. At a prompt nothing is taken. */
export const copilotHooks = (): object => {
  const { command } = run('COPILOT_PLUGIN_ROOT');
  const hook = { type: 'command', bash: command, powershell: command, timeoutSec: SECONDS };
  return { version: 1, hooks: { SessionStart: [hook] } };
};

const atStart = (root: string): object => ({ matcher: BEGINNINGS, hooks: [run(root)] });

/** A command that every shell takes: double quotes, forward slashes, no arguments. It must not lie in a folder `hooks`. */
const run = (root: string) => ({ type: 'command', command: `node "\${${root}}/hook.mjs"`, timeout: SECONDS });
