/** Both clocks of the store, as the faces of the application see them. */
import type { Page } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { getChanges } from './changes.ts';
import type { Change, ChangesRequest, Snapshot, SnapshotRequest, Timeline, TimelineRequest } from './request.ts';
import { getSnapshot } from './snapshot.ts';
import { getTimeline } from './timeline.ts';

export interface TimeCalls {
  /** What held when, about an entity, a memory or the workspace. */
  getTimeline(request: TimelineRequest): Promise<Timeline>;
  /** What the store learned between two moments. */
  getChanges(request: ChangesRequest): Promise<Page<Change>>;
  /** What held at a moment, as the store believed at a moment. */
  getSnapshot(request: SnapshotRequest): Promise<Snapshot>;
}

export function createTimeCalls(deps: Deps): TimeCalls {
  return {
    getTimeline: (request) => getTimeline(deps, request),
    getChanges: (request) => getChanges(deps, request),
    getSnapshot: (request) => getSnapshot(deps, request),
  };
}
