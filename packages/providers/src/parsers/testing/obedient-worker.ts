/** Stands in for a process that parses, and does what the text of a file tells it. */
import type { CodeFacts } from '@zapomni/core/ports';
import type { ParseReply, ParseRequest } from '../processes/messages.ts';

function obey({ source }: ParseRequest): void {
  const { text, language } = source;
  if (text === 'die') process.exit(133);
  if (text === 'kill') process.kill(process.pid, 'SIGKILL');
  if (text === 'hang') return;
  const doc = text === 'pid' ? String(process.pid) : process.execArgv.join(' ');
  const facts: Partial<CodeFacts> = { language, doc };
  reply({ kind: 'facts', json: JSON.stringify(facts), memoryMb: 50 });
}

const reply = (message: ParseReply) => process.send?.(message);

process.on('message', obey);
process.on('disconnect', () => process.exit());
reply({ kind: 'ready' });
