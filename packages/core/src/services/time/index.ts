/** Both clocks: what is asked of them and what they answer. */
export type {
  Change,
  ChangesRequest,
  Snapshot,
  SnapshotRequest,
  Timeline,
  TimelineEntry,
  TimelineRequest,
} from './time-request.ts';
