/** Papers side by side: what each says of the same matter, what they both cite, and their figures. */
import type { EvidencePassage } from './evidence.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';

export interface ComparedPaper {
  readonly paper: KeptPaper;
  readonly references: number;
  readonly citedByTheOthers: readonly string[];
}

export interface SharedReference {
  /** Id of the cited paper. */
  readonly id: string;
  readonly title: string;
  /** Ids of those of the compared that cite it. */
  readonly citedBy: readonly string[];
}

export interface SaidFigure {
  readonly label: string;
  readonly paper: string;
  readonly figures: readonly string[];
}

/** How many of the compared cite each, of those that two do. */
export function sharedReferences(
  cites: ReadonlyMap<string, readonly string[]>,
  titles: ReadonlyMap<string, string>,
): SharedReference[] {
  const citing = new Map<string, string[]>();
  for (const [paper, cited] of cites)
    for (const id of new Set(cited)) citing.set(id, [...(citing.get(id) ?? []), paper]);
  return [...citing]
    .filter(([, papers]) => papers.length > 1)
    .map(([id, citedBy]) => ({ id, title: titles.get(id) ?? '', citedBy }))
    .toSorted((one, other) => other.citedBy.length - one.citedBy.length || (one.title < other.title ? -1 : 1));
}

export function compared(papers: readonly KeptPaper[], cites: ReadonlyMap<string, readonly string[]>): ComparedPaper[] {
  return papers.map((paper) => ({
    paper,
    references: cites.get(paper.key)?.length ?? 0,
    citedByTheOthers: papers.filter(({ key }) => cites.get(key)?.includes(paper.key)).map(({ key }) => key),
  }));
}

const FIGURE =
  /(?<![\p{L}\p{N}.])[<>≤≥=±~]?\s?\d[\d,]*(?:\.\d+)?(?:\s?(?:%|×|ms|s|kg|mg|km|m|GB|MB|points?)(?![\p{L}]))?/gu;
const MOST_FIGURES = 12;

/** Numbers that the passages name, with what stands after them; years and numbers of citations are none. */
export function figuresIn(passages: readonly EvidencePassage[]): SaidFigure[] {
  return passages
    .map(({ label, paper, quote }) => ({ label, paper: paper.id, figures: figuresOf(quote) }))
    .filter(({ figures }) => figures.length > 0);
}

function figuresOf(text: string): string[] {
  const bare = text.replaceAll(/\[[\d,;\s–-]+\]|\((?:[^()]*\b(?:19|20)\d\d[a-z]?\b[^()]*)\)/gu, ' ');
  const found = [...bare.matchAll(FIGURE)].map(([figure]) => figure.trim());
  return [...new Set(found)].filter((figure) => !/^(?:19|20)\d\d$/.test(figure)).slice(0, MOST_FIGURES);
}
