/** What is written out goes to a file below the export folder where one is named; a text that is not too long comes back as it is. */
import { invalidField, ZapomniError } from '../../../errors/index.ts';
import type { WrittenFile } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';

export interface Destination {
  /** Below the export folder; the text itself comes back where none is named. */
  readonly file?: string | undefined;
  readonly overwrite?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FileOrText {
  readonly file: WrittenFile | null;
  readonly text: string | null;
}

export async function writeOut(
  { exports }: Pick<Deps, 'exports'>,
  pieces: AsyncIterable<string>,
  { file, overwrite = false, signal }: Destination,
  mostInline: number,
): Promise<FileOrText> {
  if (file !== undefined) {
    const name = file.trim();
    if (name === '') throw invalidField('filename', 'is empty');
    return { file: await exports.write(name, pieces, { overwrite, ...(signal ? { signal } : {}) }), text: null };
  }
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length > mostInline) throw tooLong(mostInline);
  }
  return { file: null, text };
}

function tooLong(most: number): ZapomniError {
  return new ZapomniError('TOO_LARGE', `What is exported has more than ${most} characters.`, {
    hint: 'Give a filename: it is then written below the export folder. Or export fewer.',
  });
}
