import path from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type {
  TranscriptFile,
  TranscriptItem,
  TranscriptPlace,
  TranscriptReading,
  TranscriptSource,
} from '@zapomni/core/ports';
import { fieldsOf, listOf } from '../sources/parse/pick.ts';
import { openForReading } from '../streams/database-rows.ts';
import { Conversation } from './conversation.ts';
import { hasTables, readDatabase, type Row } from './database-file.ts';
import { firstValues } from './first-values.ts';
import { jsonLines } from './json-lines.ts';
import { baseName, databaseFacts, filesIn, inHome, support } from './place.ts';
import { hasBlock, momentOf, stringOf, withoutInserted, wordsOf } from './words.ts';

const CLIENT = 'cursor';
const INSERTED = ['system_reminder', 'additional_data', 'attached_files', 'open_and_recently_viewed_files'];
const [USER, ASSISTANT] = [1, 2];
/** projects/<project>/agent-transcripts/<id>/<id>.jsonl, or one folder less; what helpers said is in `subagents`. */
const DEPTH = 4;

export const cursor: TranscriptSource = {
  client: CLIENT,
  title: 'Cursor',
  lies: 'globalStorage/state.vscdb of its user folder, ~/.cursor/projects/…/agent-transcripts',
  places: (place) => [databaseOf(place), agentsOf(place)],
  async *find(place) {
    const database = await databaseFacts(CLIENT, databaseOf(place));
    if (database) yield database;
    const inDatabase = database ? composersIn(database.path) : new Set<string>();
    const wants = (name: string, folder: string): boolean =>
      name.endsWith('/') ? name !== 'subagents/' : name.endsWith('.jsonl') && folder.includes('agent-transcripts');
    // The same conversation may lie in both: the database has its times and its folder.
    for await (const file of filesIn(CLIENT, [agentsOf(place)], DEPTH, wants))
      if (!inDatabase.has(baseName(file.path))) yield file;
  },
  async takes(file) {
    if (/\.vscdb$/i.test(file)) return hasTables(file, ['cursorDiskKV']);
    const [first] = await firstValues(file);
    return typeof first?.['role'] === 'string' && 'content' in fieldsOf(first['message']) && !('sessionId' in first);
  },
  read(file, reading = {}) {
    if (/\.jsonl$/i.test(file.path)) return readLines(file, reading);
    return readDatabase(file, reading, (database) => composers(database, file, reading));
  },
};

const databaseOf = (place: TranscriptPlace): string => support(place, 'Cursor', 'User', 'globalStorage', 'state.vscdb');
const agentsOf = (place: TranscriptPlace): string => inHome(place, '.cursor', 'projects');

function composersIn(file: string): ReadonlySet<string> {
  if (!hasTables(file, ['cursorDiskKV'])) return new Set();
  const database = openForReading(file);
  try {
    const keys = database
      .prepare(`SELECT substr(key, 14) AS id FROM cursorDiskKV WHERE key GLOB 'composerData:*'`)
      .all();
    return new Set(keys.map(({ id }) => stringOf(id)));
  } finally {
    database.close();
  }
}

/** Values are large, and only a little of them is wanted. */
const JSON_TEXT = 'CAST(value AS TEXT)';
const COMPOSERS = `SELECT substr(key, 14) AS id, json_valid(${JSON_TEXT}) AS valid,
  CASE WHEN json_valid(${JSON_TEXT}) THEN json_extract(${JSON_TEXT}, '$.createdAt') END AS createdAt,
  CASE WHEN json_valid(${JSON_TEXT}) THEN json_extract(${JSON_TEXT}, '$.workspaceIdentifier.uri.fsPath') END AS folder,
  CASE WHEN json_valid(${JSON_TEXT}) THEN json_extract(${JSON_TEXT}, '$.subagentInfo') END AS helper,
  CASE WHEN json_valid(${JSON_TEXT}) THEN json_extract(${JSON_TEXT}, '$.fullConversationHeadersOnly') END AS headers
  FROM cursorDiskKV WHERE key GLOB 'composerData:*' AND value IS NOT NULL ORDER BY key`;
const FIELDS = (
  json: string,
): string => `json_extract(${json}, '$.type') AS type, json_extract(${json}, '$.text') AS text,
  json_extract(${json}, '$.createdAt') AS createdAt, json_type(${json}, '$.toolFormerData') AS tool`;
const BUBBLE = `SELECT ${FIELDS(JSON_TEXT)} FROM cursorDiskKV WHERE key = ? AND json_valid(${JSON_TEXT})`;
/** Older conversations lie in one value with all that was said. */
const INLINE = `SELECT ${FIELDS('each.value')} FROM cursorDiskKV, json_each(CAST(cursorDiskKV.value AS TEXT), '$.conversation') AS each
  WHERE cursorDiskKV.key = ? ORDER BY each.key`;

function* composers(
  database: DatabaseSync,
  file: TranscriptFile,
  reading: TranscriptReading,
): Generator<TranscriptItem> {
  const [bubble, inline] = [database.prepare(BUBBLE), database.prepare(INLINE)];
  for (const composer of database.prepare(COMPOSERS).iterate()) {
    const id = stringOf(composer['id']);
    const where = `${path.basename(file.path)} composerData:${id}`;
    if (composer['valid'] !== 1) reading.onBroken?.({ where, why: 'is not JSON' });
    else if (composer['helper'] === null) {
      const headers = listOf(JSON.parse(stringOf(composer['headers']) || '[]')).map(fieldsOf);
      const keys = headers.map((header) => `bubbleId:${id}:${stringOf(header['bubbleId'])}`);
      yield* tell(keys.length > 0 ? bubbles(bubble, keys) : inline.iterate(`composerData:${id}`), composer);
    }
  }
}

/** In the order in which they are shown; what was taken back is no longer in the list. */
function* bubbles(bubble: StatementSync, keys: readonly string[]): Generator<Row> {
  for (const key of keys) {
    const row = bubble.get(key);
    if (row) yield row;
  }
}

function* tell(rows: Iterable<Row>, composer: Row): Generator<TranscriptItem> {
  const conversation = new Conversation(CLIENT, stringOf(composer['id']));
  const folder = stringOf(composer['folder']) || null;
  for (const { type, text, createdAt, tool } of rows) {
    const at = momentOf(createdAt ?? composer['createdAt']);
    if (type === USER) yield* conversation.ask({ words: withoutInserted(stringOf(text), INSERTED), at, folder });
    if (type !== ASSISTANT) continue;
    if (stringOf(tool) !== '' && tool !== 'null') conversation.answer('', { usesTool: true });
    else conversation.answer(stringOf(text));
  }
  yield* conversation.end();
}

/** Lines have neither ids nor times; the file is named after the conversation. */
async function* readLines(file: TranscriptFile, reading: TranscriptReading): AsyncGenerator<TranscriptItem> {
  const conversation = new Conversation(CLIENT, baseName(file.path));
  for await (const { value } of jsonLines(file, reading)) {
    const { role, message } = fieldsOf(value);
    const { content } = fieldsOf(message);
    const words = wordsOf(content);
    if (role === 'user') {
      const asked = /<user_query>([\s\S]*?)<\/user_query>/.exec(words)?.[1] ?? words;
      yield* conversation.ask({ words: withoutInserted(asked, INSERTED), at: null, folder: null });
    } else if (role === 'assistant') {
      conversation.answer(words);
      if (hasBlock(content, ['tool_use'])) conversation.answer('', { usesTool: true });
    }
  }
  yield* conversation.end();
}
