/**
 * The sentences in which papers of the library cite one, or in which one cites others, a page at a time. A paper may be cited by thousands,
 * and each has to be read to know which of its sentences are meant: a page reads as far as it needs to, and a little on to count.
 */
import { POLARITIES } from '../../words.ts';
import type { Deps } from '../../../deps.ts';
import { noPlace } from '../../place-cursor.ts';
import { findPaper } from '../find/find-paper.ts';
import { contextsOf, papersOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import type { CitationContext } from '../store/reference-record.ts';
import { listsOf, referencesOfLists } from './walk-citations.ts';

export interface ContextsRequest {
  readonly workspace: string;
  readonly article: string;
  /** `in_it`: the sentences of the paper itself. */
  readonly direction: 'citing_it' | 'in_it';
  readonly polarity?: (typeof POLARITIES)[number] | undefined;
  readonly limit: number;
  /** `next` of the page before. */
  readonly cursor?: string | undefined;
}

export interface FoundSentence {
  readonly citing: KeptPaper;
  readonly context: CitationContext;
  readonly document: string;
  /** Papers of the library that the sentence cites. */
  readonly cited: readonly KeptPaper[];
}

export interface FoundSentences {
  readonly paper: KeptPaper;
  /** How many there are; at least, where not all were counted. */
  readonly total: number;
  readonly isCounted: boolean;
  readonly sentences: readonly FoundSentence[];
  readonly next: string | null;
}

/** Lists that are read together. */
const PORTION = 50;
/** Portions that are read to count what is behind the page. */
const MOST_COUNTED = 10;

type Fitting = { readonly citing: string; readonly document: string; readonly context: CitationContext } & {
  /** Keys of papers. */
  readonly cited: readonly string[];
};

export async function citationContexts(deps: Deps, request: ContextsRequest): Promise<FoundSentences> {
  const { workspace, limit } = request;
  const paper = await findPaper(deps, workspace, request.article);
  const place = placeOf(request.cursor);
  const shown: Fitting[] = [];
  let total = place.before - place.skip;
  let next: string | null = null;
  let isCounted = false;
  for (let [portion, cursor] = [0, place.cursor]; !isCounted && (next === null || portion <= MOST_COUNTED); portion++) {
    const { fitting, after } = await portionAt(deps, request, paper.key, cursor);
    const from = portion === 0 ? place.skip : 0;
    const wanted = limit - shown.length;
    shown.push(...fitting.slice(from, from + wanted));
    if (next === null && fitting.length > from + wanted)
      next = writePlace({ before: place.before + limit, skip: from + wanted, cursor });
    total += fitting.length;
    isCounted = after === null;
    cursor = after ?? undefined;
  }
  return { paper, total, isCounted, sentences: await withPapers(deps, workspace, shown), next };
}

interface Place {
  /** Sentences on the pages before. */
  readonly before: number;
  /** The portion that the page begins in, and how many of its sentences are on pages before. */
  readonly cursor: string | undefined;
  readonly skip: number;
}

function placeOf(text: string | undefined): Place {
  if (text === undefined) return { before: 0, skip: 0, cursor: undefined };
  const [, before, skip, cursor = ''] = /^at:(\d{1,9}):(\d{1,9})(?::([\w-]+))?$/.exec(text) ?? noPlace();
  return { before: Number(before), skip: Number(skip), cursor: cursor === '' ? undefined : cursor };
}

function writePlace({ before, skip, cursor }: Place): string {
  return ['at', before, skip, ...(cursor === undefined ? [] : [cursor])].join(':');
}

/** The sentences of one portion of lists, and where the next one begins. */
async function portionAt(
  deps: Deps,
  { workspace, direction, polarity }: ContextsRequest,
  key: string,
  cursor: string | undefined,
): Promise<{ fitting: Fitting[]; after: string | null }> {
  const place = { limit: PORTION, ...(cursor === undefined ? {} : { cursor }) };
  const { items, next } = await (direction === 'in_it'
    ? contextsOf(deps).list(workspace, { index: 'by_paper', where: { paper: key }, ...place })
    : contextsOf(deps).list(workspace, { index: 'by_cited', where: { cited: key }, ...place }));
  const lists = await listsOf(deps, workspace, [...new Set(items.map(({ value }) => value.paper))]);
  const fitting = items.flatMap(({ value: { paper, document, contexts } }) => {
    const numbers = new Map(referencesOfLists(lists.get(paper)).map(({ n, cited }) => [n, cited]));
    return contexts.map((context): Fitting => {
      const cited = [...new Set(context.references.flatMap((n) => numbers.get(n) ?? []))];
      return { citing: paper, document, context, cited };
    });
  });
  const isMeant = ({ context, cited }: Fitting): boolean =>
    (direction === 'in_it' || cited.includes(key)) && (polarity === undefined || context.polarity === polarity);
  return { fitting: fitting.filter(isMeant), after: next };
}

async function withPapers(deps: Deps, workspace: string, shown: readonly Fitting[]): Promise<FoundSentence[]> {
  const keys = [...new Set(shown.flatMap(({ citing, cited }) => [citing, ...cited]))];
  const papers = new Map((await papersOf(deps).getMany(workspace, keys)).map((one) => [one.key, one]));
  return shown.flatMap(({ citing, cited, ...rest }) => {
    const from = papers.get(citing);
    return from ? [{ ...rest, citing: from, cited: cited.flatMap((key) => papers.get(key) ?? []) }] : [];
  });
}
