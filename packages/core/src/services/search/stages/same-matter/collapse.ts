/** Shows what is said more than once only once: near-duplicates give way to the one that stands highest, and are named. */
import { saysTheSame } from '../../../../model/index.ts';
import type { LoadedHit } from '../../candidates/load-hits.ts';

export function collapse(hits: readonly LoadedHit[]): LoadedHit[] {
  const kept: LoadedHit[] = [];
  for (const hit of hits) {
    const at = kept.findIndex((other) => isTwin(other, hit));
    const twin = kept[at];
    if (twin) kept[at] = { ...twin, duplicates: [...(twin.duplicates ?? []), hit.memory.id] };
    else kept.push(hit);
  }
  return kept;
}

/** Passages of one memory overlap, and each is asked for when there are several. */
function isTwin(a: LoadedHit, b: LoadedHit): boolean {
  if (a.memory.id === b.memory.id) return false;
  return a.memory.hash === b.memory.hash || saysTheSame(a.terms, b.terms);
}
