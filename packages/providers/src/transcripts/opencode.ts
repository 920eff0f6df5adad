import type { DatabaseSync } from 'node:sqlite';
import type { TranscriptItem, TranscriptPlace, TranscriptSource } from '@zapomni/core/ports';
import { fieldsOf } from '../sources/parse/pick.ts';
import { Conversation } from './conversation.ts';
import { hasTables, readDatabase, type Row } from './database-file.ts';
import { databaseFacts, joined, named } from './place.ts';
import { momentOf, stringOf, withoutInserted } from './words.ts';

const CLIENT = 'opencode';

export const opencode: TranscriptSource = {
  client: CLIENT,
  title: 'opencode',
  lies: '~/.local/share/opencode/opencode.db (XDG_DATA_HOME, OPENCODE_DB)',
  places: (place) => [databaseOf(place)],
  async *find(place) {
    const facts = await databaseFacts(CLIENT, databaseOf(place));
    if (facts && hasTables(facts.path, ['session', 'message', 'part'])) yield facts;
  },
  takes: async (file) => /\.db$/i.test(file) && hasTables(file, ['session', 'message', 'part']),
  read: (file, reading = {}) => readDatabase(file, reading, sessions),
};

/** The same place on every platform. */
function databaseOf(place: TranscriptPlace): string {
  const folder = joined(place, named(place, 'XDG_DATA_HOME', '.local', 'share'), 'opencode');
  const given = place.env['OPENCODE_DB'] || 'opencode.db';
  return /^(?:[/\\]|[A-Za-z]:)/.test(given) ? given : joined(place, folder, given);
}

/** Sessions with a parent are those of helpers. */
const SESSIONS = `SELECT id, directory, revert FROM session WHERE parent_id IS NULL ORDER BY time_created, id`;
const MESSAGES = `SELECT id, time_created AS at, json_extract(data, '$.role') AS role,
  json_type(data, '$.summary') AS summary FROM message
  WHERE session_id = ? AND json_valid(data) ORDER BY time_created, id`;
/** Of tools only that they were used: what they put out stays where it is. */
const PARTS = `SELECT id, json_extract(data, '$.type') AS type,
  CASE json_extract(data, '$.type') WHEN 'text' THEN json_extract(data, '$.text') END AS text,
  json_extract(data, '$.synthetic') AS synthetic, json_extract(data, '$.ignored') AS ignored
  FROM part WHERE message_id = ? AND json_valid(data) ORDER BY id`;

function* sessions(database: DatabaseSync): Generator<TranscriptItem> {
  const [messages, parts] = [database.prepare(MESSAGES), database.prepare(PARTS)];
  for (const session of database.prepare(SESSIONS).iterate()) {
    const id = stringOf(session['id']);
    const conversation = new Conversation(CLIENT, id);
    const undone = undoneFrom(session['revert']);
    for (const message of messages.iterate(id)) {
      if (undone !== null && isUndone(message, undone)) break;
      const pieces = parts.all(stringOf(message['id']));
      yield* tell(
        message,
        pieces.filter((part) => !isPartUndone(message, part, undone)),
        { conversation, session },
      );
    }
    yield* conversation.end();
  }
}

interface Undone {
  readonly message: string;
  readonly part: string;
}

/** From where on the session was taken back, and not taken up again. Ids are in the order of their making. */
function undoneFrom(revert: unknown): Undone | null {
  try {
    const { messageID, partID } = fieldsOf(JSON.parse(stringOf(revert)));
    const message = stringOf(messageID);
    return message === '' ? null : { message, part: stringOf(partID) };
  } catch {
    return null;
  }
}

const isUndone = (message: Row, { message: id, part }: Undone): boolean =>
  part === '' ? stringOf(message['id']) >= id : stringOf(message['id']) > id;

const isPartUndone = (message: Row, part: Row, undone: Undone | null): boolean =>
  undone !== null && undone.part !== '' && message['id'] === undone.message && stringOf(part['id']) >= undone.part;

function* tell(
  message: Row,
  parts: readonly Row[],
  { conversation, session }: { readonly conversation: Conversation; readonly session: Row },
): Generator<TranscriptItem> {
  const at = momentOf(message['at']);
  const folder = stringOf(session['directory']) || null;
  const words = withoutInserted(
    parts
      .filter(isOwn)
      .map(({ text }) => stringOf(text))
      .join('\n\n'),
  );
  if (message['role'] === 'user') yield* conversation.ask({ words, at, folder });
  else if (message['summary'] === 'true') {
    if (words !== '') yield { client: CLIENT, session: stringOf(session['id']), at, folder, summary: words };
  } else if (message['role'] === 'assistant') {
    const last = parts.findLastIndex(({ type }) => type === 'tool');
    if (last >= 0) conversation.answer('', { usesTool: true });
    conversation.answer(
      parts
        .slice(last + 1)
        .filter(isOwn)
        .map(({ text }) => stringOf(text))
        .join('\n\n'),
    );
  }
}

/** What the program put in, or showed and did not send, is nobody's word. */
const isOwn = ({ type, synthetic, ignored }: Row): boolean => type === 'text' && synthetic !== 1 && ignored !== 1;
