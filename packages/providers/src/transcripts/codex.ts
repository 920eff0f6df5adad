import type {
  TranscriptFile,
  TranscriptItem,
  TranscriptPlace,
  TranscriptReading,
  TranscriptSource,
} from '@zapomni/core/ports';
import { fieldsOf, type Fields } from '../sources/parse/pick.ts';
import { Conversation } from './conversation.ts';
import { firstValues } from './first-values.ts';
import { jsonLines, mentions } from './json-lines.ts';
import { baseName, filesIn, joined, named } from './place.ts';
import { momentOf, stringOf, withoutInserted, wordsOf } from './words.ts';

const CLIENT = 'codex';
/** What the program says in the user's name. */
const INSERTED = [
  'environment_context',
  'user_instructions',
  'user_shell_command',
  'turn_aborted',
  'subagent_notification',
  'skill',
  'INSTRUCTIONS',
];
const INSTRUCTIONS = /^# AGENTS\.md instructions\b/;
/** Editors put what is open before it. */
const FROM_EDITOR = /^# Context from my IDE setup:[\s\S]*?\n## My request for Codex:\n/;
const WORDS = ['input_text', 'output_text', 'text'];
/** sessions/YYYY/MM/DD/rollout-….jsonl */
const DEPTH = 4;
const ROLLBACK = 'thread_rolled_back';

export const codex: TranscriptSource = {
  client: CLIENT,
  title: 'Codex',
  lies: '~/.codex/sessions and archived_sessions (CODEX_HOME)',
  places,
  async *find(place) {
    const wants = (name: string): boolean => name.endsWith('/') || /^rollout-.*\.jsonl$/.test(name);
    yield* filesIn(CLIENT, places(place), DEPTH, wants);
  },
  async takes(file) {
    const [first] = await firstValues(file);
    return first?.['type'] === 'session_meta' && typeof fieldsOf(first['payload'])['id'] === 'string';
  },
  read,
};

function places(place: TranscriptPlace): string[] {
  const home = named(place, 'CODEX_HOME', '.codex');
  return ['archived_sessions', 'sessions'].map((folder) => joined(place, home, folder));
}

interface Session {
  readonly id: string;
  readonly folder: string | null;
  /** A fork begins with what was said in the session that it was made from: that is told there. */
  readonly from: number;
}

async function* read(file: TranscriptFile, reading: TranscriptReading = {}): AsyncGenerator<TranscriptItem> {
  const takenBack = await rolledBack(file, reading);
  let session: Session | null = null;
  let conversation: Conversation | null = null;
  let asked = 0;
  for await (const { value } of jsonLines(file, reading)) {
    const line = fieldsOf(value);
    if (!session) {
      if (line['type'] !== 'session_meta') continue;
      if (isHelper(fieldsOf(line['payload']))) return;
      session = sessionOf(fieldsOf(line['payload']), file);
      conversation = new Conversation(CLIENT, session.id);
    }
    if (!conversation || isBefore(line, session)) continue;
    const said = promptOf(line, session);
    if (said === null) yield* tell(line, conversation, session);
    else {
      yield* conversation.ask(said);
      if (takenBack.has(asked++)) conversation.drop();
    }
  }
  yield* conversation?.end() ?? [];
}

/** Sessions that another session has begun. */
const isHelper = ({ source }: Fields): boolean => 'subagent' in fieldsOf(source);

function sessionOf(payload: Fields, file: TranscriptFile): Session {
  const isFork = typeof payload['forked_from_id'] === 'string';
  return {
    id: stringOf(payload['id']) || baseName(file.path),
    folder: stringOf(payload['cwd']) || null,
    from: isFork ? (momentOf(payload['timestamp'])?.getTime() ?? 0) : 0,
  };
}

const isBefore = (line: Fields, { from }: Session): boolean =>
  from > 0 && (momentOf(line['timestamp'])?.getTime() ?? from) < from;

/** Null for whatever the user did not say. */
function promptOf(line: Fields, { folder }: Session) {
  const payload = fieldsOf(line['payload']);
  if (line['type'] !== 'response_item' || payload['type'] !== 'message' || payload['role'] !== 'user') return null;
  const words = withoutInserted(wordsOf(payload['content'], WORDS), INSERTED).replace(FROM_EDITOR, '');
  if (words === '' || INSTRUCTIONS.test(words)) return null;
  return { words, at: momentOf(line['timestamp']), folder };
}

function* tell(line: Fields, conversation: Conversation, session: Session): Generator<TranscriptItem> {
  const payload = fieldsOf(line['payload']);
  if (line['type'] === 'compacted') {
    const summary = withoutInserted(stringOf(payload['message']));
    const { id, folder } = session;
    if (summary !== '') yield { client: CLIENT, session: id, at: momentOf(line['timestamp']), folder, summary };
  }
  if (line['type'] !== 'response_item') return;
  if (stringOf(payload['type']).endsWith('_call')) conversation.answer('', { usesTool: true });
  const isAnswer = payload['type'] === 'message' && payload['role'] === 'assistant';
  if (isAnswer && payload['phase'] !== 'commentary') conversation.answer(wordsOf(payload['content'], WORDS));
}

/** How many turns; 0 for a line that takes none back. */
function takenBackBy(line: Fields): number {
  const { type, num_turns: turns } = fieldsOf(line['payload']);
  return line['type'] === 'event_msg' && type === ROLLBACK && typeof turns === 'number' ? turns : 0;
}

/** The prompts, by their number, that were taken back later: the last so many of those that still stood. */
async function rolledBack(file: TranscriptFile, reading: TranscriptReading): Promise<ReadonlySet<number>> {
  const gone = new Set<number>();
  if (!(await mentions(file, ROLLBACK, reading))) return gone;
  const standing: number[] = [];
  let session: Session | null = null;
  let asked = 0;
  for await (const { value } of jsonLines(file, { signal: reading.signal })) {
    const line = fieldsOf(value);
    if (!session && line['type'] === 'session_meta') session = sessionOf(fieldsOf(line['payload']), file);
    if (!session || isBefore(line, session)) continue;
    if (promptOf(line, session)) standing.push(asked++);
    const turns = takenBackBy(line);
    if (turns > 0) for (const prompt of standing.splice(Math.max(0, standing.length - turns))) gone.add(prompt);
  }
  return gone;
}
