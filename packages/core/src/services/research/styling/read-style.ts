/** The text of a style that was named by its path; names and texts as they are. */
import { invalidField, toZapomniError } from '../../../errors/index.ts';
import type { Deps } from '../../deps.ts';
import { fetchFile, statFile, type Asker } from '../../documents/fetch-source.ts';

const MOST_BYTES = 2_000_000;
const MOST_NAME = 200;

export async function readStyle(deps: Deps, style: string, asker: Asker): Promise<string> {
  const said = style.trim();
  if (said === '') throw invalidField('style', 'is empty', 'Give a name such as apa, or the path of a .csl file.');
  if (said.includes('<')) return said;
  if (!isPath(said)) {
    if (said.length > MOST_NAME) throw invalidField('style', `has more than ${MOST_NAME} characters and is no style`);
    return said;
  }
  try {
    const stat = await statFile(deps, said, asker);
    if (stat.kind === 'folder') throw invalidField('style', 'is a folder', 'Name a .csl file.');
    if (stat.size > MOST_BYTES) throw invalidField('style', `the file has more than ${MOST_BYTES} bytes`);
    const text = new TextDecoder().decode((await fetchFile(deps, said, asker, stat)).bytes);
    // What a file says is no name of a style, and is repeated to nobody.
    if (!text.includes('<')) throw invalidField('style', 'the file is no style in CSL 1.0', 'Name a whole .csl file.');
    return text;
  } catch (error) {
    const known = toZapomniError(error);
    if (known.code !== 'NOT_FOUND') throw error;
    throw invalidField('style', 'there is no such file, or it may not be read', known.hint);
  }
}

function isPath(said: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(said);
}
