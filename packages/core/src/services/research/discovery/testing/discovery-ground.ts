/** Discovery over lists of papers, with a clock that stands still: what tests of runs and schedules stand on. */
import type { Clock, PaperSources, Storage } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import type { EvaluateCandidates, Evaluation } from '../../evaluate/evaluation.ts';
import { collection } from '../../../records/collection.ts';
import { tagKey } from '../../library/keep/keys.ts';
import { NEW_QUERY } from '../../queries/query-input.ts';
import { RESEARCH_QUERIES, type KeptQuery, type QueryRecord } from '../../queries/query-record.ts';
import { createOpenFinder } from '../finders/open-finder.ts';
import { runSource, usualMost } from '../run/run-source.ts';
import { keepTime } from '../schedule/keep-time.ts';
import type { SourceInput } from '../sources/check-source.ts';
import { createSource } from '../sources/sources.ts';
import { findingsOf, runsOf } from '../store/index.ts';
import type { KeptFinding } from '../store/finding-record.ts';
import type { KeptRun } from '../store/run-record.ts';
import type { KeptSource } from '../store/source-record.ts';

export const WS = 'default';

/** By its words: a paper with `no` in its title is rejected, one with `maybe` is for somebody to look at. */
const byTitle: EvaluateCandidates = async (_workspace, query, candidates) =>
  candidates.map(({ id, item }): Evaluation => {
    const title = item.title ?? '';
    const decision = /\bno\b/.test(title) ? 'reject' : /\bmaybe\b/.test(title) ? 'review' : 'keep';
    const score = { reject: 0.1, review: 0.5, keep: 0.9 }[decision];
    const parts = { words: score, meaning: null, authors: null, citations: null, recency: null, liked: null };
    const said = { met: [], missed: [], reason: `It says ${decision}.`, judge: 'rules' as const };
    return { candidate: id, query: query.key, version: query.value.version, score, parts, decision, ...said };
  });

/** What the testkit opens for a test. */
interface Opened {
  readonly deps: Deps;
  readonly clock: Clock & { advance(ms: number): void; set(time: number): void };
  readonly dataDir: string;
  close(): Promise<void>;
}

/** The same over another store, of an engine that the testkit has; over its own where that brings none. */
export function onEngine(
  test: Opened,
  { openStorage }: { readonly openStorage?: (at: { dataDir: string; logger: Deps['logger'] }) => Storage },
): Opened {
  if (!openStorage) return test;
  const storage = openStorage({ dataDir: test.dataDir, logger: test.deps.logger });
  const close = async (): Promise<void> => {
    await storage.close();
    await test.close();
  };
  return { ...test, deps: { ...test.deps, storage }, close };
}

export interface Ground<Sources extends PaperSources> {
  readonly deps: Deps;
  readonly clock: Opened['clock'];
  readonly sources: Sources;
  readonly dataDir: string;
  query(name: string, changes?: Partial<QueryRecord>): Promise<KeptQuery>;
  source(name: string, input?: Partial<SourceInput>): Promise<KeptSource>;
  run(source: KeptSource, most?: number, task?: string, signal?: AbortSignal): Promise<KeptRun>;
  findings(): Promise<readonly KeptFinding[]>;
  runs(): Promise<readonly KeptRun[]>;
  /** Does what is due now, each to its end; the time at which to look again. */
  tick(mend?: boolean): Promise<number | null>;
  close(): Promise<void>;
}

const NEVER = new AbortController().signal;

export function openGround<Sources extends PaperSources>(test: Opened, sources: Sources): Ground<Sources> {
  const deps: Deps = { ...test.deps, random: () => 0.5, paperSources: sources };
  const open = createOpenFinder(deps);
  const parts = { deps, open, evaluate: byTitle };
  let tasks = 0;
  const run = async (source: KeptSource, most = 500, task = `task ${++tasks}`, signal = NEVER): Promise<KeptRun> => {
    const order = { workspace: WS, source: source.key, query: null, trigger: 'asked' as const, most, task };
    return runSource(parts, order, { signal, stop: signal.aborted ? 'cancelled' : null, progress: () => {} });
  };
  return {
    deps,
    clock: test.clock,
    sources,
    dataDir: test.dataDir,
    query: (name, changes = {}) => putQuery(deps, name, changes),
    source: async (name, input = {}) =>
      (await createSource(deps, WS, { name, kind: 'arxiv', keywords: ['gulls'], onDemand: true, ...input })).source,
    run,
    findings: async () => (await findingsOf(deps).list(WS, { limit: 1000 })).items,
    runs: async () => (await runsOf(deps).list(WS, { index: 'by_started', limit: 1000 })).items,
    tick: (mend = true) => {
      const askRun = async (workspace: string, { key }: KeptSource, query: string | null) => {
        const order = { workspace, source: key, query, trigger: 'schedule' as const, task: `task ${++tasks}` };
        const most = await usualMost(deps, workspace, key, query);
        await runSource(parts, { ...order, most }, { signal: NEVER, stop: null, progress: () => {} });
      };
      return keepTime(deps, { open, askRun }, { signal: NEVER }, mend);
    },
    close: test.close,
  };
}

const QUERY: Omit<QueryRecord, 'name' | 'name_key'> = {
  ...NEW_QUERY,
  active: true,
  version: 1,
  question: 'What do gulls eat?',
  max_per_run: 500,
  created_at: 0,
  updated_at: 0,
};

async function putQuery(deps: Deps, name: string, changes: Partial<QueryRecord>): Promise<KeptQuery> {
  const queries = collection(deps, RESEARCH_QUERIES);
  const key = deps.ids.next();
  await queries.put(WS, key, { ...QUERY, name, name_key: tagKey(name), ...changes });
  return (await queries.get(WS, key)) as KeptQuery;
}

/** `n` papers of one day, numbered. */
export function papersOn(day: string, n: number, name = 'Gulls') {
  return Array.from({ length: n }, (_, i) => ({
    title: `${name} of the shore, part ${i} of ${day}`,
    day,
    doi: `10.5555/${name.toLowerCase().replaceAll(' ', '.')}.${day}.${i}`,
    abstract: `What ${name} do, told for the ${i}th time.`,
  }));
}
