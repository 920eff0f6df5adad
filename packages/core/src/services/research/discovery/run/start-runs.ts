/** Having sources looked at: those that are named, those of a query, or all; each once, and not before its time unless somebody insists. */
import { invalidField } from '../../../../errors/index.ts';
import type { WorkItem } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { findQuery } from '../../queries/queries.ts';
import type { Schedule } from '../../queries/query-record.ts';
import type { OpenFinder } from '../finders/opened-source.ts';
import { nextTime } from '../schedule/next-time.ts';
import { listSources } from '../sources/list-sources.ts';
import { findSource } from '../sources/sources.ts';
import { runsOf } from '../store/index.ts';
import type { KeptRun } from '../store/run-record.ts';
import type { KeptSource } from '../store/source-record.ts';
import { sourcesFor } from './wanting.ts';

export interface StartRequest {
  readonly workspace: string;
  readonly source?: string | undefined;
  readonly query?: string | undefined;
  /** 1–500. */
  readonly most?: number | undefined;
  /** Also what was looked at a moment ago. */
  readonly force: boolean;
}

/** `started`: being looked at; `fresh`: its time has not come again; `resting`: it asked to be left alone; `off`: it may not be asked. */
export interface StartedRun {
  readonly source: KeptSource;
  readonly how: 'started' | 'fresh' | 'resting' | 'off';
  /** The item that does it. */
  readonly task: WorkItem | null;
  /** The run before, of one that was not started. */
  readonly last: KeptRun | null;
  /** When it may be run again, of one that was not started. */
  readonly again: number | null;
  /** What would switch it on. */
  readonly howToAllow: string | null;
}

export interface StartParts {
  readonly deps: Deps;
  readonly open: OpenFinder;
  ask(order: { workspace: string; source: string; query: string | null; most: number | null }): Promise<WorkItem>;
}

const [LEAST, MOST] = [1, 500];
/** Of one that is only run when somebody says so. */
const ON_DEMAND: Schedule = { every_hours: 1 };

export async function startRuns(parts: StartParts, request: StartRequest): Promise<StartedRun[]> {
  const { deps } = parts;
  const { workspace, source, query, most } = request;
  if (most !== undefined && !(Number.isInteger(most) && most >= LEAST && most <= MOST))
    throw invalidField('max_articles', `must be a whole number from ${LEAST} to ${MOST}`);
  const found = query === undefined ? null : await findQuery(deps, workspace, query);
  const sources = await chosen(deps, workspace, source, found?.key ?? null);
  return Promise.all(sources.map((one) => startOne(parts, request, one, found?.key ?? null)));
}

async function chosen(deps: Deps, workspace: string, source: string | undefined, query: string | null) {
  if (source !== undefined) return [await findSource(deps, workspace, source)];
  if (query === null) return listSources(deps, workspace);
  const sources = await sourcesFor(deps, workspace, query);
  if (sources.length > 0) return sources;
  throw invalidField(
    'query_name',
    'no source looks for it',
    'Make one that names it: create_arxiv_source … query_names.',
  );
}

async function startOne(
  { deps, open, ask }: StartParts,
  { workspace, most, force }: StartRequest,
  source: KeptSource,
  query: string | null,
): Promise<StartedRun> {
  const idle = { source, task: null, last: null, again: null, howToAllow: null };
  const opened = await open(workspace, source);
  const last = source.value.last && (await runsOf(deps).get(workspace, source.value.last.run));
  if (!opened.isOn) return { ...idle, how: 'off', last, howToAllow: opened.howToAllow };
  const wait = force ? null : notBefore(source, last, deps.clock.now());
  if (wait) return { ...idle, ...wait, last };
  return { ...idle, how: 'started', task: await ask({ workspace, source: source.key, query, most: most ?? null }) };
}

type Wait = { readonly how: 'fresh' | 'resting'; readonly again: number } | null;

function notBefore({ value }: KeptSource, last: KeptRun | null, now: number): Wait {
  if (last === null) return null;
  const { status, retry_at: rests, started_at: begun } = last.value;
  if (status === 'rate_limited') return rests !== null && rests > now ? { how: 'resting', again: rests } : null;
  // What was left of the last run is gone on with whenever somebody asks; a run of the future was made by a wrong clock.
  if (status !== 'ok' || value.passes.length > 0 || begun > now) return null;
  const next = nextTime(value.schedule ?? ON_DEMAND, begun);
  return next !== null && next > now ? { how: 'fresh', again: next } : null;
}
