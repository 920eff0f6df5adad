/**
 * Papers that have to do with one: what they say (meaning), what they build on (references in common), who uses both (cited together) and
 * who wrote them. Each part is from 0 to 1 and shown, so that nobody has to believe the sum.
 */
import { PAPER_KIND } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import { papersOf } from '../library/store/index.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';
import { citedBy, citersOf } from './citation-links.ts';
import { paperIdOf } from '../library/query/paper-id.ts';
import type { EvidenceParts } from './evidence.ts';

export interface RelatedParts {
  readonly meaning: number;
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

const WEIGHTS: RelatedParts = { meaning: 0.5, coupling: 0.2, cocitation: 0.1, authors: 0.1, citation: 0.1 };
/** So many in common are as good as any more. */
const [MANY_REFERENCES, MANY_TOGETHER, MANY_AUTHORS] = [8, 4, 2];
const MOST_LOOKED_AT = 200;
const MOST_CITING = 100;
const MOST_QUERY = 1500;

type Bonds = ReadonlyMap<string, ReadonlySet<string>>;

export async function findRelated(deps: Deps, parts: EvidenceParts, request: RelatedRequest): Promise<RelatedPaper[]> {
  const { workspace, paper, limit, threshold } = request;
  const [cited, citing] = await Promise.all([
    citedBy(deps, workspace, paper.key),
    citersOf(deps, workspace, paper.key),
  ]);
  const [meaning, coupled, together, authors] = await Promise.all([
    byMeaning(parts, request),
    coupledWith(deps, workspace, cited),
    citedTogether(deps, workspace, citing),
    byAuthors(deps, workspace, paper),
  ]);
  const direct = new Set([...cited, ...citing]);
  const candidates = new Set([...meaning.keys(), ...coupled.keys(), ...together.keys(), ...authors.keys(), ...direct]);
  candidates.delete(paper.key);
  const papers = await parts.papers(workspace, [...candidates]);
  return [...merged(papers, paper)]
    .map(([id, other]): RelatedPaper => {
      const shared = {
        references: [...(coupled.get(id) ?? [])],
        citedTogetherBy: [...(together.get(id) ?? [])],
        authors: [...(authors.get(id) ?? [])],
      };
      const found = {
        meaning: meaning.get(id) ?? 0,
        coupling: share(shared.references.length, MANY_REFERENCES),
        cocitation: share(shared.citedTogetherBy.length, MANY_TOGETHER),
        authors: share(shared.authors.length, MANY_AUTHORS),
        citation: direct.has(id) ? 1 : 0,
      };
      return { paper: other, score: sumOf(found), parts: found, shared };
    })
    .filter(({ score }) => score >= threshold)
    .toSorted((one, other) => other.score - one.score || compare(one.paper.key, other.paper.key))
    .slice(0, limit);
}

/** What is shown in another's stead came as that other one already; the paper itself is not related to itself. */
function merged(papers: ReadonlyMap<string, KeptPaper>, { key, value }: KeptPaper): Map<string, KeptPaper> {
  return new Map([...papers].filter(([, other]) => other.key !== key && other.key !== value.shown_as));
}

function sumOf(parts: RelatedParts): number {
  return (Object.keys(WEIGHTS) as (keyof RelatedParts)[]).reduce((sum, name) => sum + WEIGHTS[name] * parts[name], 0);
}

/** Grows fast at first: the second reference in common says more than the ninth. */
function share(count: number, many: number): number {
  return Math.min(1, Math.log1p(count) / Math.log1p(many));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

async function byMeaning(parts: EvidenceParts, { workspace, paper, limit, signal }: RelatedRequest) {
  const { title = '', abstract = '' } = paper.value.item;
  const query = `${title}. ${abstract}`.slice(0, MOST_QUERY).toWellFormed();
  const scores = new Map<string, number>();
  if (title === '' && abstract === '') return scores;
  const { hits } = await parts.search({
    workspaces: [workspace],
    query,
    limit: Math.min(MOST_LOOKED_AT, limit * 5 + 10),
    filter: { kinds: [PAPER_KIND] },
    ...(signal ? { signal } : {}),
  });
  for (const hit of hits) {
    const id = paperIdOf(hit);
    if (id !== null) scores.set(id, Math.max(scores.get(id) ?? 0, hit.score));
  }
  return scores;
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
