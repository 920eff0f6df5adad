/** What a client's hook says, in the words of whichever client: one shape of it for us, and the shape of the answer that it wants. */

type Fields = Readonly<Record<string, unknown>>;

export interface HookCall {
  /** `said` is a prompt that nothing can be told at. */
  readonly event: 'start' | 'helper' | 'prompt' | 'said' | 'answer' | 'turn' | 'compaction';
  readonly client: string;
  /** The client takes nothing at the start of a session: its brief goes with the first prompt. */
  readonly opening: boolean;
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
const GOING_ON = /^(resume|fork)$/;

/** Fields in which clients say what was answered, and what a compaction left. */
const ANSWERS = ['last_assistant_message', 'prompt_response', 'text'];
const SUMMARIES = ['compact_summary'];
const SESSIONS = ['session_id', 'sessionId', 'conversation_id', 'trajectory_id'];

/** Names as clients have them; what is not here is nothing of ours. */
const EVENTS: Readonly<Record<string, HookCall['event']>> = {
  SessionStart: 'start',
  sessionStart: 'start',
  userPromptSubmitted: 'prompt',
  SubagentStart: 'helper',
  UserPromptSubmit: 'prompt',
  BeforeAgent: 'prompt',
  beforeSubmitPrompt: 'prompt',
  pre_user_prompt: 'prompt',
  afterAgentResponse: 'answer',
  Stop: 'turn',
  AfterAgent: 'turn',
  stop: 'turn',
  agentStop: 'turn',
  post_cascade_response: 'turn',
  PostCompact: 'compaction',
};

/** Clients that take nothing then. */
const SILENT_AT_START = 'kimi';
const SILENT_AT_PROMPT = /^(vscode|windsurf)$/;

/** Null for whatever needs no answer. */
export function readEvent(input: unknown, surroundings: Surroundings): HookCall | null {
  if (typeof input !== 'object' || input === null) return null;
  const fields = input as Fields;
  const name = textOf(fields, 'hook_event_name', 'hookEventName', 'agent_action_name') || unnamed(fields);
  const client = textOf(fields, 'zapomni_client') || clientOf(name, fields, surroundings.env);
  const known = EVENTS[name];
  const source = textOf(fields, 'source');
  if (known === undefined || isPassedOver(known, client, source) || isOfHelper(known, fields)) return null;
  return {
    ...told(known, client),
    client,
    prompt: promptIn(fields),
    text: textOf(fields, ...(known === 'compaction' ? SUMMARIES : ANSWERS)),
    source: known === 'prompt' ? source : '',
    session: known === 'helper' ? '' : textOf(fields, ...SESSIONS),
    folder: folderOf(fields, surroundings),
    answer: (said) => JSON.stringify(shaped(client, name, said)),
  };
}

/** What can be told at an event, by who takes it when. */
function told(event: HookCall['event'], client: string): Pick<HookCall, 'event' | 'opening'> {
  if (event !== 'prompt') return { event, opening: false };
  return { event: SILENT_AT_PROMPT.test(client) ? 'said' : event, opening: client === SILENT_AT_START };
}

/** Copilot CLI does not say which event it is; its fields do. */
function unnamed(fields: Fields): string {
  if (typeof fields['timestamp'] !== 'number' || typeof fields['cwd'] !== 'string') return '';
  if (typeof fields['prompt'] === 'string') return 'userPromptSubmitted';
  if (typeof fields['stopReason'] === 'string') return 'agentStop';
  return typeof fields['source'] === 'string' ? 'sessionStart' : '';
}

function isPassedOver(event: HookCall['event'], client: string, source: string): boolean {
  return event === 'start' && (client === SILENT_AT_START || GOING_ON.test(source));
}

/** A text, parts of one (Kimi), or a field of the event's own (Windsurf). */
function promptIn(fields: Fields): string {
  const { prompt, tool_info: info } = fields;
  if (!Array.isArray(prompt)) return textOf(fields, 'prompt') || textOf((info ?? {}) as Fields, 'user_prompt');
  return prompt.map((part: Fields | null) => textOf(part ?? {}, 'text')).join('\n');
}

/** What helpers of a session say to each other is not captured. */
function isOfHelper(event: HookCall['event'], fields: Fields): boolean {
  return isCaptured(event) && textOf(fields, 'agent_id') !== '';
}

/** Events that only tell; nothing is put before a model then. */
export function isCaptured(event: HookCall['event']): boolean {
  return !['start', 'helper', 'prompt'].includes(event);
}

/** The first of these fields that says something. */
function textOf(fields: Fields, ...names: string[]): string {
  const value = names.map((name) => fields[name]).find((found) => typeof found === 'string' && found !== '');
  return typeof value === 'string' ? value : '';
}

const projectOf = (env: Surroundings['env'], who: string): string | undefined => env[`${who}_PROJECT_DIR`];

function folderOf(fields: Fields, { env, cwd }: Surroundings): string {
  const roots = fields['workspace_roots'];
  const root: unknown = Array.isArray(roots) ? roots[0] : undefined;
  const named = ['CLAUDE', 'GEMINI', 'CURSOR', 'DEVIN'].map((who) => projectOf(env, who)).find(Boolean);
  return textOf(fields, 'cwd') || (typeof root === 'string' ? root : '') || named || cwd;
}

/** Whose variable is set for their hooks alone; but Qwen sets that of Gemini along with its own. */
const BY_VARIABLE = { FACTORY: 'droid', DEVIN: 'devin', CODEBUDDY: 'codebuddy', QWEN: 'qwen', GEMINI: 'gemini' };

function clientOf(name: string, fields: Fields, env: Surroundings['env']): string {
  if ('agent_action_name' in fields) return 'windsurf';
  if (env['COPILOT_CLI']) return 'copilot';
  if (/^[a-z]/.test(name)) return isCursors(fields, env) ? 'cursor' : 'copilot';
  if (env['CURSOR_VERSION']) return 'cursor';
  if (/^(Before|After)Agent$/.test(name)) return 'gemini';
  return Object.entries(BY_VARIABLE).find(([who]) => projectOf(env, who))?.[1] ?? clientByFields(name, fields);
}

function clientByFields(name: string, fields: Fields): string {
  if ('hookEventName' in fields) return 'vscode';
  if ('turn_id' in fields) return 'codex';
  return isKimis(name, fields) ? 'kimi' : 'claude';
}

/** It says its name nowhere; its prompts come in parts, and nobody else leaves out where the transcript is. */
function isKimis(name: string, fields: Fields): boolean {
  return Array.isArray(fields['prompt']) || (name === 'Stop' && !('transcript_path' in fields));
}

/** Both of them write the names of their events small. */
function isCursors(fields: Fields, env: Surroundings['env']): boolean {
  return 'conversation_id' in fields || (Boolean(env['CURSOR_VERSION']) && 'hook_event_name' in fields);
}

/** By the name of the event: Cursor runs the hooks of Claude too, and then wants their shape. Copilot has had both. */
function shaped(client: string, hookEventName: string, text: string): Fields {
  if (client === 'kimi') return { message: text };
  const specific = { hookSpecificOutput: { hookEventName, additionalContext: text } };
  if (/^[A-Z]/.test(hookEventName)) return client === 'copilot' ? { ...specific, additionalContext: text } : specific;
  return client === 'cursor' ? { additional_context: text } : { additionalContext: text };
}
