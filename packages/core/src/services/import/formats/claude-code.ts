import type { Finding, ImportFormat, SourceItem, SourceReader } from '../import-format.ts';
import { NO_WORDS, NOT_A_TURN, turnOf, withoutInserted, wordsOf, type Turn } from '../shapes/turns.ts';
import { fieldsOf, idOf, isFields, textOf, type Fields } from '../shapes/values.ts';

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
  'ide_opened_file',
  'ide_selection',
];

export const claudeCode: ImportFormat = {
  name: 'claude-code',
  needs: '~/.claude/projects, the folder of one project, or one session (.jsonl)',
  comes:
    'What you asked and what Claude answered, a memory per turn, with session, title, folder, branch, role and time.',
  lost: 'Tool calls and their results, thinking, pictures, sub-agents (their files and side chains), summaries made when the context was full, what hooks and commands put in. A title is known from where on the session has one.',
  cutOf: (relative) =>
    /\.jsonl$/i.test(relative) && !/(?:^|\/)(?:agent-[^/]*\.jsonl|subagents\/)/.test(relative) ? 'lines' : null,
  open: readSession,
};

/** One answer is several lines with one message id: it is held back until another turn begins. */
function readSession(): SourceReader {
  const titles = { given: '', made: '' };
  let answer: Turn | null = null;
  const told = (turn: Turn): Finding => turnOf('claude-code', { ...turn, title: titles.given || titles.made });
  const ended = (): Finding[] => {
    const found = answer ? [told(answer)] : [];
    answer = null;
    return found;
  };
  return {
    take(item) {
      const line = fieldsOf(item.value);
      if (line.type === 'custom-title') titles.given = textOf(line.customTitle);
      if (line.type === 'ai-title') titles.made = textOf(line.aiTitle);
      const read = readLine(item, line);
      if ('skipped' in read) return [read];
      if (answer?.id === read.id && read.role === 'assistant') {
        answer = { ...answer, text: `${answer.text}\n\n${read.text}` };
        return [];
      }
      const before = ended();
      if (read.role === 'user') return [...before, told(read)];
      answer = read;
      return before;
    },
    end: ended,
  };
}

type NoTurn = Extract<Finding, { skipped: string }>;

function readLine({ where, value }: SourceItem, line: Fields): Turn | NoTurn {
  if (!isFields(value)) return { where, skipped: 'is not an object' };
  const { type, message } = line;
  if ((type !== 'user' && type !== 'assistant') || !isFields(message)) return { where, skipped: NOT_A_TURN };
  const reason = whyNone(line);
  if (reason !== null) return { where, skipped: reason };
  const id = (type === 'assistant' && idOf(message.id)) || idOf(line.uuid);
  const words = wordsOf(message.content);
  const text = type === 'user' ? withoutInserted(words, INSERTED) : words;
  if (id === '' || text.trim() === '') return { where, skipped: id === '' ? 'is a message without an id' : NO_WORDS };
  const { sessionId, cwd, gitBranch } = line;
  return {
    where,
    role: type,
    text,
    id,
    time: line.timestamp,
    title: '',
    conversation: textOf(sessionId),
    source: 'claude-code',
    metadata: { cwd, git_branch: gitBranch, model: message.model },
  };
}

function whyNone({ isSidechain, isMeta, isCompactSummary }: Fields): string | null {
  if (isSidechain === true) return 'was said to or by a sub-agent';
  return isMeta === true || isCompactSummary === true ? NOT_A_TURN : null;
}
