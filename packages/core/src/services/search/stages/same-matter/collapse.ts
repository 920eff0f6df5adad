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

function isTwin(a: LoadedHit, b: LoadedHit): boolean {
  return a.memory.hash === b.memory.hash || saysTheSame(a.terms, b.terms);
}
