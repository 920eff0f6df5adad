/** Whether a file is the note of a paper, and of which. */
import { readKeys, splitNote } from './front-matter.ts';
import { ID_KEY } from './owned-keys.ts';
import { hasMarks } from './regions.ts';

const BEGINNING = 20_000;
const ID_LINE = new RegExp(`^${ID_KEY}:[ \\t]*["']?([^\\s"']+)`, 'm');

/** Of the paper that a note says it is of. Front matter that is broken tells it still, more often than not. */
export function idIn(text: string): string | null {
  if (!text.slice(0, BEGINNING).includes(ID_KEY)) return null;
  const source = splitNote(text)?.source ?? '';
  const keys = readKeys(source);
  const id = keys ? keys.get(ID_KEY) : ID_LINE.exec(source)?.[1];
  return typeof id === 'string' ? id : null;
}

/** Whether anything of ours is left in it, or it cannot be told. */
export function isOfPaper(text: string): boolean {
  const keys = readKeys(splitNote(text)?.source ?? '');
  return keys === null || keys.has('citekey') || hasMarks(text);
}
