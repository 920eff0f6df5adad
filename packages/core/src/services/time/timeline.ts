/** What held when: about an entity, about a memory, or in the workspace. */
import { invalidField } from '../../errors/index.ts';
import type { MemoryFilter } from '../../model/index.ts';
import type { Deps } from '../deps.ts';
import { checkMoment, checkWhole } from '../graph/checks.ts';
import { findByName } from '../graph/entities/find-entity.ts';
import { entriesAbout } from './entity-entries.ts';
import { readOffset, writeOffset } from './offset-cursor.ts';
import { entriesOfVersions, toMemoryEntry } from './memory-entries.ts';
import type { Timeline, TimelineEntry, TimelineRequest } from './time-request.ts';

const MOST_SHOWN = 200;

export async function getTimeline(deps: Deps, request: TimelineRequest): Promise<Timeline> {
  const limit = checkWhole('limit', request.limit ?? 50, 1, MOST_SHOWN);
  checkMoment(request.knownAt, 'known_at');
  checkSpan(request);
  if (request.entity !== undefined) return entityTimeline(deps, { ...request, entity: request.entity, limit });
  if (request.memoryId !== undefined) {
    const entries = await entriesOfVersions(deps, request.workspace, request.memoryId);
    return { ...cut(entries.filter(isWanted(request)), { ...request, limit }), entity: null, suggestions: [] };
  }
  return workspaceTimeline(deps, { ...request, limit });
}

async function entityTimeline(
  { storage }: Deps,
  request: TimelineRequest & { entity: string; limit: number },
): Promise<Timeline> {
  const { entity, suggestions } = await findByName(storage, request);
  if (!entity) return { entries: [], next: null, entity, suggestions };
  const entries = await entriesAbout(storage, entity, request.knownAt);
  return { ...cut(entries.filter(isWanted(request)), request), entity, suggestions };
}

/** The store keeps memories in this order, so that there may be any number of them. */
async function workspaceTimeline(
  { storage }: Deps,
  { workspace, from, until, knownAt, limit, cursor }: TimelineRequest & { limit: number },
): Promise<Timeline> {
  if (knownAt !== undefined) {
    throw invalidField('known_at', 'needs entity or memory_id', 'get_snapshot shows all that was believed at a time.');
  }
  const filter: MemoryFilter = {
    includeSuperseded: true,
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { before: until }),
  };
  const page = await storage.memories.list({ workspace, filter, limit, ...(cursor === undefined ? {} : { cursor }) });
  return { entries: page.items.map(toMemoryEntry), next: page.next, entity: null, suggestions: [] };
}

function checkSpan({ from, until }: TimelineRequest): void {
  checkMoment(from, 'since');
  checkMoment(until, 'until');
  if (from !== undefined && until !== undefined && from >= until) throw invalidField('until', 'is before `since`');
}

/** It held at some time within the span, and was believed at the moment. */
function isWanted({ from = -Infinity, until = Infinity, knownAt }: TimelineRequest): (entry: TimelineEntry) => boolean {
  return (entry) => {
    const isHeld = entry.from < until && (entry.until ?? Infinity) > from;
    return isHeld && (knownAt === undefined || entry.recordedAt <= knownAt);
  };
}

function cut(
  entries: readonly TimelineEntry[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Pick<Timeline, 'entries' | 'next'> {
  const start = readOffset(cursor);
  const end = start + limit;
  return { entries: entries.slice(start, end), next: end < entries.length ? writeOffset(end) : null };
}
