/** Compares what relations carry with their evidence, at the beginning of the span that it is said to be right for. */
import { isSameSum } from '../../../shared/evidence-sum.ts';
import type { Store } from '../store.ts';
import { NEVER, orNull } from './rows.ts';
import { addUp } from './sums.ts';

const PORTION = 500;

const CARRIED = `MATCH ()-[r:REL]->() WHERE r.id > $after WITH r ORDER BY r.id LIMIT $portion
  OPTIONAL MATCH (v:Evidence {rel: r.id})
    WHERE v.recordedTo = ${NEVER} AND v.validFrom <= r.freshFrom AND v.validTo > r.freshFrom
  RETURN r.id, r.strength, r.evidence, r.validFrom, r.validTo, collect([v.confidence, v.validFrom, v.validTo])`;

type CarriedRow = readonly [
  id: string,
  strength: number,
  evidence: number,
  validFrom: number,
  validTo: number,
  pieces: readonly (readonly [number | null, number, number])[],
];

export async function countWrongSums(store: Store, graph: number): Promise<number> {
  let wrong = 0;
  for (let after = ''; ;) {
    const rows = (await store.read(graph, CARRIED, { after, portion: PORTION })) as unknown as CarriedRow[];
    for (const [id, strength, evidence, validFrom, validTo, pieces] of rows) {
      const held = pieces.flatMap(([confidence, from, to]) =>
        confidence === null ? [] : [{ confidence, validFrom: from, validTo: to }],
      );
      if (!isSameSum({ strength, evidence, validFrom, validTo: orNull(validTo) }, addUp(held))) wrong += 1;
      if (id > after) after = id;
    }
    if (rows.length < PORTION) return wrong;
  }
}
