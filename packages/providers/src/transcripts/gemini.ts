import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type {
  TranscriptFile,
  TranscriptItem,
  TranscriptPlace,
  TranscriptReading,
  TranscriptSource,
} from '@zapomni/core/ports';
import { fieldsOf, listOf, type Fields } from '../sources/parse/pick.ts';
import { fileNameOf, reasonOf } from './broken.ts';
import { Conversation } from './conversation.ts';
import { firstValues } from './first-values.ts';
import { jsonLines, mentions, type JsonLine } from './json-lines.ts';
import { fileFacts, filesIn, inHome } from './place.ts';
import { momentOf, stringOf, withoutInserted } from './words.ts';

const CLIENT = 'gemini';
const INSERTED = ['session_context', 'hook_context', 'user_memory'];
const SNAPSHOT = /<state_snapshot>([\s\S]*?)(?:<\/state_snapshot>|$)/;
/** Files of the older kind were written whole with every message: none of them is larger. */
const LARGEST_WHOLE = 64_000_000;
const REWIND = '$rewindTo';
/** tmp/<project>/chats/session-… ; what helpers said lies deeper. */
const DEPTH = 3;

export const gemini: TranscriptSource = {
  client: CLIENT,
  title: 'Gemini CLI',
  lies: '~/.gemini/tmp/…/chats',
  places,
  async *find(place) {
    const files: TranscriptFile[] = [];
    const wants = (name: string, folder: string): boolean =>
      name.endsWith('/') || (path.basename(folder) === 'chats' && /^session-.*\.jsonl?$/.test(name));
    for await (const file of filesIn(CLIENT, places(place), DEPTH, wants)) files.push(file);
    const all = new Set(files.map((file) => file.path));
    // Both kinds may hold one session; the newer one goes on.
    yield* files.filter((file) => !all.has(`${file.path}l`));
  },
  async takes(file) {
    if (/\.json$/i.test(file)) return isRecording(await wholeOf(file));
    return (await firstValues(file)).some(isRecording);
  },
  read,
};

function places(place: TranscriptPlace): string[] {
  return [inHome(place, '.gemini', 'tmp')];
}

const isRecording = (value: Fields | null): boolean =>
  typeof value?.['sessionId'] === 'string' && 'projectHash' in value;

async function* read(file: TranscriptFile, reading: TranscriptReading = {}): AsyncGenerator<TranscriptItem> {
  const takenBack = await rewound(file, reading);
  const folder = await folderOf(file);
  let session = '';
  let conversation: Conversation | null = null;
  for await (const { number, value } of records(file, reading)) {
    const record = fieldsOf(value);
    if (isRecording(record) && record['kind'] === 'subagent') return;
    if (session === '' && isRecording(record)) {
      session = stringOf(record['sessionId']);
      conversation = new Conversation(CLIENT, session);
    }
    if (!conversation) continue;
    const context = listOf(fieldsOf(record['$set'])['messages']);
    yield* context.flatMap((message) => summaryOf(fieldsOf(message), session, folder));
    for (const message of [record, ...listOf(record['messages'])].map(fieldsOf))
      if (!takenBack.has(number)) yield* tell(message, conversation, { session, folder });
  }
  yield* conversation?.end() ?? [];
}

function* tell(
  message: Fields,
  conversation: Conversation,
  { session, folder }: { readonly session: string; readonly folder: string | null },
): Generator<TranscriptItem> {
  const id = stringOf(message['id']);
  if (id === '') return;
  if (message['type'] === 'user') {
    const summary = summaryOf(message, session, folder);
    if (summary.length > 0) yield* summary;
    // What was typed, and not what files it became.
    else
      yield* conversation.ask({
        words: partsOf(message['displayContent'] ?? message['content']),
        at: momentOf(message['timestamp']),
        folder,
      });
  } else if (message['type'] === 'gemini') {
    const usesTool = listOf(message['toolCalls']).length > 0;
    // A message is written anew with every call that it makes.
    conversation.answer(partsOf(message['content']), { id, usesTool });
  }
}

/** What was left of the conversation when it was compressed. */
function summaryOf(message: Fields, session: string, folder: string | null): TranscriptItem[] {
  const summary = SNAPSHOT.exec(rawParts(message['content']))?.[1]?.trim() ?? '';
  return summary === '' ? [] : [{ client: CLIENT, session, at: momentOf(message['timestamp']), folder, summary }];
}

/** Text, or a list of parts of which thoughts and calls are none. */
function rawParts(content: unknown): string {
  const parts = (Array.isArray(content) ? (content as unknown[]) : [content])
    .map((part) =>
      typeof part === 'string' ? part : fieldsOf(part)['thought'] === true ? '' : stringOf(fieldsOf(part)['text']),
    )
    .map((part) => part.trim());
  return parts.filter((part) => part !== '').join('\n\n');
}

const partsOf = (content: unknown): string => withoutInserted(rawParts(content), INSERTED);

/** The lines of a newer file, the one object of an older one. */
async function* records(file: TranscriptFile, reading: TranscriptReading): AsyncGenerator<JsonLine> {
  if (/\.jsonl$/i.test(file.path)) return yield* jsonLines(file, reading);
  reading.onBytes?.(file.bytes);
  const broken = (why: string): void => reading.onBroken?.({ where: fileNameOf(file), why });
  if (file.bytes > LARGEST_WHOLE) return broken('is larger than 64 MB');
  try {
    const text = await readFile(file.path, { encoding: 'utf8', signal: reading.signal });
    yield { number: 1, value: JSON.parse(text) as unknown };
  } catch (error) {
    reading.signal?.throwIfAborted();
    broken(error instanceof SyntaxError ? 'is not JSON' : reasonOf(error));
  }
}

/** Numbers of the lines whose messages were taken back: the one that is named and all after it. */
async function rewound(file: TranscriptFile, reading: TranscriptReading): Promise<ReadonlySet<number>> {
  const gone = new Set<number>();
  if (!/\.jsonl$/i.test(file.path) || !(await mentions(file, REWIND, reading))) return gone;
  const standing: { readonly id: string; readonly number: number }[] = [];
  for await (const { number, value } of jsonLines(file, { signal: reading.signal })) {
    const { id, [REWIND]: target } = fieldsOf(value);
    if (typeof id === 'string') standing.push({ id, number });
    const from = typeof target === 'string' ? standing.findIndex((one) => one.id === target) : -1;
    if (from >= 0) for (const one of standing.splice(from)) gone.add(one.number);
  }
  return gone;
}

async function wholeOf(file: string): Promise<Fields | null> {
  const facts = await fileFacts(CLIENT, file);
  if (!facts || facts.bytes > LARGEST_WHOLE) return null;
  try {
    return fieldsOf(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

/** The program keeps sessions by a name or a hash of the folder, and a list of which is which. */
async function folderOf({ path: file }: TranscriptFile): Promise<string | null> {
  const project = path.dirname(path.dirname(file));
  const marked = await readFile(path.join(project, '.project_root'), 'utf8').catch(() => '');
  if (marked.trim() !== '') return marked.trim();
  const list = await wholeOf(path.join(project, '..', '..', 'projects.json'));
  const name = path.basename(project);
  const known = Object.entries(fieldsOf(list?.['projects']));
  return known.find(([folder, short]) => short === name || hash('sha256', folder) === name)?.[0] ?? null;
}
