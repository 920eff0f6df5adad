/** In which order papers that a search found are shown. Those that are equal stay as the search has them. */
import type { SearchOrder } from '../../words.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import type { CitationCount } from './count-citations.ts';

const NEVER = -1e15;
const NOBODY = -1;

/** `ids` are of papers, the best first. */
export function inOrder<Item extends { readonly paper: string }>(
  found: readonly Item[],
  sort: SearchOrder,
  papers: ReadonlyMap<string, KeptPaper>,
  citations: ReadonlyMap<string, CitationCount>,
): readonly Item[] {
  if (sort === 'relevance') return found;
  const keyed = found.flatMap((item) => {
    const paper = papers.get(item.paper);
    return paper ? [{ item, paper, when: when(paper), cited: citations.get(paper.key)?.count ?? NOBODY }] : [];
  });
  type Keyed = (typeof keyed)[number];
  const orders: Record<Exclude<SearchOrder, 'relevance'>, (one: Keyed, other: Keyed) => number> = {
    date: (one, other) => other.when - one.when,
    citations: (one, other) => other.cited - one.cited,
    title: (one, other) => compare(one.paper.value.title_sort, other.paper.value.title_sort),
  };
  return keyed.toSorted(orders[sort]).map(({ item }) => item);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function when({ value }: KeptPaper): number {
  const { year, month = 1, day = 1 } = value.item.issued ?? {};
  return year === undefined ? (value.year === null ? NEVER : value.year * 400) : year * 400 + month * 32 + day;
}
