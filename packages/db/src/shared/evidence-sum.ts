/** What the evidence of a relation adds up to. */

export interface Bearing {
  readonly confidence: number;
  readonly valid_from: number;
  readonly valid_to: number | null;
}

/** What the evidence that holds adds up to. */
export interface Sum {
  readonly strength: number;
  readonly evidence: number;
  readonly validFrom: number;
  readonly validTo: number | null;
}

export const NOTHING: Sum = { strength: 0, evidence: 0, validFrom: 0, validTo: 0 };

export function sumOf(pieces: readonly Bearing[]): Sum {
  return pieces.reduce<Sum>((sum, { confidence, valid_from, valid_to }) => {
    return join(sum, { strength: confidence, evidence: 1, validFrom: valid_from, validTo: valid_to });
  }, NOTHING);
}

/** What two sets of evidence add up to together. */
export function join(one: Sum, other: Sum): Sum {
  if (one.evidence === 0) return other;
  if (other.evidence === 0) return one;
  return {
    // 1 − (1 − a)(1 − b), but exact for very small ones too.
    strength: one.strength + other.strength * (1 - one.strength),
    evidence: one.evidence + other.evidence,
    validFrom: Math.min(one.validFrom, other.validFrom),
    validTo: one.validTo === null || other.validTo === null ? null : Math.max(one.validTo, other.validTo),
  };
}

export function isSameSum(one: Sum, other: Sum): boolean {
  if (one.evidence !== other.evidence || Math.abs(one.strength - other.strength) > 1e-9) return false;
  return one.evidence === 0 || (one.validFrom === other.validFrom && one.validTo === other.validTo);
}
