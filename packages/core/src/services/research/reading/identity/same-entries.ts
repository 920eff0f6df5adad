/** Which entries of one list are of one work: each with those before it. */
import type { BibliographicItem } from '../../../../model/papers/index.ts';
import { candidateKeys } from './candidates.ts';
import { compareSignatures, type Sameness } from './same-paper.ts';
import { paperSignature } from './signature.ts';

export interface SameEntry extends Sameness {
  /** Index of the other in the list. */
  readonly entry: number;
}

/** A list so short is compared each with each; of a longer one those that share a name or the beginning of a title. */
const SHORT = 40;
const MOST_ALIKE = 200;

export function sameEntries(items: readonly BibliographicItem[]): readonly (readonly SameEntry[])[] {
  const signatures = items.map((item) => paperSignature(item));
  const earlier = new Map<string, number[]>();
  return items.map((item, i) => {
    const keys = keysOf(item);
    const others =
      items.length <= SHORT ? signatures.slice(0, i).keys() : keys.flatMap((key) => earlier.get(key) ?? []);
    const found = [...new Set(others)].flatMap((entry): SameEntry[] => {
      const [one, other] = [signatures[entry], signatures[i]];
      const sameness = one && other && compareSignatures(one, other);
      return !sameness || sameness.verdict === 'no' ? [] : [{ entry, ...sameness }];
    });
    for (const key of keys) earlier.set(key, [...(earlier.get(key) ?? []), i].slice(-MOST_ALIKE));
    return found;
  });
}

function keysOf(item: BibliographicItem): string[] {
  const { titleKey, titlePrefix, names } = candidateKeys(item);
  const ids = item.identifiers.map(({ scheme, value }) => `id ${scheme} ${value}`);
  const title = titlePrefix ?? titleKey;
  return [...ids, ...(title === null ? [] : [`title ${title}`]), ...names.map((name) => `name ${name}`)];
}
