/** Asks before something cannot be undone, or not for ever. */
import { createInterface } from 'node:readline';
import { ZapomniError } from '@zapomni/core/errors';
import type { Terminal } from './terminal.ts';

/**
 * True when the person says yes; everything else, Ctrl-C and Ctrl-D included, is no. Without a terminal to ask on, FORBIDDEN
 * names `--yes`.
 */
export async function confirmed(
  terminal: Terminal,
  question: string,
  unasked = 'This cannot be undone and was not confirmed.',
): Promise<boolean> {
  if (!terminal.canAsk) {
    throw new ZapomniError('FORBIDDEN', unasked, {
      hint: 'Add --yes to do it without being asked.',
    });
  }
  const prompt = createInterface({ input: terminal.stdin, output: terminal.stderr });
  try {
    return await new Promise<boolean>((resolve) => {
      prompt.once('close', () => resolve(false));
      prompt.once('SIGINT', () => resolve(false));
      prompt.question(`${question} [y/N] `, (answer) => resolve(/^y(es)?$/i.test(answer.trim())));
    });
  } finally {
    prompt.close();
  }
}
