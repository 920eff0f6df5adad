/** Sources by name: made, listed, looked up and deleted. */
import { toZapomniError, ZapomniError } from '../../../../errors/index.ts';
import { checkSearch as checkAsked } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { tagKey } from '../../library/keep/keys.ts';
import { nearestTo } from '../../library/query/nearest.ts';
import { findQuery } from '../../queries/queries.ts';
import { checkName } from '../../queries/query-input.ts';
import { toSearch } from '../finders/service-finder.ts';
import { dropSchedule, planSchedule } from '../schedule/plan.ts';
import { listSources } from './list-sources.ts';
import { runsOf, schedulesOf, sourcesOf } from '../store/index.ts';
import type { KeptRun } from '../store/run-record.ts';
import type { KeptSchedule } from '../store/schedule-record.ts';
import type { KeptSource, SourceRecord, SourceSearch } from '../store/source-record.ts';
import { SERVICE_KINDS, type SourceKind } from '../words.ts';
import {
  checkKind,
  checkMost,
  checkNeeds,
  checkSearch,
  checkUrl,
  scheduleIn,
  type SourceInput,
} from './check-source.ts';

const MOST_SOURCES = 10_000;
const PAGE = 500;

/** With when it is run next, and what became of it lately. */
export interface ShownSource {
  readonly source: KeptSource;
  readonly schedule: KeptSchedule | null;
}

export interface SourceDetails extends ShownSource {
  /** The latest first. */
  readonly runs: readonly KeptRun[];
}

/** CONFLICT where the name is taken: nothing is overwritten. */
export async function createSource(deps: Deps, workspace: string, input: SourceInput): Promise<ShownSource> {
  const record = await toRecord(deps, workspace, input);
  if (await byName(deps, workspace, record.name)) throw taken();
  if ((await sourcesOf(deps).count(workspace)) >= MOST_SOURCES)
    throw new ZapomniError('TOO_LARGE', `A workspace has at most ${MOST_SOURCES} sources.`, {
      hint: 'Delete one that nobody needs any more.',
    });
  const key = deps.ids.next();
  const puts = [sourcesOf(deps).writeFor(key, record, { ifVersion: 0 }), ...planSchedule(deps, 'source', key, record)];
  try {
    await deps.storage.records.write(workspace, puts, deps.clock.now());
  } catch (error) {
    throw toZapomniError(error).code === 'CONFLICT' ? taken() : error;
  }
  return showSource(deps, workspace, (await sourcesOf(deps).get(workspace, key)) as KeptSource);
}

async function toRecord(deps: Deps, workspace: string, input: SourceInput): Promise<SourceRecord> {
  const now = deps.clock.now();
  const named = checkName(input.name);
  const kind = checkKind(input.kind);
  checkNeeds(kind, input);
  const queries = await Promise.all((input.queries ?? []).map((one) => findQuery(deps, workspace, one)));
  return {
    ...named,
    kind,
    search: searchable(kind, checkSearch(kind, input)),
    url: input.url === undefined ? null : checkUrl(input.url),
    workflow:
      input.workflow === undefined
        ? null
        : { name: checkName(input.workflow, 'workflow').name, params: (input.params ?? {}) as Record<string, never> },
    queries: queries.map((query) => query.key),
    schedule: scheduleIn(input, now),
    max_articles: checkMost(input.maxArticles),
    created_at: now,
    passes: [],
    done_until: null,
    mark: null,
    last: null,
    complete_at: null,
  };
}

/** What the service cannot be asked is refused now, and not by every run. */
function searchable(kind: SourceKind, search: SourceSearch): SourceSearch {
  const service = SERVICE_KINDS.find((one) => one === kind);
  // A run always says from when on.
  if (service) checkAsked(service, { ...toSearch(search), from: '2000-01-01' });
  return search;
}

function taken(): ZapomniError {
  return new ZapomniError('CONFLICT', 'name: there is a source of this name. Nothing was changed.', {
    hint: 'Choose another name, or delete the one that is there.',
    issues: [{ field: 'name', error: 'is taken' }],
  });
}

async function byName(deps: Deps, workspace: string, name: string): Promise<KeptSource | null> {
  const key = tagKey(name);
  if (key === '') return null;
  const { items } = await sourcesOf(deps).list(workspace, { index: 'by_name', where: { name_key: key }, limit: 1 });
  return items[0] ?? null;
}

/** By name, or by id. NOT_FOUND names the nearest. */
export async function findSource(deps: Deps, workspace: string, name: string): Promise<KeptSource> {
  const found = (await byName(deps, workspace, name)) ?? (await byId(deps, workspace, name.trim()));
  if (found) return found;
  const names = (await listSources(deps, workspace)).map(({ value }) => value.name);
  const near = nearestTo(name.trim(), names);
  throw new ZapomniError('NOT_FOUND', 'source_name: there is no source of this name.', {
    hint: near.length === 0 ? 'create_arxiv_source and its like make one.' : `Nearest: ${near.join(', ')}.`,
    issues: [{ field: 'source_name', error: 'not found' }],
  });
}

const ID = /^[\w-]{1,64}$/;

async function byId(deps: Deps, workspace: string, given: string): Promise<KeptSource | null> {
  return ID.test(given) ? sourcesOf(deps).get(workspace, given) : null;
}

async function showSource(deps: Deps, workspace: string, source: KeptSource): Promise<ShownSource> {
  return { source, schedule: await schedulesOf(deps).get(workspace, `source:${source.key}`) };
}

export async function showSources(deps: Deps, workspace: string): Promise<ShownSource[]> {
  const sources = await listSources(deps, workspace);
  const schedules = new Map<string, KeptSchedule>();
  for (let i = 0; i < sources.length; i += PAGE) {
    const keys = sources.slice(i, i + PAGE).map(({ key }) => `source:${key}`);
    for (const one of await schedulesOf(deps).getMany(workspace, keys)) schedules.set(one.value.id, one);
  }
  return sources.map((source) => ({ source, schedule: schedules.get(source.key) ?? null }));
}

const SHOWN_RUNS = 10;

export async function sourceDetails(deps: Deps, workspace: string, name: string): Promise<SourceDetails> {
  const source = await findSource(deps, workspace, name);
  const asked = { index: 'by_source' as const, where: { source: source.key }, descending: true, limit: SHOWN_RUNS };
  const { items } = await runsOf(deps).list(workspace, asked);
  return { ...(await showSource(deps, workspace, source)), runs: items };
}

/** Its runs and findings stay. FORBIDDEN unless it is confirmed. */
export async function deleteSource(
  deps: Deps,
  workspace: string,
  request: { readonly name: string; readonly confirm: boolean },
): Promise<KeptSource> {
  const source = await findSource(deps, workspace, request.name);
  if (!request.confirm)
    throw new ZapomniError('FORBIDDEN', 'confirm_deletion: must be true. Nothing was deleted.', {
      hint: 'Ask the user first; what it has found stays.',
      issues: [{ field: 'confirm_deletion', error: 'must be true' }],
    });
  const gone = [sourcesOf(deps).deletionOf(source.key), dropSchedule(deps, 'source', source.key)];
  await deps.storage.records.write(workspace, gone, deps.clock.now());
  return source;
}
