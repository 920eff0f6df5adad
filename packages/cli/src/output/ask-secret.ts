/** Something that nobody else shall read: typed in unseen, or given on standard input. Never an argument, which every process can see. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Terminal } from './terminal.ts';

/** One line of what is typed; all of standard input without its last line end where that is no terminal. */
export async function askSecret(terminal: Terminal, question: string): Promise<string> {
  if (!terminal.canAsk) return (await text(terminal.stdin)).replace(/\r?\n$/, '');
  terminal.stderr.write(`${question} `);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: terminal.stdin, output: unseen, terminal: true });
  try {
    return await new Promise<string>((resolve) => {
      prompt.once('close', () => resolve(''));
      prompt.once('SIGINT', () => resolve(''));
      prompt.question('', resolve);
    });
  } finally {
    prompt.close();
    terminal.stderr.write('\n');
  }
}
