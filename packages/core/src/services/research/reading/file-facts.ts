/** What the file says of the paper beside its pages: believed where a page shows it, or shows nothing. */
import type { ReadDocument } from '../../../ports/index.ts';
import type { FlatDocument } from '../../documents/flatten.ts';
import type { FirstPage } from './first-page/index.ts';
import type { FrontPage } from './front-page.ts';
import { editLikeness, titleWords } from './identity/index.ts';

export function withFacts(page: FirstPage, read: Pick<ReadDocument, 'head'>, flat: FlatDocument): FrontPage {
  const said = titleOf(read, flat);
  const [ours, theirs] = [titleWords(page.title ?? ''), titleWords(said ?? '')];
  if (said !== null && isSpelling(ours, theirs)) return { ...page, title: said, titleFrom: 'page' };
  if (page.title !== null && !isContents(page.title)) return { ...page, titleFrom: 'page' };
  return { ...page, title: said, titleFrom: said === null ? null : 'file' };
}

/** The reader may have taken the largest letters for the title of a printed document: what its pages say is read here. */
function titleOf({ head }: Pick<ReadDocument, 'head'>, { title, metadata }: FlatDocument): string | null {
  if (!head) return title;
  const said = metadata['title'];
  return typeof said === 'string' ? said : null;
}

const LIKE = 0.9;
const LEAST_WORDS = 2;

/** The same title, or one that has more: the page's may be misread, or cut. What is a part of the page's own says less. */
function isSpelling(ours: readonly string[], theirs: readonly string[]): boolean {
  if (theirs.length < LEAST_WORDS || ours.length === 0) return false;
  const [one, other] = [ours.join(' '), theirs.join(' ')];
  return editLikeness(one, other, LIKE) >= LIKE || (ours.length >= LEAST_WORDS && ` ${other} `.includes(` ${one} `));
}

/** `1 Foo 2 2 Bar 2 3 Baz 4`: a table of contents, whatever stands above it. */
function isContents(title: string): boolean {
  const words = title.split(/\s+/u);
  const numbers = words.filter((word) => /^\d+(?:\.\d+)*\.?$/u.test(word)).length;
  return numbers >= 4 && numbers * 3 >= words.length;
}
