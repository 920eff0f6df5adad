/** Both clocks of the store, as the faces of the application see them. */
import type { Page } from '../ports/index.ts';
import type { Deps } from '../services/deps.ts';
import { getChanges } from '../services/time/changes.ts';
import type {
  Change,
  ChangesRequest,
  Snapshot,
  SnapshotRequest,
  Timeline,
  TimelineRequest,
} from '../services/time/time-request.ts';
import { getSnapshot } from '../services/time/snapshot.ts';
import { getTimeline } from '../services/time/timeline.ts';

export interface TimeCalls {
  /** What held when, about an entity, a memory or the workspace. */
  timeline(request: TimelineRequest): Promise<Timeline>;
  /** What the store learned between two moments. */
  changes(request: ChangesRequest): Promise<Page<Change>>;
  /** What held at a moment, as the store believed at a moment. */
  snapshot(request: SnapshotRequest): Promise<Snapshot>;
}

export function createTimeCalls(deps: Deps): TimeCalls {
  return {
    timeline: (request) => getTimeline(deps, request),
    changes: (request) => getChanges(deps, request),
    snapshot: (request) => getSnapshot(deps, request),
  };
}
