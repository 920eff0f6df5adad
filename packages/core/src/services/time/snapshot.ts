/** What held at a moment, as the store believed at a moment. */
import type { AsOf } from '../../model/index.ts';
import type { Page, RecordedMemory, Storage } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { checkWhole } from '../graph/checks.ts';
import { toMoment } from '../graph/moment.ts';
import { toRelationViews } from '../graph/related/relation-views.ts';
import type { RelationView } from '../graph/related/related-request.ts';
import type { Snapshot, SnapshotRequest } from './time-request.ts';

const MOST_SHOWN = 200;

interface Part {
  readonly workspace: string;
  readonly moment: AsOf;
  readonly limit: number;
  readonly cursor: string | null | undefined;
}

export async function getSnapshot({ storage, clock }: Deps, request: SnapshotRequest): Promise<Snapshot> {
  const now = clock.now();
  const moment = { validAt: now, knownAt: now, ...toMoment(request) };
  const limit = checkWhole('limit', request.limit ?? 50, 1, MOST_SHOWN);
  const part = { workspace: request.workspace, moment, limit };
  const [memories, relations] = await Promise.all([
    memoriesPart(storage, { ...part, cursor: request.memoryCursor }),
    relationsPart(storage, { ...part, cursor: request.relationCursor }),
  ]);
  return { ...moment, memories, relations };
}

const NO_MORE = { items: [], next: null, total: 0 };

function memoriesPart({ times }: Storage, { workspace, moment, limit, cursor }: Part): Promise<Page<RecordedMemory>> {
  if (cursor === null) return Promise.resolve(NO_MORE);
  return times.memoriesAsOf(workspace, moment, { limit, ...(cursor === undefined ? {} : { cursor }) });
}

async function relationsPart(
  storage: Storage,
  { workspace, moment, limit, cursor }: Part,
): Promise<Page<RelationView>> {
  if (cursor === null) return NO_MORE;
  const query = { ...moment, limit, ...(cursor === undefined ? {} : { cursor }) };
  const page = await storage.graph.listRelations(workspace, query);
  return { ...page, items: await toRelationViews(storage, page.items, { workspace, evidence: 1, moment }) };
}
