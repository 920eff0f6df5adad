/** Texts from files and from stdin. They must be UTF-8: anything else could not come back as it went in. */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { invalidField } from '@zapomni/core/errors';
import type { FactArguments } from '../arguments/memory-arguments.ts';
import type { SourcedDraft } from './sourced-draft.ts';

/** Each file is one memory, and its own source unless another was given. */
export async function* readFiles(files: readonly string[], facts: FactArguments): AsyncGenerator<SourcedDraft> {
  for (const file of files) {
    const bytes = await read(file);
    yield { where: file, bytes: bytes.length, draft: { source: file, ...facts, text: decode(bytes, file) } };
  }
}

export async function readStdin(stdin: Readable): Promise<string> {
  return decode(await buffer(stdin), 'stdin');
}

async function read(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw invalidField(file, isMissing ? 'there is no such file' : 'cannot be read', 'Nothing after it was added.');
  }
}

function decode(bytes: Buffer, where: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidField(where, 'is not UTF-8 text', 'Convert it first; only text can be remembered.');
  }
}
