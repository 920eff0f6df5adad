/** What relations add up to after their evidence has changed; those that no evidence is left of go. */
import type { Store } from '../store.ts';
import { EVIDENCE_COLUMNS, NEVER, partsOf, toEvidenceRow, type EvidenceRow } from './rows.ts';
import { carriedSum, type CarriedSum } from './sums.ts';

export interface SettledRelation {
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly target: string;
  readonly sum: CarriedSum;
}

export interface Settled {
  readonly made: readonly SettledRelation[];
  readonly kept: readonly SettledRelation[];
  readonly gone: readonly Omit<SettledRelation, 'sum'>[];
}

export interface EvidenceChanges {
  /** Relation → when something of it was learned. */
  readonly touched: ReadonlyMap<string, number>;
  readonly fresh: readonly EvidenceRow[];
  readonly closed: ReadonlyMap<number, number>;
  readonly dropped: ReadonlySet<number>;
}

const STORED = `UNWIND $rels AS rel MATCH (v:Evidence {rel: rel}) RETURN ${EVIDENCE_COLUMNS}`;
const CARRIED = 'UNWIND $rels AS rel MATCH ()-[r:REL {id: rel}]->() RETURN r.id, r.changedAt';

export async function settle(store: Store, graph: number, changes: EvidenceChanges): Promise<Settled> {
  const rels = [...changes.touched.keys()];
  if (rels.length === 0) return { made: [], kept: [], gone: [] };
  const [stored, carried] = await Promise.all([
    store.read(graph, STORED, { rels }),
    store.read(graph, CARRIED, { rels }),
  ]);
  const known = new Map(carried.map((row) => row as [string, number]));
  const left = stored.map(toEvidenceRow).filter(({ n }) => !changes.dropped.has(n));
  const byRelation = Map.groupBy([...left, ...changes.fresh], ({ rel }) => rel);
  const made: SettledRelation[] = [];
  const kept: SettledRelation[] = [];
  const gone: Omit<SettledRelation, 'sum'>[] = [];
  for (const [id, at] of changes.touched) {
    const [source, type, target] = partsOf(id);
    const rows = byRelation.get(id) ?? [];
    const changedAt = known.get(id);
    if (rows.length === 0) {
      if (changedAt !== undefined) gone.push({ id, source, type, target });
      continue;
    }
    const believed = rows.filter(({ n, recordedTo }) => recordedTo === NEVER && !changes.closed.has(n));
    const sum = carriedSum(believed, at, changedAt ?? at);
    (changedAt === undefined ? made : kept).push({ id, source, type, target, sum });
  }
  return { made, kept, gone };
}
