/** What a manifest says: the package that it declares, and what that depends on. Written by people and tools: whatever is amiss is as if it were not there. */

export type Ecosystem = 'npm' | 'pypi' | 'go' | 'cargo' | 'maven' | 'composer' | 'rubygems' | 'nuget';

/** `dev`: only whoever works on the package needs it (tests, builds, tools). `optional`: it works without. */
export type DependencyKind = 'runtime' | 'dev' | 'optional';

export interface Dependency {
  readonly name: string;
  /** As written: `^1.2`, `>=3,<4`, `v1.0.0`; null where any will do. */
  readonly range: string | null;
  readonly kind: DependencyKind;
}

export interface Manifest {
  readonly ecosystem: Ecosystem;
  readonly name: string | null;
  readonly version: string | null;
  readonly dependencies: readonly Dependency[];
}

/** Longer than any manifest that people write. */
export const LONGEST_MANIFEST = 500_000;
const MOST_DEPENDENCIES = 5000;
const LONGEST_NAME = 214;
const LONGEST_RANGE = 200;

export interface Found {
  readonly name: unknown;
  readonly range?: unknown;
  readonly kind?: DependencyKind;
}

/** What is no name is left out, what is there twice is there once: as what is needed most. */
export function manifest(
  ecosystem: Ecosystem,
  { name, version, found }: { name?: unknown; version?: unknown; found: Iterable<Found> },
): Manifest {
  const dependencies = new Map<string, Dependency>();
  for (const { name: given, range, kind = 'runtime' } of found) {
    const named = nameIn(given);
    if (named === null || dependencies.size >= MOST_DEPENDENCIES) continue;
    const known = dependencies.get(named);
    if (!known || RANK[kind] < RANK[known.kind]) dependencies.set(named, { name: named, range: rangeIn(range), kind });
  }
  const all = [...dependencies.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { ecosystem, name: nameIn(name), version: rangeIn(version), dependencies: all };
}

const RANK: Readonly<Record<DependencyKind, number>> = { runtime: 0, optional: 1, dev: 2 };

function nameIn(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const name = value.trim();
  return name.length <= LONGEST_NAME && /^[@\w][\w@./:+~-]*$/u.test(name) ? name : null;
}

function rangeIn(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const range = value.replaceAll(/\s+/gu, ' ').trim();
  return range === '' || range.length > LONGEST_RANGE || !range.isWellFormed() ? null : range;
}

export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
