/** Taking what is due: leases that ran out first come back, then the best of what waits is given away. */
import type { WorkClaim } from '@zapomni/core/ports';
import { beginWork, loseLease, type KeptWork } from '../../../shared/work-states.ts';
import type { Database } from '../connection/database.ts';
import { parseWork, updateWork, type WorkRow } from './work-rows.ts';

interface Waiting extends WorkRow {
  readonly seq: number;
  readonly priority: number;
  readonly dueAt: number;
}

export function claimWork(db: Database, claim: WorkClaim, limit: number, now: number): KeptWork[] {
  for (const kind of claim.kinds) takeBack(db, kind, claim.workspace, now);
  const waiting = claim.kinds.flatMap((kind) => waitingOf(db, { kind, workspace: claim.workspace, limit, now }));
  return waiting
    .toSorted((one, other) => other.priority - one.priority || one.dueAt - other.dueAt || one.seq - other.seq)
    .slice(0, limit)
    .map((row) => updateWork(db, beginWork(parseWork(row), claim, now)));
}

function takeBack(db: Database, kind: string, workspace: string | undefined, now: number): void {
  const within = workspace === undefined ? '' : 'AND workspace = ?';
  const rows = db.all<WorkRow>(
    `SELECT item, payload FROM work WHERE state = 'running' AND kind = ? AND lease_until <= ? ${within}`,
    kind,
    now,
    ...(workspace === undefined ? [] : [workspace]),
  );
  for (const row of rows) updateWork(db, loseLease(parseWork(row), now));
}

interface Wanted {
  readonly kind: string;
  readonly workspace: string | undefined;
  readonly limit: number;
  readonly now: number;
}

/** The best that are due. Goes from priority to priority, so that what is not due yet is never looked at. */
function waitingOf(db: Database, { kind, workspace, limit, now }: Wanted): Waiting[] {
  const within = workspace === undefined ? '' : 'AND workspace = ?';
  const which = workspace === undefined ? [kind] : [kind, workspace];
  const found: Waiting[] = [];
  let above = Infinity;
  while (found.length < limit) {
    const next = `SELECT max(priority) FROM work WHERE state = 'queued' AND kind = ? ${within} AND priority < ?`;
    const priority: number | null | undefined = db.value<number | null>(next, ...which, above);
    if (priority === null || priority === undefined) break;
    const rows = db.all<Waiting>(
      `SELECT seq, priority, due_at AS dueAt, item, payload FROM work
       WHERE state = 'queued' AND kind = ? ${within} AND priority = ? AND due_at <= ? ORDER BY due_at, seq LIMIT ?`,
      ...which,
      priority,
      now,
      limit - found.length,
    );
    found.push(...rows);
    above = priority;
  }
  return found;
}
