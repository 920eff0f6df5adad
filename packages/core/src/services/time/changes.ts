/** What the store learned between two moments, with names to read. */
import { invalidField } from '../../errors/index.ts';
import type { Page, RecordedEvidence, StoreEvent } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { checkMoment, checkWhole } from '../graph/checks.ts';
import { toEnds } from '../graph/related/relation-by-id.ts';
import { preview } from './preview.ts';
import type { Change, ChangesRequest } from './time-request.ts';

const MOST_SHOWN = 500;

export async function getChanges({ storage, clock }: Deps, request: ChangesRequest): Promise<Page<Change>> {
  const { workspace, from, kinds, memoryId, cursor } = request;
  // A change of this very millisecond is one that has happened.
  const until = checkMoment(request.until, 'until') ?? clock.now() + 1;
  checkMoment(from, 'since');
  if (from >= until) throw invalidField('until', 'is before `since`');
  const page = await storage.times.events(workspace, {
    from,
    until,
    limit: checkWhole('limit', request.limit ?? 100, 1, MOST_SHOWN),
    ...(kinds?.length ? { kinds } : {}),
    ...(memoryId === undefined ? {} : { memoryId }),
    ...(cursor === undefined ? {} : { cursor }),
  });
  const nameOf = await namesIn(storage.graph, workspace, page.items);
  return { ...page, items: page.items.map((event) => toChange(event, nameOf)) };
}

type NameOf = (id: string) => string | null;

async function namesIn(
  graph: Deps['storage']['graph'],
  workspace: string,
  events: readonly StoreEvent[],
): Promise<NameOf> {
  const ends = events.flatMap((event) => (event.kind === 'relation' ? (toEnds(event.evidence.relationId) ?? []) : []));
  const ids = [...new Set(ends.flatMap(({ source, target }) => [source, target]))];
  const entities = ids.length === 0 ? [] : await graph.entities(workspace, ids);
  const names = new Map(entities.flatMap(({ id, merged, name }) => [id, ...merged].map((one) => [one, name])));
  return (id) => names.get(id) ?? null;
}

const NOTHING = { version: null, text: null, validFrom: null, validTo: null };

function toChange(event: StoreEvent, nameOf: NameOf): Change {
  const { at } = event;
  if (event.kind === 'relation')
    return { at, kind: 'relation', change: event.change, ...relationFacts(event.evidence, nameOf) };
  if (event.change === 'removed') {
    return { at, kind: 'memory', change: 'removed', memoryId: event.memoryId, ...NOTHING };
  }
  const { id, version, text, validFrom, validTo } = event.memory;
  const facts = { version, text: preview(text), validFrom, validTo };
  return { at, kind: 'memory', change: event.change, memoryId: id, ...facts };
}

function relationFacts(evidence: RecordedEvidence, nameOf: NameOf) {
  const { relationId, memoryId, confidence, validFrom, validTo } = evidence;
  const { source = '', type = '', target = '' } = toEnds(relationId) ?? {};
  return { relationId, source: nameOf(source), type, target: nameOf(target), memoryId, confidence, validFrom, validTo };
}
