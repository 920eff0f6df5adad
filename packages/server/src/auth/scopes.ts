/** What a caller may do: each scope includes the ones before it. */
export const SCOPES = ['read', 'write', 'admin'] as const;

export type Scope = (typeof SCOPES)[number];

export const ALL_SCOPES: ReadonlySet<Scope> = new Set(SCOPES);

/** With the scopes that these include, so that asking for one is a look into the set. */
export function withIncluded(scopes: Iterable<Scope>): ReadonlySet<Scope> {
  const highest = Math.max(-1, ...[...scopes].map((scope) => SCOPES.indexOf(scope)));
  return new Set(SCOPES.slice(0, highest + 1));
}
