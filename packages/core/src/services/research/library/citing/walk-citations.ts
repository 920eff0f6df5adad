/** What a paper cites and by what it is cited, as far as the library knows, to a depth of three steps. Circles are walked once. */
import type { Deps } from '../../../deps.ts';
import { placeAfter, placeIn } from '../../place-cursor.ts';
import { findPaper } from '../find/find-paper.ts';
import { papersOf, referencesOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import { PART, partKey, type PaperReference, type ReferenceList } from '../store/reference-record.ts';

export interface CitationsRequest {
  readonly workspace: string;
  readonly article: string;
  readonly outbound: boolean;
  readonly inbound: boolean;
  /** 1–3. */
  readonly depth: number;
  /** How many papers of the network, and how many references, are told. */
  readonly limit: number;
  /** `next` of the page before: both lists go on. */
  readonly cursor?: string | undefined;
}

export interface NetworkPaper {
  readonly paper: KeptPaper;
  readonly distance: number;
  readonly direction: 'cites' | 'cited_by';
  /** The paper on the way to it. */
  readonly via: string;
}

export interface Citations {
  readonly paper: KeptPaper;
  readonly references: readonly { readonly reference: PaperReference; readonly cited: KeptPaper | null }[];
  readonly referencesTotal: number;
  readonly network: readonly NetworkPaper[];
  /** How many there are within the depth; at least, where it was too large to be walked to its end. */
  readonly networkTotal: number;
  readonly networkIsCut: boolean;
  readonly next: string | null;
}

const PAGE = 500;
/** So many are read in one turn: who comes between them waits a few milliseconds. */
const AT_ONCE = 50;
/** So many papers are walked through in one direction; what lies beyond is not counted, and that is said. */
const MOST_WALKED = 20_000;

export async function walkCitations(deps: Deps, request: CitationsRequest): Promise<Citations> {
  const { workspace, limit, outbound, inbound } = request;
  const paper = await findPaper(deps, workspace, request.article);
  // The paper's own list is the first step of the walk as well, and is asked for once.
  const lists = outbound ? listsOf(deps, workspace, [paper.key]) : null;
  const [own, ...ways] = await Promise.all([
    lists?.then((found) => referencesOfLists(found.get(paper.key))) ?? [],
    lists
      ? walk(request, paper.key, 'cites', (some) => citedBy(deps, workspace, some, { [paper.key]: lists }))
      : NOWHERE,
    inbound ? walk(request, paper.key, 'cited_by', (some) => citing(deps, workspace, some)) : NOWHERE,
  ]);
  const reached = ways.flatMap(({ found }) => found);
  const [from, end] = [placeIn(request.cursor), placeIn(request.cursor) + limit];
  const shown = reached.slice(from, end);
  const cited = own.slice(from, end);
  const keys = [...new Set([...shown.map(({ key }) => key), ...cited.flatMap((one) => one.cited ?? [])])];
  const read = await inPortions(keys, (some) => papersOf(deps).getMany(workspace, some));
  const papers = new Map(read.map((one) => [one.key, one]));
  return {
    paper,
    references: cited.map((reference) => ({ reference, cited: papers.get(reference.cited ?? '') ?? null })),
    referencesTotal: own.length,
    network: shown.flatMap(({ key, ...step }) => {
      const found = papers.get(key);
      return found ? [{ paper: found, ...step }] : [];
    }),
    networkTotal: reached.length,
    networkIsCut: ways.some(({ isCut }) => isCut),
    next: placeAfter(end, Math.max(reached.length, own.length)),
  };
}

/** In the order of the list. */
export function referencesOfLists(lists: readonly ReferenceList[] = []): PaperReference[] {
  return lists.flatMap(({ references }) => references);
}

interface Step {
  readonly key: string;
  readonly distance: number;
  readonly direction: NetworkPaper['direction'];
  readonly via: string;
}

async function walk(
  { depth }: CitationsRequest,
  start: string,
  direction: Step['direction'],
  step: (papers: readonly string[]) => Promise<Steps>,
): Promise<Walk> {
  const seen = new Set([start]);
  const found: Step[] = [];
  let frontier = [start];
  let isCut = false;
  for (let distance = 1; distance <= depth && frontier.length > 0 && !isCut; distance++) {
    const fresh = (await step(frontier))
      .flatMap(([via, keys]) => keys.map((key) => ({ key, distance, direction, via })))
      .filter(({ key }) => !seen.has(key) && seen.add(key));
    for (const one of fresh) found.push(one);
    frontier = fresh.map(({ key }) => key);
    isCut = seen.size >= MOST_WALKED && (distance < depth || frontier.length >= MOST_WALKED);
  }
  return { found, isCut };
}

interface Walk {
  readonly found: readonly Step[];
  readonly isCut: boolean;
}

const NOWHERE: Walk = { found: [], isCut: false };

type Steps = (readonly [via: string, keys: readonly string[]])[];

async function citedBy(deps: Deps, workspace: string, papers: readonly string[], known: Lists): Promise<Steps> {
  const [only = ''] = papers.length === 1 ? papers : [];
  const lists = await (known[only] ?? listsOf(deps, workspace, papers));
  return papers.map((paper) => [paper, lists.get(paper)?.flatMap(({ cited }) => cited) ?? []] as const);
}

/** By the paper whose list has been asked for. */
type Lists = Readonly<Record<string, Promise<Map<string, ReferenceList[]>>>>;

/** The first parts of all in one question; only who has more than fits into one is asked again. */
export async function listsOf(
  deps: Deps,
  workspace: string,
  papers: readonly string[],
): Promise<Map<string, ReferenceList[]>> {
  const found = new Map<string, ReferenceList[]>();
  let wanted: readonly string[] = papers;
  for (let part = 0; wanted.length > 0; part++) {
    const keys = wanted.map((paper) => partKey(paper, part));
    const parts = await inPortions(keys, (some) => referencesOf(deps).getMany(workspace, some));
    for (const { value } of parts) found.set(value.paper, [...(found.get(value.paper) ?? []), value]);
    wanted = parts.filter(({ value }) => value.references.length >= PART).map(({ value }) => value.paper);
  }
  return found;
}

async function inPortions<Key, Item>(keys: readonly Key[], get: (some: readonly Key[]) => Promise<Item[]>) {
  const found: Item[] = [];
  for (let i = 0; i < keys.length; i += AT_ONCE) found.push(...(await get(keys.slice(i, i + AT_ONCE))));
  return found;
}

/** The first pages of all in one question; who is cited by more than a page holds is asked again. */
async function citing(deps: Deps, workspace: string, papers: readonly string[]): Promise<Steps> {
  const found = new Map(papers.map((paper) => [paper, new Set<string>()]));
  for (let wanted: Place[] = papers.map((cited) => ({ cited })); wanted.length > 0;) {
    const pages = await inPortions(wanted, (some) => citingPages(deps, workspace, some));
    const asked = wanted;
    wanted = [];
    for (const [i, { items, next }] of pages.entries()) {
      const { cited } = asked[i] as Place;
      const its = found.get(cited);
      for (const { value } of items) its?.add(value.paper);
      if (next !== null && (its?.size ?? 0) < MOST_WALKED) wanted.push({ cited, cursor: next });
    }
  }
  return [...found].map(([cited, its]) => [cited, [...its]] as const);
}

interface Place {
  readonly cited: string;
  readonly cursor?: string;
}

function citingPages(deps: Deps, workspace: string, places: readonly Place[]) {
  const query = ({ cited, ...cursor }: Place) => ({
    index: 'by_cited' as const,
    where: { cited },
    limit: PAGE,
    ...cursor,
  });
  return referencesOf(deps).listMany(workspace, places.map(query));
}
