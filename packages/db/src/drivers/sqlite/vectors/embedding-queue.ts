/**
 * Passages that wait for a vector. `pending` holds exactly those without a vector of the queue's model, the one that was
 * last claimed for. A claim for another model first turns the queue to it; since vectors of several models may lie side by
 * side, two processes with different models cost each other a scan, never the work itself.
 */
import type { EmbeddingClaim, EmbeddingQueue, QueuedPassage } from '@zapomni/core/ports';
import type { Database } from '../connection/database.ts';
import { readMeta, writeMeta } from '../schema/format.ts';
import { findModel } from './models.ts';
import { PendingOrder } from './pending-order.ts';
import { readPassages } from '../memories/read-passages.ts';
import type { Served } from '../connection/protocol.ts';
import type { Store } from '../store.ts';

const QUEUE_MODEL = 'queue_model';

export function createEmbeddingQueue(store: Store): Served<EmbeddingQueue> {
  const { db } = store;
  const order = new PendingOrder(db);
  return {
    claim: (model, claim, limit, now) =>
      store.write(() => {
        if (turnTo(db, model)) order.forget();
        return lease(db, claim, order.free(limit, now, claim.behind));
      }),
    release: (owner, passageIds, retryAt) => store.write(() => release(db, owner, passageIds, retryAt)),
    pending: (model, except) => store.read(() => countPending(db, model, except)),
  };
}

function lease(db: Database, claim: EmbeddingClaim, ids: readonly number[]): QueuedPassage[] {
  if (ids.length === 0) return [];
  const owners = ownersOf(db, ids);
  db.run(
    'UPDATE pending SET owner = ?, lease_until = ? WHERE passage IN (SELECT value FROM json_each(?))',
    claim.owner,
    claim.until,
    JSON.stringify(ids),
  );
  return readPassages(db, ids).flatMap((passage) => {
    const owner = owners.get(passage.id);
    return owner ? { ...passage, ...owner } : [];
  });
}

type Owner = Pick<QueuedPassage, 'workspace' | 'kind'>;

function ownersOf(db: Database, ids: readonly number[]): Map<number, Owner> {
  const rows = db.all<Owner & { readonly id: number }>(
    `SELECT p.id, w.name AS workspace, m.kind FROM passages p
     JOIN memories m ON m.id = p.memory JOIN workspaces w ON w.id = m.workspace
     WHERE p.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  );
  return new Map(rows.map(({ id, workspace, kind }) => [id, { workspace, kind }]));
}

function release(db: Database, owner: string, passageIds: readonly number[], retryAt: number): void {
  db.run(
    `UPDATE pending SET owner = NULL, lease_until = ?
     WHERE owner = ? AND passage IN (SELECT value FROM json_each(?))`,
    retryAt,
    owner,
    JSON.stringify(passageIds),
  );
}

/** Of workspaces whose names begin so; none for the empty text. */
const NAMED = `SELECT id FROM workspaces WHERE ?1 <> '' AND substr(name, 1, length(?1)) = ?1`;

export function countPending(db: Database, model: string, except = ''): number {
  const isQueued = readMeta(db, QUEUE_MODEL) === model;
  if (isQueued && except === '') return db.value<number>('SELECT count(*) FROM pending') ?? 0;
  const others = `SELECT count(*) FROM passages p WHERE p.workspace NOT IN (${NAMED})`;
  if (isQueued) return db.value<number>(`${others} AND p.id IN (SELECT passage FROM pending)`, except) ?? 0;
  const sql = `${others} AND NOT EXISTS (SELECT 1 FROM vectors WHERE passage = p.id AND model = ?2)`;
  return db.value<number>(sql, except, findModel(db, model)?.id ?? 0) ?? 0;
}

/** Takes passages that have got their vector off the queue, if it is the queue's model they were embedded with. */
export function takeOff(db: Database, model: string, passageIds: readonly number[]): void {
  const queued = readMeta(db, QUEUE_MODEL);
  if (queued === undefined) writeMeta(db, QUEUE_MODEL, model);
  else if (queued !== model) return;
  db.run('DELETE FROM pending WHERE passage IN (SELECT value FROM json_each(?))', JSON.stringify(passageIds));
}

/** Passages whose vector went wait again, if it was of the queue's model. `passageIds` as a JSON list. */
export function putBack(db: Database, model: string, passageIds: string): void {
  if (readMeta(db, QUEUE_MODEL) !== model) return;
  db.run('INSERT OR IGNORE INTO pending (passage, lease_until) SELECT value, 0 FROM json_each(?)', passageIds);
}

/** False when it is. */
function turnTo(db: Database, model: string): boolean {
  if (readMeta(db, QUEUE_MODEL) === model) return false;
  const id = findModel(db, model)?.id ?? 0;
  db.run('DELETE FROM pending WHERE passage IN (SELECT passage FROM vectors WHERE model = ?)', id);
  db.run(
    `INSERT OR IGNORE INTO pending (passage, lease_until)
     SELECT id, 0 FROM passages p WHERE NOT EXISTS (SELECT 1 FROM vectors WHERE passage = p.id AND model = ?)`,
    id,
  );
  writeMeta(db, QUEUE_MODEL, model);
  return true;
}
