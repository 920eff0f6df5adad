/** Shows what is said more than once only once: near-duplicates give way to the one that stands highest, and are named. */
import { inCommon } from './in-common.ts';
import type { LoadedHit } from '../../candidates/load-hits.ts';

/** Share of terms in common from which two passages say the same. */
const SAME = 0.9;
const FIGURE = /\p{N}/u;

export function collapse(hits: readonly LoadedHit[]): LoadedHit[] {
  const kept: LoadedHit[] = [];
  for (const hit of hits) {
    const at = kept.findIndex((other) => saysTheSame(other, hit));
    const twin = kept[at];
    if (twin) kept[at] = { ...twin, duplicates: [...(twin.duplicates ?? []), hit.memory.id] };
    else kept.push(hit);
  }
  return kept;
}

/** Other figures make another statement, however alike the words are. */
function saysTheSame(a: LoadedHit, b: LoadedHit): boolean {
  if (a.memory.hash === b.memory.hash) return true;
  if (!isAlike(a.terms, b.terms)) return false;
  return differences(a.terms, b.terms).every((term) => !FIGURE.test(term));
}

function isAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (Math.min(a.size, b.size) < SAME * Math.max(a.size, b.size)) return false;
  const common = inCommon(a, b);
  return common >= SAME * (a.size + b.size - common);
}

function differences(a: ReadonlySet<string>, b: ReadonlySet<string>): string[] {
  return [...[...a].filter((term) => !b.has(term)), ...[...b].filter((term) => !a.has(term))];
}
