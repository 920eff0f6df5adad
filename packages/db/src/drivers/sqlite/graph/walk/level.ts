/** What one level of a breadth-first search finds: each entity once, with the strongest of the steps that lead to it. */
import type { StepColumns } from './steps.ts';

export class Level {
  /** In the order they were found. */
  readonly found: number[] = [];
  readonly #seen: ReadonlySet<number>;
  readonly #places = new Map<number, number>();
  readonly #near: number[] = [];
  readonly #outward: boolean[] = [];
  readonly #strength: number[] = [];

  /** `seen` are entities of earlier levels, which are not found again. */
  constructor(seen: ReadonlySet<number>) {
    this.#seen = seen;
  }

  add(roots: readonly number[], { near, far, strength, outward }: StepColumns): void {
    for (let i = 0; i < far.length; i++) {
      const entity = far[i] as number;
      const place = this.#places.get(entity);
      if (place === undefined) {
        if (this.#seen.has(entity)) continue;
        this.#places.set(entity, this.found.length);
        this.#near.push(roots[near[i] as number] as number);
        this.#outward.push(outward);
        this.#strength.push(strength[i] as number);
        this.found.push(entity);
      } else if ((strength[i] as number) > (this.#strength[place] as number)) {
        this.#near[place] = roots[near[i] as number] as number;
        this.#outward[place] = outward;
        this.#strength[place] = strength[i] as number;
      }
    }
  }

  /** Those with the strongest steps, strongest first. */
  strongest(count: number): { near: number; far: number; outward: boolean }[] {
    if (count <= 0) return [];
    const bar = this.#barOf(count);
    const places: number[] = [];
    for (let i = 0; i < this.found.length; i++) if ((this.#strength[i] as number) >= bar) places.push(i);
    places.sort((one, other) => (this.#strength[other] as number) - (this.#strength[one] as number) || one - other);
    return places.slice(0, count).map((i) => ({
      near: this.#near[i] as number,
      far: this.found[i] as number,
      outward: this.#outward[i] as boolean,
    }));
  }

  /** How strong a step must be to be among so many. */
  #barOf(count: number): number {
    if (this.found.length <= count) return 0;
    return Float64Array.from(this.#strength).sort()[this.found.length - count] as number;
  }
}
