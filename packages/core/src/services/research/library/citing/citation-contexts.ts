/** The sentences in which papers of the library cite one, or in which one cites others. */
import { POLARITIES } from '../../words.ts';
import type { Deps } from '../../../deps.ts';
import { findPaper } from '../find/find-paper.ts';
import { contextsOf, papersOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import type { CitationContext } from '../store/reference-record.ts';
import { referencesIn } from './walk-citations.ts';

export interface ContextsRequest {
  readonly workspace: string;
  readonly article: string;
  /** `in_it`: the sentences of the paper itself. */
  readonly direction: 'citing_it' | 'in_it';
  readonly polarity?: (typeof POLARITIES)[number] | undefined;
  readonly limit: number;
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
  readonly total: number;
  readonly sentences: readonly FoundSentence[];
}

const PAGE = 500;

interface Part {
  readonly paper: string;
  readonly document: string;
  readonly contexts: readonly CitationContext[];
}

export async function citationContexts(deps: Deps, request: ContextsRequest): Promise<FoundSentences> {
  const { workspace, direction, polarity, limit } = request;
  const paper = await findPaper(deps, workspace, request.article);
  const parts = await partsOf(deps, workspace, paper.key, direction);
  const numbers = new Map<string, ReadonlyMap<number, string | null>>();
  for (const { paper: citing } of parts)
    if (!numbers.has(citing))
      numbers.set(citing, new Map((await referencesIn(deps, workspace, citing)).map(({ n, cited }) => [n, cited])));
  const all = parts.flatMap((part) =>
    part.contexts.map((context) => {
      const cited = context.references.flatMap((n) => numbers.get(part.paper)?.get(n) ?? []);
      return { citing: part.paper, document: part.document, context, cited: [...new Set(cited)] };
    }),
  );
  const fitting = all.filter(
    ({ context, cited }) =>
      (direction === 'in_it' || cited.includes(paper.key)) && (polarity === undefined || context.polarity === polarity),
  );
  const shown = fitting.slice(0, limit);
  const keys = [...new Set(shown.flatMap(({ citing, cited }) => [citing, ...cited]))];
  const papers = new Map((await papersOf(deps).getMany(workspace, keys)).map((one) => [one.key, one]));
  const sentences = shown.flatMap(({ citing, cited, ...rest }) => {
    const from = papers.get(citing);
    return from ? [{ ...rest, citing: from, cited: cited.flatMap((key) => papers.get(key) ?? []) }] : [];
  });
  return { paper, total: fitting.length, sentences };
}

async function partsOf(
  deps: Deps,
  workspace: string,
  key: string,
  direction: ContextsRequest['direction'],
): Promise<Part[]> {
  const contexts = contextsOf(deps);
  const page =
    direction === 'in_it'
      ? await contexts.list(workspace, { index: 'by_paper', where: { paper: key }, limit: PAGE })
      : await contexts.list(workspace, { index: 'by_cited', where: { cited: key }, limit: PAGE });
  return page.items.map(({ value }) => value);
}
