/**
 * What relations add up to at a moment. The sums they carry are right for most moments (see `tables.ts`); where they are
 * not, the evidence is asked.
 */
import type { SQLInputValue } from 'node:sqlite';
import { isDue } from './passing-time.ts';
import { join, NOTHING, sumOf, type Bearing, type Sum } from '../../../shared/evidence-sum.ts';
import type { GraphView, Moment } from './view.ts';

/** SQL over a row `r` of relations: true when the sum that it carries is right for the moment. Values are bound. */
export function isFresh({ now, validAt, knownAt, whenever }: Moment): { sql: string; params: SQLInputValue[] } {
  if (whenever) return { sql: '0', params: [] };
  const valid = validAt === null ? 'r.fresh_to > ?' : 'r.fresh_from <= ? AND r.fresh_to > ?';
  const known = knownAt === null ? '' : ' AND r.changed_at <= ?';
  const params = validAt === null ? [now] : [validAt, validAt];
  return { sql: valid + known, params: knownAt === null ? params : [...params, knownAt] };
}

/** True when every sum is right for the moment: it is now, and the passing of time has changed none. */
export function isAllFresh({ db, moment }: GraphView): boolean {
  return moment.validAt === null && moment.knownAt === null && !moment.whenever && !isDue(db, moment.now);
}

/** From the evidence, for each of the rows that anything holds for. */
export function sumEvidence(view: GraphView, rows: readonly number[]): Map<number, Sum> {
  const { sql, params } = holding(view.moment);
  const pieces = view.db.all<Bearing & { relation: number }>(
    `SELECT e.relation, e.confidence, e.valid_from, e.valid_to FROM json_each(?) wanted
     CROSS JOIN evidence e ON e.relation = wanted.value WHERE ${sql}`,
    JSON.stringify(rows),
    ...params,
  );
  const byRelation = Map.groupBy(pieces, ({ relation }) => relation);
  return new Map([...byRelation].map(([relation, some]) => [relation, sumOf(some)]));
}

/** SQL over a row `e` of evidence that holds and is believed at the moment. */
export function holding({ now, validAt, knownAt, whenever }: Moment): { sql: string; params: SQLInputValue[] } {
  const at = validAt ?? now;
  const valid = whenever ? '1' : 'e.valid_from <= ? AND (e.valid_to IS NULL OR e.valid_to > ?)';
  const params = whenever ? [] : [at, at];
  if (knownAt === null) return { sql: `${valid} AND e.recorded_to IS NULL`, params };
  const known = 'e.recorded_at <= ? AND (e.recorded_to IS NULL OR e.recorded_to > ?)';
  return { sql: `${valid} AND ${known}`, params: [...params, knownAt, knownAt] };
}

/** The sum that a relation's row carries, and whether it is right for the moment that was asked about. */
export interface CarriedSum {
  readonly id: number;
  readonly fresh: number;
  readonly strength: number;
  readonly evidence: number;
  readonly valid_from: number;
  readonly valid_to: number | null;
}

/** The columns of a `CarriedSum`, over a row `r` of relations. */
export function carriedSums(moment: Moment): { sql: string; params: SQLInputValue[] } {
  const fresh = isFresh(moment);
  return { sql: `r.id, ${fresh.sql} AS fresh, r.strength, r.evidence, r.valid_from, r.valid_to`, params: fresh.params };
}

/** What each of the rows adds up to, in their order; undefined for those that do not hold. */
export function judge(view: GraphView, rows: readonly CarriedSum[]): (Sum | undefined)[] {
  const stale = rows.filter((row) => row.fresh === 0).map((row) => row.id);
  const sums = stale.length > 0 ? sumEvidence(view, stale) : undefined;
  return rows.map((row) => (row.fresh === 0 ? sums?.get(row.id) : row.evidence > 0 ? toSum(row) : undefined));
}

/** What several rows that are one relation add up to together. */
export function sumRows(view: GraphView, ids: readonly number[]): Sum {
  const carried = carriedSums(view.moment);
  const rows = view.db.all<CarriedSum>(
    `SELECT ${carried.sql} FROM json_each(?) wanted CROSS JOIN relations r ON r.id = wanted.value`,
    ...carried.params,
    JSON.stringify(ids),
  );
  return judge(view, rows).reduce<Sum>((sum, one) => (one ? join(sum, one) : sum), NOTHING);
}

function toSum(row: CarriedSum): Sum {
  return { strength: row.strength, evidence: row.evidence, validFrom: row.valid_from, validTo: row.valid_to };
}
