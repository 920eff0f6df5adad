import { hash } from 'node:crypto';
import type { Finding, ImportFormat, SourceItem, SourceReader } from '../import-format.ts';
import { NO_WORDS, NOT_A_TURN, turnOf, withoutInserted, wordsOf } from '../shapes/turns.ts';
import { fieldsOf, idOf, isFields, textOf, type Fields } from '../shapes/values.ts';

/** What the program says in the user's name. */
const INSERTED = [
  'environment_context',
  'user_instructions',
  'user_shell_command',
  'turn_aborted',
  'skill',
  'INSTRUCTIONS',
];
const INSTRUCTIONS = /^# AGENTS\.md instructions for /;
const WORDS = ['input_text', 'output_text', 'text'];

export const codex: ImportFormat = {
  name: 'codex',
  needs: '~/.codex/sessions, or one rollout-….jsonl',
  comes: 'What you asked and what Codex answered, a memory per turn, with session, folder, role and time.',
  lost: 'Tool calls and their results, reasoning, pictures, instructions and context that were put in. Sessions have no title. history.jsonl only repeats prompts.',
  cutOf: (relative, named) =>
    /(?:^|\/)rollout-[^/]*\.jsonl$/i.test(relative) || (named && /\.jsonl$/i.test(relative)) ? 'lines' : null,
  open: readRollout,
};

function readRollout(): SourceReader {
  let session: Fields = {};
  let turns = 0;
  return {
    *take(item): Generator<Finding> {
      const line = fieldsOf(item.value);
      // A fork begins with the lines of the session that it was made from; the first says whose file this is.
      if (line.type === 'session_meta' && session.id === undefined) session = fieldsOf(line.payload);
      const found = readLine(item, session, turns + 1);
      if ('draft' in found) turns++;
      yield found;
    },
  };
}

function readLine({ where, value }: SourceItem, session: Fields, nth: number): Finding {
  if (!isFields(value)) return { where, skipped: 'is not an object' };
  const payload = fieldsOf(value.payload);
  const { role } = payload;
  if (value.type !== 'response_item' || payload.type !== 'message' || (role !== 'user' && role !== 'assistant'))
    return { where, skipped: NOT_A_TURN };
  const conversation = idOf(session.id);
  if (conversation === '') return { where, skipped: 'comes before the session says who it is (session_meta)' };
  const words = wordsOf(payload.content, WORDS);
  const text = role === 'user' ? withoutInserted(words, INSERTED) : words;
  if (text === '' || INSTRUCTIONS.test(text)) return { where, skipped: text === '' ? NO_WORDS : NOT_A_TURN };
  const { cwd, git } = session;
  return turnOf('codex', {
    where,
    role,
    text,
    id: idIn(value.timestamp, `${conversation}:${nth}`, `${role}:${text}`),
    time: value.timestamp,
    title: '',
    conversation,
    source: 'codex',
    metadata: { cwd, git_branch: textOf(fieldsOf(git).branch) },
  });
}

/** Messages have no id of their own. A fork repeats what it was made from, moment for moment; without one, files only grow. */
function idIn(timestamp: unknown, nth: string, said: string): string {
  const time = textOf(timestamp);
  return time === '' ? nth : `${time}:${hash('sha256', said)}`;
}
