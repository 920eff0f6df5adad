/** What stored relations add up to at a moment: what they carry where that is right, their evidence otherwise. */
import { NOTHING, type Sum } from '../../../shared/evidence-sum.ts';
import { orNull } from './rows.ts';
import type { GraphView } from './view.ts';

/** Of every relation that is stored what it adds up to, which may be nothing. */
export async function sumRelations(view: GraphView, ids: readonly string[]): Promise<Map<string, Sum>> {
  if (ids.length === 0) return new Map();
  const rows = await view.read(
    `UNWIND $ids AS id MATCH ()-[r:REL {id: id}]->()
     RETURN r.id, ${view.fresh}, r.strength, r.evidence, r.validFrom, r.validTo`,
    { ...view.moment, ids: [...new Set(ids)] },
  );
  const carried = rows.map((row) => row as [string, boolean, number, number, number, number]);
  const stale = await view.sumsOf(carried.flatMap(([id, fresh]) => (fresh ? [] : [id])));
  return new Map(
    carried.map(([id, fresh, strength, evidence, validFrom, validTo]): [string, Sum] => [
      id,
      fresh ? { strength, evidence, validFrom, validTo: orNull(validTo) } : (stale.get(id) ?? NOTHING),
    ]),
  );
}
