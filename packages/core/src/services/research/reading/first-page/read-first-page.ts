/** What the first page of a paper says of it: nothing that is not printed there. */
import { findAbstract, type FoundAbstract } from './find-abstract.ts';
import { findAuthors } from './find-authors.ts';
import { headedAbstract, isPlaced, unheadedAbstract, type Body, type PlacedAbstract } from './find-placed-abstract.ts';
import { findTitle, type FoundTitle } from './find-title.ts';
import { linesOf, toBlocks, type PageBlock, type PageLine } from './page-blocks.ts';
import { printedDate } from './printed-date.ts';
import { printedIds, type PrintedId } from './printed-ids.ts';
import { parseName } from '../../citations/names/parse-name.ts';
import type { BibliographicItem, PartialDate } from '../../../../model/papers/index.ts';

export interface FirstPage {
  readonly title: string | null;
  /** As they are printed, with their marks. */
  readonly authorLines: readonly string[];
  readonly names: readonly string[];
  readonly abstract: string | null;
  /** The likeliest first. */
  readonly ids: readonly PrintedId[];
  readonly date: PartialDate | null;
}

export function readFirstPage(page: string | readonly PageLine[]): FirstPage {
  const { headed: _headed, goesOn: _goesOn, ...read } = readPage(typeof page === 'string' ? linesOf(page) : page, null);
  return read;
}

/** One of the first pages, of which another may be the paper's own. */
export interface PageReading extends FirstPage {
  /** Its abstract stands below a heading. */
  readonly headed: boolean;
  /** Its abstract ends in the middle of a sentence. */
  readonly goesOn: boolean;
}

/** `body`: how the text of the paper is set, as far as that is known from its other pages. */
export function readPage(lines: readonly PageLine[], body: Body | null): PageReading {
  const text = lines.map((line) => line.text).join('\n');
  return { ...headOf(toBlocks(lines), body), ids: printedIds(text), date: printedDate(text) };
}

type Head = Pick<PageReading, 'title' | 'authorLines' | 'names' | 'abstract' | 'headed' | 'goesOn'>;

/** The title stands before the abstract, but for pages whose columns were read in another order. */
function headOf(blocks: readonly PageBlock[], body: Body | null): Head {
  const known = isPlaced(blocks) ? headedAbstract(blocks) : findAbstract(blocks);
  const early = findTitle(known && known.block > 0 ? blocks.slice(0, known.block) : blocks);
  const title = early ?? findTitle(blocks);
  const abstract = known ?? (isPlaced(blocks) ? unheadedAbstract(blocks, title?.block ?? -1, body) : null);
  const to = abstract && early ? abstract.block + 1 : blocks.length;
  return {
    ...authorsBelow(blocks, title, to),
    ...abstractOf(abstract),
    headed: known !== null && isPlaced(blocks),
  };
}

function authorsBelow(
  blocks: readonly PageBlock[],
  title: FoundTitle | null,
  to: number,
): Pick<Head, 'title' | 'authorLines' | 'names'> {
  if (!title) return { title: null, authorLines: [], names: [] };
  const { printed, names } = findAuthors(blocks, title.block, title.lines, to);
  return { title: title.text, authorLines: printed, names };
}

function abstractOf(found: FoundAbstract | PlacedAbstract | null): Pick<Head, 'abstract' | 'goesOn'> {
  if (!found) return { abstract: null, goesOn: false };
  return { abstract: found.text, goesOn: 'isCut' in found && found.isCut };
}

/** Below this a printed id may well be of a paper that is cited; a look-up must show the title first. */
const LIKELY = 0.8;

export function toItem(page: FirstPage): BibliographicItem {
  const { title, abstract, date } = page;
  return {
    type: 'article',
    contributors: page.names.map((name) => parseName(name)),
    identifiers: page.ids.filter(({ confidence }) => confidence >= LIKELY).map(({ identifier }) => identifier),
    ...(title === null ? {} : { title }),
    ...(abstract === null ? {} : { abstract }),
    ...(date === null ? {} : { issued: date }),
  };
}
