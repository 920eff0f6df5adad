/** What the evidence of a relation adds up to, and for which valid times that is right. */
import { sumOf, type Sum } from '../../../shared/evidence-sum.ts';
import { NEVER, orNull, type EvidenceRow } from './rows.ts';

/** The properties of a relation. Right for valid times from `freshFrom` until `freshTo`, known from `changedAt` on. */
export interface CarriedSum {
  readonly [name: string]: number;
  readonly strength: number;
  readonly evidence: number;
  readonly validFrom: number;
  readonly validTo: number;
  readonly freshFrom: number;
  readonly freshTo: number;
  readonly changedAt: number;
}

export function addUp(rows: readonly Pick<EvidenceRow, 'confidence' | 'validFrom' | 'validTo'>[]): Sum {
  return sumOf(
    rows.map(({ confidence, validFrom, validTo }) => ({
      confidence,
      valid_from: validFrom,
      valid_to: orNull(validTo),
    })),
  );
}

/** Of what is believed, for `at`, or for when something was last learned if that is later. */
export function carriedSum(believed: readonly EvidenceRow[], at: number, changedAt: number): CarriedSum {
  const now = Math.max(at, changedAt);
  const sum = addUp(believed.filter(({ validFrom, validTo }) => validFrom <= now && validTo > now));
  const edges = believed.flatMap(({ validFrom, validTo }) => [validFrom, validTo]);
  return {
    strength: sum.strength,
    evidence: sum.evidence,
    validFrom: sum.validFrom,
    validTo: sum.validTo ?? NEVER,
    freshFrom: edges.reduce((from, edge) => (edge <= now ? Math.max(from, edge) : from), -NEVER),
    freshTo: edges.reduce((to, edge) => (edge > now ? Math.min(to, edge) : to), NEVER),
    changedAt: now,
  };
}
