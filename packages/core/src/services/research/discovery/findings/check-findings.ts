/** What is new since somebody last asked, by query, the best first, as much as fits; or all since a time. */
import { estimateTokens } from '../../../../model/index.ts';
import type { Deps } from '../../../deps.ts';
import { survivorOf } from '../../library/find/survivor.ts';
import { papersOf } from '../../library/store/index.ts';
import type { KeptPaper } from '../../library/store/paper-record.ts';
import { findQuery, listQueries } from '../../queries/queries.ts';
import type { KeptQuery } from '../../queries/query-record.ts';
import { WORTH_A_LOOK } from '../run/make-finding.ts';
import { NO_QUERY, type KeptFinding } from '../store/finding-record.ts';
import { findingsOf } from '../store/index.ts';

export interface CheckRequest {
  readonly workspace: string;
  /** Name of one; all by default. */
  readonly query?: string | undefined;
  /** Everything that was found since, seen or not. */
  readonly since?: number | undefined;
  /** With those that were rejected. */
  readonly rejected?: boolean | undefined;
  /** Tokens for all of them together. */
  readonly budget: number;
  readonly limit: number;
  /** What is shown counts as seen; true. */
  readonly markSeen?: boolean | undefined;
}

export interface ShownFinding {
  readonly finding: KeptFinding;
  readonly paper: KeptPaper;
}

export interface FindingsOfQuery {
  /** Null for what was found for nobody in particular. */
  readonly query: { readonly id: string; readonly name: string; readonly isGone: boolean } | null;
  readonly findings: readonly ShownFinding[];
  /** That did not fit. */
  readonly left: number;
}

export interface CheckedFindings {
  readonly queries: readonly FindingsOfQuery[];
  readonly shown: number;
  readonly left: number;
}

const PAGE = 100;

export async function checkFindings(deps: Deps, request: CheckRequest): Promise<CheckedFindings> {
  const { workspace, limit, budget } = request;
  const named = request.query === undefined ? null : await findQuery(deps, workspace, request.query);
  const asked = named ? [named.key] : await idsOf(deps, workspace);
  const names = new Map((named ? [named] : await listQueries(deps, workspace)).map((query) => [query.key, query]));
  const room = { tokens: budget, count: limit, isFirst: true };
  const queries: FindingsOfQuery[] = [];
  for (const id of asked) {
    const { findings, left } = await newOf(deps, request, id, room);
    if (findings.length + left > 0) queries.push({ query: nameOf(id, names, findings), findings, left });
  }
  if (request.markSeen ?? true)
    await markSeen(
      deps,
      workspace,
      queries.flatMap(({ findings }) => findings),
    );
  const sum = (of: (one: FindingsOfQuery) => number) => queries.reduce((all, one) => all + of(one), 0);
  return { queries, shown: sum(({ findings }) => findings.length), left: sum(({ left }) => left) };
}

/** Those that are there, and those that were when something was found for them. */
async function idsOf(deps: Deps, workspace: string): Promise<string[]> {
  const ids = (await listQueries(deps, workspace)).map(({ key }) => key);
  for (let from = ''; ;) {
    const query = { index: 'by_time' as const, ...(from === '' ? {} : { from }), limit: 1 };
    const [next] = (await findingsOf(deps).list(workspace, query)).items;
    if (!next) return [...new Set(ids)];
    ids.push(next.value.query);
    // The first text after all that begin with this one.
    from = `${next.value.query}\u0000`;
  }
}

function nameOf(
  id: string,
  names: ReadonlyMap<string, KeptQuery>,
  [first]: readonly ShownFinding[],
): FindingsOfQuery['query'] {
  if (id === NO_QUERY) return null;
  const there = names.get(id);
  return { id, name: there?.value.name ?? first?.finding.value.query_name ?? id, isGone: there === undefined };
}

interface Room {
  tokens: number;
  count: number;
  isFirst: boolean;
}

async function newOf(
  deps: Deps,
  request: CheckRequest,
  query: string,
  room: Room,
): Promise<{ findings: ShownFinding[]; left: number }> {
  const { total, pages } = await candidates(deps, request, query);
  const shown: ShownFinding[] = [];
  for await (const page of pages) {
    for (const one of await withPapers(deps, request.workspace, page)) {
      const cost = estimateTokens(sketch(one));
      if (room.count <= 0 || (cost > room.tokens && !room.isFirst))
        return { findings: shown, left: total - shown.length };
      Object.assign(room, { tokens: room.tokens - cost, count: room.count - 1, isFirst: false });
      shown.push(one);
    }
  }
  return { findings: shown, left: 0 };
}

/** About as long as it is shown. */
function sketch({ finding: { value }, paper }: ShownFinding): string {
  const { title = '', abstract = '' } = paper.value.item;
  const sources = value.sources.map(({ name, url }) => `${name} ${url ?? ''}`).join(' ');
  return `${title} ${abstract.slice(0, MOST_ABSTRACT)} ${value.evaluation?.reason ?? ''} ${sources} ${paper.key}`;
}

const MOST_ABSTRACT = 600;

interface Candidates {
  readonly total: number;
  readonly pages: AsyncIterable<readonly KeptFinding[]>;
}

async function candidates(deps: Deps, request: CheckRequest, query: string): Promise<Candidates> {
  const { workspace, since, rejected = false } = request;
  if (since !== undefined) return foundSince(deps, { workspace, query, since, rejected });
  const range = {
    index: 'by_news' as const,
    where: { query, seen: false },
    from: rejected ? 0 : WORTH_A_LOOK,
  };
  const total = await findingsOf(deps).count(workspace, range);
  return { total, pages: pagesOf(deps, workspace, range) };
}

async function* pagesOf(
  deps: Deps,
  workspace: string,
  range: { index: 'by_news'; where: { query: string; seen: boolean }; from: number },
): AsyncGenerator<readonly KeptFinding[]> {
  for (let cursor: string | undefined; ;) {
    const place = cursor === undefined ? {} : { cursor };
    const page = await findingsOf(deps).list(workspace, { ...range, descending: true, limit: PAGE, ...place });
    yield page.items;
    if (page.next === null) return;
    cursor = page.next;
  }
}

/** In the order of time they are many; of the latest the best come first. */
const MOST_SINCE = 1000;

interface Since {
  readonly workspace: string;
  readonly query: string;
  readonly since: number;
  readonly rejected: boolean;
}

async function foundSince(deps: Deps, { workspace, query, since, rejected }: Since): Promise<Candidates> {
  const range = { index: 'by_time' as const, where: { query }, from: since };
  const { items } = await findingsOf(deps).list(workspace, { ...range, descending: true, limit: MOST_SINCE });
  const wanted = items.filter(({ value }) => rejected || value.rank >= WORTH_A_LOOK);
  const best = wanted.toSorted((one, other) => other.value.rank - one.value.rank);
  return { total: best.length, pages: once(best) };
}

async function* once<Item>(item: Item): AsyncGenerator<Item> {
  yield item;
}

export async function withPapers(
  deps: Deps,
  workspace: string,
  findings: readonly KeptFinding[],
): Promise<ShownFinding[]> {
  const ids = findings.map(({ value }) => value.paper);
  const papers = new Map((await papersOf(deps).getMany(workspace, ids)).map((paper) => [paper.key, paper]));
  const shown = findings.map(async (finding): Promise<ShownFinding[]> => {
    const paper = papers.get(finding.value.paper);
    return paper ? [{ finding, paper: await survivorOf(deps, workspace, paper) }] : [];
  });
  return (await Promise.all(shown)).flat();
}

const PORTION = 200;

/** Somebody who marks the same at the same time means the same. */
async function markSeen(deps: Deps, workspace: string, shown: readonly ShownFinding[]): Promise<void> {
  const now = deps.clock.now();
  const unseen = shown.filter(({ finding }) => !finding.value.seen).map(({ finding }) => finding.key);
  for (let i = 0; i < unseen.length; i += PORTION) {
    const current = await findingsOf(deps).getMany(workspace, unseen.slice(i, i + PORTION));
    const writes = current.map(({ key, value, parent }) =>
      findingsOf(deps).writeFor(key, { ...value, seen: true, seen_at: now }, { parent }),
    );
    await deps.storage.records.write(workspace, writes, now);
  }
}

/** How many of a query nobody has seen yet. */
export function countNew(deps: Pick<Deps, 'storage' | 'clock'>, workspace: string, query: string): Promise<number> {
  return findingsOf(deps).count(workspace, { index: 'by_news', where: { query, seen: false }, from: WORTH_A_LOOK });
}
