import type { Finding, ImportFormat, SourceFile, SourceItem, SourceReader } from '../import-format.ts';
import { NO_WORDS, NOT_A_TURN, turnOf, wordsOf } from '../shapes/turns.ts';
import { fieldsOf, isFields, textOf, type Fields } from '../shapes/values.ts';

const ROLES: Readonly<Record<string, 'user' | 'assistant'>> = { 1: 'user', 2: 'assistant' };
/** Values are large and only a little of them is wanted; of those that are no JSON there is nothing to be had. */
const field = (name: string): string =>
  `CASE WHEN json_valid(CAST(value AS TEXT)) THEN json_extract(CAST(value AS TEXT), '$.${name}') END AS ${name}`;

export const cursor: ImportFormat = {
  name: 'cursor',
  needs: 'globalStorage/state.vscdb of Cursor’s user folder, or ~/.cursor/projects (agent-transcripts/….jsonl)',
  comes:
    'What you asked and what the assistant answered, a memory per turn, with title, role and, where Cursor keeps one, the time.',
  lost: 'Tool calls and their results, thinking, edits, attached code. Agent transcripts have neither titles nor times. Conversations of before bubbles were kept one by one.',
  cutOf: (relative, named) => {
    if (/\.vscdb$/i.test(relative)) return 'elements';
    return /agent-transcripts\/.*\.jsonl$/i.test(relative) || (named && /\.jsonl$/i.test(relative)) ? 'lines' : null;
  },
  queries: {
    composers: `SELECT key, ${field('name')}, ${field('createdAt')} FROM cursorDiskKV WHERE key GLOB 'composerData:*'`,
    bubbles: `SELECT key, ${field('type')}, ${field('text')}, ${field('createdAt')} FROM cursorDiskKV WHERE key GLOB 'bubbleId:*'`,
  },
  open: readCursor,
};

function readCursor(file: SourceFile): SourceReader {
  const composers = new Map<string, Fields>();
  let lines = 0;
  return {
    take(item) {
      const row = fieldsOf(item.value);
      if (item.part === 'bubbles') return [readBubble(item, row, composers)];
      if (item.part === '') return [readLine(item, file, ++lines)];
      if (item.part === 'composers') composers.set(textOf(row.key).slice('composerData:'.length), row);
      return [];
    },
  };
}

function readBubble({ where }: SourceItem, row: Fields, composers: ReadonlyMap<string, Fields>): Finding {
  const [, conversation = '', bubble = ''] = textOf(row.key).split(':');
  const role = ROLES[String(row.type)];
  if (!role || bubble === '') return { where, skipped: NOT_A_TURN };
  const composer = composers.get(conversation) ?? {};
  return turnOf('cursor', {
    where,
    role,
    text: textOf(row.text),
    id: `${conversation}:${bubble}`,
    time: row.createdAt ?? composer.createdAt,
    title: textOf(composer.name),
    conversation,
    source: 'cursor',
  });
}

/** Lines have no ids; the file is named after the conversation and only grows. */
function readLine({ where, value }: SourceItem, file: SourceFile, nth: number): Finding {
  if (!isFields(value)) return { where, skipped: 'is not an object' };
  const { role, message } = value;
  if (role !== 'user' && role !== 'assistant') return { where, skipped: NOT_A_TURN };
  const conversation = file.path.replace(/^.*[/\\]/, '').replace(/\.jsonl$/i, '');
  const words = wordsOf(fieldsOf(message).content);
  const asked = role === 'user' ? /<user_query>([\s\S]*?)<\/user_query>/.exec(words)?.[1] : undefined;
  const text = asked ?? words;
  if (text.trim() === '') return { where, skipped: NO_WORDS };
  return turnOf('cursor', {
    where,
    role,
    text,
    id: `${conversation}:line:${nth}`,
    time: null,
    title: '',
    conversation,
    source: 'cursor',
  });
}
