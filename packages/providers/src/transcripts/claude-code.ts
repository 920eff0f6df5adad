import type {
  TranscriptFile,
  TranscriptItem,
  TranscriptPlace,
  TranscriptReading,
  TranscriptSource,
} from '@zapomni/core/ports';
import { fieldsOf, type Fields } from '../sources/parse/pick.ts';
import { Conversation } from './conversation.ts';
import { jsonLines } from './json-lines.ts';
import { keptLines } from './kept-lines.ts';
import { baseName, filesIn, joined, named } from './place.ts';
import { firstValues } from './first-values.ts';
import { hasBlock, momentOf, stringOf, withoutInserted, wordsOf } from './words.ts';

const CLIENT = 'claude-code';

/** What the program puts among the user's words. */
const INSERTED = [
  'system-reminder',
  'command-name',
  'command-message',
  'command-args',
  'local-command-stdout',
  'local-command-stderr',
  'local-command-caveat',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
  'task-notification',
  'teammate-message',
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
];
const INTERRUPTED = /^\[Request interrupted by user[^\]]*\]$/;
/** A folder for each project, and its sessions in it; what helpers said lies deeper. */
const DEPTH = 2;

export const claudeCode: TranscriptSource = {
  client: CLIENT,
  title: 'Claude Code',
  lies: '~/.claude/projects (CLAUDE_CONFIG_DIR)',
  places,
  async *find(place) {
    const wants = (name: string): boolean =>
      name.endsWith('/') || (name.endsWith('.jsonl') && !name.startsWith('agent-'));
    yield* filesIn(CLIENT, places(place), DEPTH, wants);
  },
  async takes(file) {
    const values = await firstValues(file);
    return values.some(
      (value) => 'sessionId' in value && typeof value['type'] === 'string' && !('projectHash' in value),
    );
  },
  read,
};

function places(place: TranscriptPlace): string[] {
  return [joined(place, named(place, 'CLAUDE_CONFIG_DIR', '.claude'), 'projects')];
}

async function* read(file: TranscriptFile, reading: TranscriptReading = {}): AsyncGenerator<TranscriptItem> {
  const isKept = await keptLines(file, reading);
  let session = '';
  let conversation: Conversation | null = null;
  for await (const { number, value } of jsonLines(file, reading)) {
    const line = fieldsOf(value);
    if (!isTurn(line) || !isKept(number)) continue;
    session ||= stringOf(line['sessionId']) || baseName(file.path);
    conversation ??= new Conversation(CLIENT, session);
    yield* tell(line, conversation, session);
  }
  yield* conversation?.end() ?? [];
}

/** Others have messages too: `api-request-blob` holds whole prompts once more. */
function isTurn(line: Fields): boolean {
  const { type, isSidechain, isMeta, isApiErrorMessage } = line;
  return (
    (type === 'user' || type === 'assistant') && isSidechain !== true && isMeta !== true && isApiErrorMessage !== true
  );
}

function* tell(line: Fields, conversation: Conversation, session: string): Generator<TranscriptItem> {
  const { content, model } = fieldsOf(line['message']);
  const at = momentOf(line['timestamp']);
  const folder = stringOf(line['cwd']) || null;
  if (line['type'] === 'assistant') {
    if (model === '<synthetic>') return;
    conversation.answer(wordsOf(content));
    if (hasBlock(content, ['tool_use', 'server_tool_use'])) conversation.answer('', { usesTool: true });
  } else if (line['isCompactSummary'] === true) {
    // The turn that the context was full in goes on after it.
    const summary = withoutInserted(wordsOf(content), INSERTED);
    if (summary !== '') yield { client: CLIENT, session, at, folder, summary };
  } else if (line['isVisibleInTranscriptOnly'] !== true) {
    const words = withoutInserted(wordsOf(content), INSERTED);
    if (!INTERRUPTED.test(words)) yield* conversation.ask({ words, at, folder });
  }
}
