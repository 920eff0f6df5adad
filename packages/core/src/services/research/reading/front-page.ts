/** The page of a printed paper that has its title, authors and abstract: the first, or that behind a cover. */
import type { ReadDocument } from '../../../ports/index.ts';
import type { FlatDocument } from '../../documents/flatten.ts';
import { isReferenceHeading } from '../citations/references/split-list.ts';
import { readFirstPage, type FirstPage } from './first-page/index.ts';
import { linesOf, type PageLine } from './first-page/page-blocks.ts';
import { titleWords } from './identity/index.ts';

export interface FrontPage extends FirstPage {
  /** `page`: it is printed there. `file`: only the file says so, and no page shows it. */
  readonly titleFrom: 'page' | 'file' | null;
}

const MOST_COVERS = 3;

export function frontPage(read: Pick<ReadDocument, 'head'>, flat: FlatDocument): FrontPage {
  return withTitle(behindCovers(read, flat), flat);
}

/**
 * A publisher's or an archive's cover stands before the paper, and may have its ids: the page with an abstract is the one, else the first that
 * does not begin with what covers say.
 */
function behindCovers({ head }: Pick<ReadDocument, 'head'>, flat: FlatDocument): FirstPage {
  const { pages } = flat.structure;
  const texts = pages.slice(0, MOST_COVERS).map(({ start }, i) => flat.text.slice(start, pages[i + 1]?.start));
  const lines = (texts.length > 0 ? texts : [flat.text]).map((text, i) => beforeReferences(head?.[i] ?? linesOf(text)));
  const fronts = lines.map((page) => readFirstPage(page));
  const whole = fronts.findIndex((page) => page.abstract !== null && page.names.length > 0);
  const best = whole >= 0 ? whole : fronts.findIndex(({ title }, i) => title !== null && !isCover(lines[i] ?? []));
  const front = fronts[Math.max(best, 0)] ?? readFirstPage('');
  const covers = best > 0 ? fronts.slice(0, best).flatMap(({ ids }) => ids) : [];
  const seen = new Set(front.ids.map(({ identifier }) => JSON.stringify(identifier)));
  return { ...front, ids: [...front.ids, ...covers.filter(({ identifier }) => !seen.has(JSON.stringify(identifier)))] };
}

/** Ids, names and years below that heading are of other papers. */
function beforeReferences(lines: readonly PageLine[]): readonly PageLine[] {
  const at = lines.findIndex(({ text }) => text.length < LONGEST_HEADING && isReferenceHeading(text));
  return at > 0 ? lines.slice(0, at) : lines;
}

const LONGEST_HEADING = 60;
const COVER =
  /author[’']s (?:version|accepted|copy)|accepted manuscript|(?:definitive|published|final) version|(?:file was |be |was )downloaded from|terms of use|personal use\b|submitted\/accepted for publication/iu;
const COVER_BEGINS = 600;

function isCover(lines: readonly PageLine[]): boolean {
  const begins = lines.map(({ text }) => text).join(' ');
  return COVER.test(begins.slice(0, COVER_BEGINS));
}

/** The file's own word for it is believed where the page shows it, and where the page shows none. */
function withTitle(page: FirstPage, flat: FlatDocument): FrontPage {
  const said = titleWords(flat.title ?? '');
  const begins = titleWords(flat.text.slice(0, 3000)).join(' ');
  const printed = titleWords(page.title ?? '');
  // What a file says may be the first line of a title that has two.
  const isPart = printed.length > said.length && printed.slice(0, said.length).join(' ') === said.join(' ');
  const isShown = said.length > 1 && begins.includes(said.join(' '));
  if (isShown && !isPart) return { ...page, title: flat.title, titleFrom: 'page' };
  if (page.title !== null && !isContents(page.title)) return { ...page, titleFrom: 'page' };
  return { ...page, title: flat.title, titleFrom: flat.title === null ? null : 'file' };
}

/** `1 Foo 2 2 Bar 2 3 Baz 4`: a table of contents, whatever stands above it. */
function isContents(title: string): boolean {
  const words = title.split(/\s+/u);
  const numbers = words.filter((word) => /^\d+(?:\.\d+)*\.?$/u.test(word)).length;
  return numbers >= 4 && numbers * 3 >= words.length;
}
