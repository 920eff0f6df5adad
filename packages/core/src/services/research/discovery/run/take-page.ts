/**
 * A page, from what was found to what is kept:
 *
 *   items ─ seen before as they are, and judged for all who want them? ── yes: known, for one look at the store
 *             └ no ─ which paper? (the library's rules; `found`, without a memory) ─ judged by each query ─ one finding for each
 *
 * What came of an item is written with the finding, and the last portion carries the run and the place of the next page: who dies
 * meanwhile leaves a page that is taken again, and counts each item as it was counted.
 */
import { toZapomniError } from '../../../../errors/index.ts';
import type { RecordWrite } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import type { EvaluateCandidates, Evaluation } from '../../evaluate/evaluation.ts';
import type { Arrival } from '../../library/keep/arrival.ts';
import { savePapers } from '../../library/keep/save-papers.ts';
import type { KeptPaper } from '../../library/store/paper-record.ts';
import type { KeptQuery } from '../../queries/query-record.ts';
import type { FoundItem } from '../finder.ts';
import { findingKey, NO_QUERY, type FindingRecord, type KeptFinding } from '../store/finding-record.ts';
import { findingsOf, itemsOf } from '../store/index.ts';
import type { ItemRecord, KeptItem, KeptSource } from '../store/source-record.ts';
import { newFinding, withSource } from './make-finding.ts';
import { keyItems, type KeyedItem } from './found-items.ts';
import { PORTION, writeAll } from './write-portions.ts';

export interface Taking {
  readonly workspace: string;
  readonly source: KeptSource;
  readonly run: string;
  /** Of the run, from 1. */
  readonly page: number;
  readonly queries: readonly KeptQuery[];
  /** How many that were not seen before may be taken. */
  readonly room: number;
  readonly signal: AbortSignal;
}

export interface Taken {
  readonly found: number;
  readonly new: number;
  readonly known: number;
  readonly rejected: number;
  readonly forgotten: number;
  readonly untitled: number;
  /** There was no room for all: the page is to be looked at again. */
  readonly isCut: boolean;
  /** Ids of queries that have something new. */
  readonly news: ReadonlySet<string>;
  /** Ids of queries whose rule wants a text. */
  readonly wanted: ReadonlySet<string>;
}

export interface TakingParts {
  readonly deps: Deps;
  /** Without one nothing is judged, and everything is for somebody to look at. */
  readonly evaluate?: EvaluateCandidates | undefined;
}

/** Somebody else may have found the same meanwhile; then it is looked at anew. */
const ATTEMPTS = 4;

/** Writes all that came of it; `last` is what goes with the last portion, from what was counted. */
export async function takePage(
  parts: TakingParts,
  taking: Taking,
  items: readonly FoundItem[],
  last: (taken: Taken) => readonly RecordWrite[],
): Promise<{ readonly taken: Taken; readonly versions: readonly number[] }> {
  const keyed = await keyItems(taking.source.key, items);
  for (let attempt = 1; ; attempt++) {
    try {
      return await takeOnce(parts, taking, keyed, last);
    } catch (error) {
      if (attempt === ATTEMPTS || toZapomniError(error).code !== 'CONFLICT') throw error;
    }
  }
}

type Keyed = Awaited<ReturnType<typeof keyItems>>;

async function takeOnce(
  parts: TakingParts,
  taking: Taking,
  { keyed, untitled }: Keyed,
  last: (taken: Taken) => readonly RecordWrite[],
): Promise<{ readonly taken: Taken; readonly versions: readonly number[] }> {
  const { deps } = parts;
  const { workspace, queries } = taking;
  const ids = queries.length === 0 ? [NO_QUERY] : queries.map(({ key }) => key);
  const seen = await seenBefore(deps, workspace, keyed);
  const isSettled = ({ key, hash }: KeyedItem): boolean => {
    const before = seen.get(key)?.value;
    return before !== undefined && before.hash === hash && ids.every((id) => before.queries.includes(id));
  };
  const pending = keyed.filter((one) => !isSettled(one));
  const { chosen, isCut } = withinRoom(pending, seen, taking);
  const settled = keyed.filter(isSettled).map(({ key }) => outcomeBefore(seen.get(key), taking));
  const done = await settle(parts, taking, { chosen, seen, ids });
  const outcomes = [...settled, ...done.outcomes];
  const count = (outcome: ItemRecord['outcome']) => outcomes.filter((one) => one === outcome).length;
  const taken: Taken = {
    found: outcomes.length,
    new: count('new'),
    known: count('known'),
    rejected: count('rejected'),
    forgotten: count('forgotten'),
    untitled,
    isCut,
    news: done.news,
    wanted: done.wanted,
  };
  return { taken, versions: await writeAll(deps, workspace, done.writes, last(taken)) };
}

async function seenBefore(deps: Deps, workspace: string, keyed: readonly KeyedItem[]): Promise<Map<string, KeptItem>> {
  const items = await itemsOf(deps).getMany(
    workspace,
    keyed.map(({ key }) => key),
  );
  return new Map(items.map((item) => [item.key, item]));
}

/** What this very page was counted as before a crash it is counted as again; anything else that was seen is known. */
function outcomeBefore(item: KeptItem | undefined, { run, page }: Taking): ItemRecord['outcome'] {
  if (!item) return 'known';
  const isThis = item.value.run === run && item.value.page === page;
  return isThis || item.value.outcome === 'forgotten' ? item.value.outcome : 'known';
}

/** What was never seen takes room; what is looked at once more does not. */
function withinRoom(pending: readonly KeyedItem[], seen: ReadonlyMap<string, KeptItem>, { room }: Taking) {
  let left = room;
  const chosen = pending.filter(({ key }) => seen.has(key) || left-- > 0);
  return { chosen, isCut: chosen.length < pending.length };
}

interface Settling {
  readonly chosen: readonly KeyedItem[];
  readonly seen: ReadonlyMap<string, KeptItem>;
  /** Of the queries, or what stands for none. */
  readonly ids: readonly string[];
}

interface Settled {
  readonly outcomes: ItemRecord['outcome'][];
  readonly writes: RecordWrite[][];
  readonly news: Set<string>;
  readonly wanted: Set<string>;
}

async function settle(parts: TakingParts, taking: Taking, settling: Settling): Promise<Settled> {
  const { deps } = parts;
  const { workspace, signal } = taking;
  const { chosen, ids } = settling;
  const arrivals = chosen.map(({ found }) => toArrival(taking.source, found));
  const saved = await savePapers(deps, { workspace, arrivals, leaveForgotten: true, signal });
  const papers = saved.map(({ status, paper }) => (status === 'forgotten' ? null : paper));
  const findings = await findingsFor(deps, workspace, papers, ids);
  const fresh = [...new Map(papers.flatMap((paper) => (paper && isOpen(paper) ? [[paper.key, paper]] : []))).values()];
  const judged = await judge(parts, taking, fresh, findings);
  const making = { deps, taking, settling, findings, judged };
  const settled: Settled = { outcomes: [], writes: [], news: new Set(), wanted: new Set() };
  chosen.forEach((item, i) => settleItem(making, settled, item, papers[i] ?? null));
  return settled;
}

function toArrival(
  { value: { kind } }: KeptSource,
  { paper: { item, versions: _versions, ...facts } }: FoundItem,
): Arrival {
  return { item, source: kind, standing: 'found', facts };
}

/** What the user has, or does not want, is nothing new. */
function isOpen({ value }: KeptPaper): boolean {
  return value.standing === 'found' || value.standing === 'referenced';
}

type Findings = Map<string, KeptFinding>;

async function findingsFor(
  deps: Deps,
  workspace: string,
  papers: readonly (KeptPaper | null)[],
  ids: readonly string[],
): Promise<Findings> {
  const keys = [...new Set(papers.flatMap((paper) => (paper ? ids.map((id) => findingKey(id, paper.key)) : [])))];
  const found: Findings = new Map();
  for (let i = 0; i < keys.length; i += PORTION)
    for (const one of await findingsOf(deps).getMany(workspace, keys.slice(i, i + PORTION))) found.set(one.key, one);
  return found;
}

type Judged = ReadonlyMap<string, Evaluation>;

/** Each query judges those that it has not seen. */
async function judge(
  { evaluate }: TakingParts,
  { workspace, queries, signal }: Taking,
  papers: readonly KeptPaper[],
  findings: Findings,
): Promise<Judged> {
  const judged = new Map<string, Evaluation>();
  if (!evaluate) return judged;
  for (const query of queries) {
    const unseen = papers.filter(({ key }) => !findings.has(findingKey(query.key, key)));
    if (unseen.length === 0) continue;
    const candidates = unseen.map(({ key, value }) => ({ id: key, item: value.item }));
    for (const one of await evaluate(workspace, query, candidates, signal))
      judged.set(findingKey(query.key, one.candidate), one);
  }
  return judged;
}

interface Making {
  readonly deps: Deps;
  readonly taking: Taking;
  readonly settling: Settling;
  readonly findings: Findings;
  readonly judged: Judged;
}

function settleItem(making: Making, settled: Settled, item: KeyedItem, paper: KeptPaper | null): void {
  const { deps, taking, settling } = making;
  const before = settling.seen.get(item.key);
  const { outcome, writes } = paper
    ? findingsOfItem(making, settled, item, paper)
    : { outcome: 'forgotten' as const, writes: [] };
  const counted = before && outcomeBefore(before, taking) !== 'known' ? before.value.outcome : outcome;
  const value: ItemRecord = {
    paper: paper?.key ?? null,
    hash: item.hash,
    queries: [...new Set([...(before?.value.queries ?? []), ...settling.ids])],
    run: taking.run,
    page: taking.page,
    outcome: counted,
  };
  const options = { parent: taking.source.key, ifVersion: before?.version ?? 0 };
  settled.outcomes.push(counted);
  settled.writes.push([...writes, itemsOf(deps).writeFor(item.key, value, options)]);
}

/** Of the queries: those that have it learn of another source, the others have it from now on. */
function findingsOfItem(
  making: Making,
  { news, wanted }: Settled,
  item: KeyedItem,
  paper: KeptPaper,
): { outcome: ItemRecord['outcome']; writes: RecordWrite[] } {
  const { deps, settling, findings } = making;
  const writes: RecordWrite[] = [];
  const judgements = new Set<ItemRecord['outcome']>();
  for (const id of settling.ids) {
    const key = findingKey(id, paper.key);
    const before = findings.get(key);
    const value = findingFor(making, item, paper, id);
    if (value === null) continue;
    const version = before?.version ?? 0;
    writes.push(findingsOf(deps).writeFor(key, value, { parent: paper.key, ifVersion: version }));
    // Another item of the page may be the same paper.
    findings.set(key, { key, value, version: version + 1, createdAt: 0, updatedAt: 0, parent: paper.key });
    if (before) continue;
    const isRejected = value.evaluation?.decision === 'reject';
    if (!isRejected) news.add(id);
    if (value.download === 'wanted') wanted.add(id);
    judgements.add(isRejected ? 'rejected' : 'new');
  }
  const outcome = (['new', 'rejected'] as const).find((one) => judgements.has(one)) ?? 'known';
  return { outcome, writes };
}

/** Null where there is nothing to write. */
function findingFor(
  { deps, taking, findings, judged }: Making,
  { found }: KeyedItem,
  paper: KeptPaper,
  id: string,
): FindingRecord | null {
  const key = findingKey(id, paper.key);
  const before = findings.get(key);
  const origin = { source: taking.source, url: found.url, at: deps.clock.now() };
  if (before) return withSource(before.value, origin);
  if (!isOpen(paper)) return null;
  const query = taking.queries.find((one) => one.key === id) ?? null;
  return newFinding({ query, paper: paper.key, run: taking.run, evaluation: judged.get(key) ?? null, origin });
}
