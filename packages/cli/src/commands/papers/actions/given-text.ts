/** What a file says that the user names by hand, wherever it lies, or what comes on standard input (`-`). */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { invalidField } from '@zapomni/core/errors';
import { oneLine } from '../../../output/harmless.ts';
import type { Terminal } from '../../../output/terminal.ts';

export const STANDARD_INPUT = '-';

export async function givenBytes(file: string, named: string, terminal: Terminal): Promise<Uint8Array> {
  if (file === STANDARD_INPUT) return standardInput(terminal);
  return readFile(file).catch(() => {
    throw invalidField(named, `there is no file ${oneLine(file)}, or it cannot be read`, 'Check how it is spelled.');
  });
}

export async function givenText(file: string, named: string, terminal: Terminal): Promise<string> {
  const bytes = await givenBytes(file, named, terminal);
  if (bytes.includes(0))
    throw invalidField(
      named,
      'is no text',
      'Save what it says as plain text; `zapomni papers add` takes PDFs and other documents into the library.',
    );
  return new TextDecoder().decode(bytes);
}

/** Whoever sits at a terminal is told what is waited for. */
async function standardInput({ stdin, note }: Terminal): Promise<Uint8Array> {
  if (stdin.isTTY) note('Reading what you type or paste; Ctrl-D on a line of its own ends it.');
  return buffer(stdin);
}
