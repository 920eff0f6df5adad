/** All by which arrivals could be taken for a paper, or take what a paper has: two lists that have none in common are apart. */
import { identifierKey } from '../../../../model/papers/index.ts';
import { cleanCitekey } from '../../bibliography/citekeys/citekey.ts';
import type { KeyPattern } from '../../bibliography/citekeys/pattern.ts';
import { candidateKeys } from '../../reading/identity/index.ts';
import { inBreaths } from '../../in-breaths.ts';
import type { Arrival } from './arrival.ts';
import { wantedCitekey } from './assign-citekeys.ts';
import { allIdentifiers } from './identifiers.ts';

export async function marksOf(arrivals: readonly Arrival[], pattern: KeyPattern): Promise<Set<string>> {
  return new Set((await inBreaths(arrivals, (arrival) => marksOfOne(arrival, pattern))).flat());
}

function marksOfOne({ item, paper, newId, standing }: Arrival, pattern: KeyPattern): string[] {
  // What is only cited gets no key; if it brings one, it may be known by that.
  const citekey = standing === 'referenced' ? cleanCitekey(item.citekey) : wantedCitekey(item, pattern);
  return [
    ...allIdentifiers(item.identifiers).map((one) => `id ${identifierKey(one)}`),
    ...titleOf(item),
    ...(citekey === null ? [] : [`citekey ${citekey}`]),
    ...[paper, newId].flatMap((key) => (key === undefined ? [] : `paper ${key}`)),
  ];
}

/** By the beginning, where that is what papers are compared by. */
function titleOf(item: Arrival['item']): string[] {
  const { titleKey, titlePrefix } = candidateKeys(item);
  const key = titlePrefix ?? titleKey;
  return key === null ? [] : [`title ${key}`];
}
