/**
 * Papers that have to do with one: what they say (meaning, words), what they build on (references in common), who uses both (cited together)
 * and who wrote them. Each part is from 0 to 1 and shown, so that nobody has to believe the sum.
 */
import type { Deps } from '../../deps.ts';
import { papersOf } from '../library/store/index.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';
import { likenessTo, type Alike } from './alike.ts';
import { citedBy, citersOf } from './citation-links.ts';
import { shownPapers } from '../library/find/shown-papers.ts';

export interface RelatedParts extends Alike {
  /** References in common (bibliographic coupling). */
  readonly coupling: number;
  /** Cited by the same papers. */
  readonly cocitation: number;
  readonly authors: number;
  /** One cites the other. */
  readonly citation: number;
}

export interface RelatedPaper {
  readonly paper: KeptPaper;
  readonly score: number;
  readonly parts: RelatedParts;
  readonly shared: {
    readonly references: readonly string[];
    readonly citedTogetherBy: readonly string[];
    readonly authors: readonly string[];
  };
}

export interface RelatedRequest {
  readonly workspace: string;
  readonly paper: KeptPaper;
  readonly limit: number;
  /** Less related ones are left out, 0–1. */
  readonly threshold: number;
  readonly signal?: AbortSignal | undefined;
}

/** Meaning and words are worth as much as each other: docs/decisions/2026-11-19-related-papers-are-compared-not-searched.md. */
const WEIGHTS = { meaning: 0.25, words: 0.25, coupling: 0.2, cocitation: 0.1, authors: 0.1, citation: 0.1 };
/** So many in common are as good as any more. */
const [MANY_REFERENCES, MANY_TOGETHER, MANY_AUTHORS] = [8, 4, 2];
const MOST_LOOKED_AT = 200;
const MOST_CITING = 100;

type Bonds = ReadonlyMap<string, ReadonlySet<string>>;

export async function findRelated(deps: Deps, request: RelatedRequest): Promise<RelatedPaper[]> {
  const { workspace, paper, limit, threshold, signal } = request;
  const [cited, citing] = await Promise.all([
    citedBy(deps, workspace, paper.key),
    citersOf(deps, workspace, paper.key),
  ]);
  const [likeness, coupled, together, authors] = await Promise.all([
    likenessTo(deps, workspace, paper, signal),
    coupledWith(deps, workspace, cited),
    citedTogether(deps, workspace, citing),
    byAuthors(deps, workspace, paper),
  ]);
  const direct = new Set([...cited, ...citing]);
  const candidates = new Set([...likeness.near, ...coupled.keys(), ...together.keys(), ...authors.keys(), ...direct]);
  candidates.delete(paper.key);
  const papers = groupShown(await shownPapers(deps, workspace, [...candidates]), paper);
  const alike = await likeness.measure(papers.map(({ shown }) => shown));
  return papers
    .map(({ shown, ids }): RelatedPaper => {
      const shared = {
        references: bondsOf(coupled, ids),
        citedTogetherBy: bondsOf(together, ids),
        authors: bondsOf(authors, ids),
      };
      const found = {
        ...(alike.get(shown.key) ?? { meaning: null, words: 0 }),
        coupling: share(shared.references.length, MANY_REFERENCES),
        cocitation: share(shared.citedTogetherBy.length, MANY_TOGETHER),
        authors: share(shared.authors.length, MANY_AUTHORS),
        citation: ids.some((id) => direct.has(id)) ? 1 : 0,
      };
      return { paper: shown, score: sumOf(found), parts: found, shared };
    })
    .filter(({ score }) => score >= threshold)
    .toSorted((one, other) => other.score - one.score || compare(one.paper.key, other.paper.key))
    .slice(0, limit);
}

interface Shown {
  readonly shown: KeptPaper;
  /** Under which it was found: its own, and those of its preprints. */
  readonly ids: readonly string[];
}

/** Each work once, by whatever version it was found; the paper itself is not related to itself. */
function groupShown(papers: ReadonlyMap<string, KeptPaper>, { key, value }: KeptPaper): Shown[] {
  const others = [...papers].filter(([, { key: shown }]) => shown !== key && shown !== value.shown_as);
  const groups = Map.groupBy(others, ([, shown]) => shown.key);
  return [...groups.values()].map((group) => ({
    shown: (group[0] as (typeof group)[number])[1],
    ids: group.map(([id]) => id),
  }));
}

function bondsOf(bonds: Bonds, ids: readonly string[]): string[] {
  return [...new Set(ids.flatMap((id) => [...(bonds.get(id) ?? [])]))];
}

/** One without a vector is judged by its words. */
function sumOf(parts: RelatedParts): number {
  const known = { ...parts, meaning: parts.meaning ?? parts.words };
  return (Object.keys(WEIGHTS) as (keyof RelatedParts)[]).reduce((sum, name) => sum + WEIGHTS[name] * known[name], 0);
}

/** Grows fast at first: the second reference in common says more than the ninth. */
function share(count: number, many: number): number {
  return Math.min(1, Math.log1p(count) / Math.log1p(many));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Who cites what it cites, by how much. What everybody cites says little, and is asked of few. */
async function coupledWith(deps: Deps, workspace: string, cited: readonly string[]): Promise<Bonds> {
  const bonds = new Map<string, Set<string>>();
  for (const id of cited.slice(0, MOST_LOOKED_AT))
    for (const other of await citersOf(deps, workspace, id)) add(bonds, other, id);
  return bonds;
}

async function citedTogether(deps: Deps, workspace: string, citing: readonly string[]): Promise<Bonds> {
  const bonds = new Map<string, Set<string>>();
  for (const id of citing) for (const other of await citedBy(deps, workspace, id)) add(bonds, other, id);
  return bonds;
}

/** A name that hundreds have is no bond. */
async function byAuthors(deps: Deps, workspace: string, { value }: KeptPaper): Promise<Bonds> {
  const bonds = new Map<string, Set<string>>();
  const papers = papersOf(deps);
  for (const name of value.names.slice(0, 20)) {
    const { items } = await papers.list(workspace, { index: 'by_name', where: { names: name }, limit: MOST_CITING });
    if (items.length < MOST_CITING) for (const { key } of items) add(bonds, key, name);
  }
  return bonds;
}

function add(bonds: Map<string, Set<string>>, id: string, by: string): void {
  const known = bonds.get(id);
  if (known) known.add(by);
  else bonds.set(id, new Set([by]));
}
