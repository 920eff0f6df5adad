/** What the first page of a paper says of it: nothing that is not printed there. */
import { findAbstract } from './find-abstract.ts';
import { findAuthors } from './find-authors.ts';
import { findTitle } from './find-title.ts';
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
  const isText = typeof page === 'string';
  const text = isText ? page : page.map((line) => line.text).join('\n');
  const blocks = toBlocks(isText ? linesOf(page) : page);
  return { ...headOf(blocks), ids: printedIds(text), date: printedDate(text) };
}

type Head = Pick<FirstPage, 'title' | 'authorLines' | 'names' | 'abstract'>;

/** The title stands before the abstract, but for pages whose columns were read in another order. */
function headOf(blocks: readonly PageBlock[]): Head {
  const abstract = findAbstract(blocks);
  const head = abstract && abstract.block > 0 ? blocks.slice(0, abstract.block) : blocks;
  const early = findTitle(head);
  const title = early ?? findTitle(blocks);
  const to = abstract && early ? abstract.block + 1 : blocks.length;
  const authors = title ? findAuthors(blocks, title.block, title.lines, to) : { printed: [], names: [] };
  return {
    title: title?.text ?? null,
    authorLines: authors.printed,
    names: authors.names,
    abstract: abstract?.text ?? null,
  };
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
