/** The lines of a file, for one who may read it several times. */
import { createReadStream } from 'node:fs';
import { invalidField } from '@zapomni/core/errors';
import { inputLines } from '@zapomni/providers/streams';

export async function* fileLines(file: string): AsyncGenerator<string> {
  try {
    for await (const { text } of inputLines(createReadStream(file))) yield text ?? '';
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw invalidField(file, code === 'ENOENT' ? 'there is no such file' : 'cannot be read', 'Nothing was written.');
  }
}
