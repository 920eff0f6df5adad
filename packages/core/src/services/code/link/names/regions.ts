/** Which parts of a file run once and in order, and which may run never or again. */
import type { CodeFacts } from '../../../../ports/index.ts';

export class Regions {
  readonly #regions: CodeFacts['regions'];
  readonly #around: number[] = [];

  constructor(regions: CodeFacts['regions']) {
    this.#regions = regions;
    const open: number[] = [];
    for (let i = 0; i < regions.length; i++) {
      const region = regions[i] as CodeFacts['regions'][number];
      while (open.length > 0 && (regions[open.at(-1) as number]?.end ?? 0) <= region.start) open.pop();
      this.#around.push(open.at(-1) ?? -1);
      open.push(i);
    }
  }

  /** Whether what stands at `at` is sure to run, once what stands between `start` and `end` runs. */
  isSure(at: number, start: number, end: number): boolean {
    for (let i = this.#innermost(at); i >= 0; i = this.#around[i] as number) {
      const region = this.#regions[i];
      if (region && region.start >= start && region.end <= end && region.start <= at) return false;
    }
    return true;
  }

  /** The outermost loop around `at` within `start` and `end`. */
  loopAround(at: number, start: number, end: number): readonly [start: number, end: number] | null {
    let found: readonly [number, number] | null = null;
    for (let i = this.#innermost(at); i >= 0; i = this.#around[i] as number) {
      const region = this.#regions[i];
      if (region?.loop && region.start >= start && region.end <= end) found = [region.start, region.end];
    }
    return found;
  }

  #innermost(at: number): number {
    let [low, high] = [0, this.#regions.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#regions[middle]?.start ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    let i = low - 1;
    while (i >= 0 && (this.#regions[i]?.end ?? 0) <= at) i = this.#around[i] as number;
    return i;
  }
}
