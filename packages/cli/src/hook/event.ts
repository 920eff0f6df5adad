/** What a client's hook says, in the words of whichever client: one shape of it for us, and the shape of the answer that it wants. */

type Fields = Readonly<Record<string, unknown>>;

export interface HookCall {
  readonly event: 'start' | 'helper' | 'prompt' | 'answer' | 'turn' | 'compaction';
  readonly client: string;
  readonly prompt: string;
  /** What was answered, or the summary that a compaction left. */
  readonly text: string;
  readonly source: string;
  readonly session: string;
  readonly folder: string;
  /** What goes to stdout for a text that is to be put before the model. */
  answer(text: string): string;
}

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** Sessions that go on have their brief already. */
const GOING_ON = new Set(['resume', 'fork']);

/** Fields in which clients say what was answered, and what a compaction left. */
const ANSWERS = ['last_assistant_message', 'prompt_response', 'text'];
const SUMMARIES = ['compact_summary'];

/** Names as clients have them; what is not here is nothing of ours. */
const EVENTS: Readonly<Record<string, HookCall['event']>> = {
  SessionStart: 'start',
  sessionStart: 'start',
  userPromptSubmitted: 'prompt',
  SubagentStart: 'helper',
  UserPromptSubmit: 'prompt',
  BeforeAgent: 'prompt',
  beforeSubmitPrompt: 'prompt',
  afterAgentResponse: 'answer',
  Stop: 'turn',
  AfterAgent: 'turn',
  stop: 'turn',
  PostCompact: 'compaction',
};

/** Null for whatever needs no answer. */
export function readEvent(input: unknown, surroundings: Surroundings): HookCall | null {
  if (typeof input !== 'object' || input === null) return null;
  const fields = input as Fields;
  const name = textOf(fields, 'hook_event_name', 'hookEventName') || unnamed(fields);
  const client = textOf(fields, 'zapomni_client') || clientOf(name, fields, surroundings.env);
  const event = EVENTS[name];
  const source = textOf(fields, 'source');
  if (event === undefined || isPassedOver(event, client, source) || isOfHelper(event, fields)) return null;
  return {
    event,
    client,
    prompt: textOf(fields, 'prompt'),
    text: textOf(fields, ...(event === 'compaction' ? SUMMARIES : ANSWERS)),
    source: event === 'prompt' ? source : '',
    session: event === 'helper' ? '' : textOf(fields, 'session_id', 'sessionId', 'conversation_id'),
    folder: folderOf(fields, surroundings),
    answer: (said) => JSON.stringify(shaped(client, name, said)),
  };
}

/** Copilot CLI does not say which event it is; its fields do. */
function unnamed(fields: Fields): string {
  if (typeof fields['timestamp'] !== 'number' || typeof fields['cwd'] !== 'string') return '';
  if (typeof fields['prompt'] === 'string') return 'userPromptSubmitted';
  return typeof fields['source'] === 'string' ? 'sessionStart' : '';
}

/** VS Code takes no context at a prompt. */
function isPassedOver(event: HookCall['event'], client: string, source: string): boolean {
  return (event === 'start' && GOING_ON.has(source)) || (event === 'prompt' && client === 'vscode');
}

/** What helpers of a session say to each other is not captured. */
function isOfHelper(event: HookCall['event'], fields: Fields): boolean {
  return isCaptured(event) && textOf(fields, 'agent_id') !== '';
}

/** Events that only tell; nothing is put before a model then. */
export function isCaptured(event: HookCall['event']): boolean {
  return event === 'answer' || event === 'turn' || event === 'compaction';
}

/** The first of these fields that says something. */
function textOf(fields: Fields, ...names: string[]): string {
  const value = names.map((name) => fields[name]).find((found) => typeof found === 'string' && found !== '');
  return typeof value === 'string' ? value : '';
}

function folderOf(fields: Fields, { env, cwd }: Surroundings): string {
  const roots = fields['workspace_roots'];
  const root: unknown = Array.isArray(roots) ? roots[0] : undefined;
  const named = env['CLAUDE_PROJECT_DIR'] || env['GEMINI_PROJECT_DIR'] || env['CURSOR_PROJECT_DIR'];
  return textOf(fields, 'cwd') || (typeof root === 'string' ? root : '') || named || cwd;
}

function clientOf(name: string, fields: Fields, env: Surroundings['env']): string {
  if (env['COPILOT_CLI']) return 'copilot';
  if (/^[a-z]/.test(name)) return isCursors(fields, env) ? 'cursor' : 'copilot';
  if (env['CURSOR_VERSION']) return 'cursor';
  if (env['GEMINI_PROJECT_DIR'] || name === 'BeforeAgent' || name === 'AfterAgent') return 'gemini';
  if (env['QWEN_PROJECT_DIR']) return 'qwen';
  if ('hookEventName' in fields) return 'vscode';
  return 'turn_id' in fields ? 'codex' : 'claude';
}

/** Both of them write the names of their events small. */
function isCursors(fields: Fields, env: Surroundings['env']): boolean {
  return 'conversation_id' in fields || (Boolean(env['CURSOR_VERSION']) && 'hook_event_name' in fields);
}

/** By the name of the event: Cursor runs the hooks of Claude too, and then wants their shape. Copilot has had both. */
function shaped(client: string, hookEventName: string, text: string): Fields {
  const specific = { hookSpecificOutput: { hookEventName, additionalContext: text } };
  if (/^[A-Z]/.test(hookEventName)) return client === 'copilot' ? { ...specific, additionalContext: text } : specific;
  return client === 'cursor' ? { additional_context: text } : { additionalContext: text };
}
