/**
 * Everything that outlives the call that asked for it. `item` is the whole of it as JSON but for the payload, which may be
 * long and need not be written whenever a lease is kept; the columns before them are what it is found by, and always say the
 * same. A workspace of '' is none: what concerns the whole store.
 *
 *   work_waiting       the next of a kind, best priority first: a claim steps from priority to priority
 *   work_waiting_in    the same within a workspace
 *   work_due           when the next of a kind is due
 *   work_leases        whose lease runs out next
 *   work_live_key      one live item of a key
 *   work_listed        `place` 0 runs, 1 waits, 2 has ended; `moment` when it was asked for, or ended
 */
export const WORK_TABLES = `
  CREATE TABLE work (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    workspace TEXT NOT NULL,
    key TEXT,
    state TEXT NOT NULL,
    priority INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    lease_until INTEGER,
    place INTEGER NOT NULL,
    moment INTEGER NOT NULL,
    item TEXT NOT NULL,
    payload TEXT NOT NULL
  );
  CREATE INDEX work_waiting ON work (kind, priority, due_at, seq) WHERE state = 'queued';
  CREATE INDEX work_waiting_in ON work (kind, workspace, priority, due_at, seq) WHERE state = 'queued';
  CREATE INDEX work_due ON work (kind, due_at) WHERE state = 'queued';
  CREATE INDEX work_leases ON work (kind, lease_until) WHERE state = 'running';
  CREATE UNIQUE INDEX work_live_key ON work (kind, workspace, key) WHERE key IS NOT NULL AND place < 2;
  CREATE INDEX work_listed ON work (place, moment DESC, id DESC);
`;
