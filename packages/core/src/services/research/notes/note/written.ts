/**
 * What was written into a note: by `last`, which is sure, and by `next`, which a process that died may have written or not. Regions as hashes,
 * keys as JSON.
 */
type Texts = Readonly<Record<string, string>>;

export interface WrittenParts {
  readonly keys: Texts;
  readonly regions: Texts;
  /** Regions without their links. */
  readonly bare: Texts;
}

export interface Written {
  readonly last: WrittenParts;
  readonly next: WrittenParts | null;
}

export interface WrittenPart {
  /** What the user has surely been told; null where that is nothing. */
  readonly told: string | null;
  /** All that may stand there by our hand. */
  readonly may: readonly string[];
}

export const NOTHING_WRITTEN: Written = { last: { keys: {}, regions: {}, bare: {} }, next: null };

export function partOf({ last, next }: Written, kind: keyof WrittenParts, name: string): WrittenPart {
  const told = last[kind][name] ?? null;
  return { told, may: [told, next?.[kind][name]].filter((text) => text !== null && text !== undefined) };
}

/** What stands there by our hand, now that it was looked at; else what the user was told last. */
export function foundOf({ told, may }: WrittenPart, there: string | null): string | null {
  return there !== null && may.includes(there) ? there : told;
}
