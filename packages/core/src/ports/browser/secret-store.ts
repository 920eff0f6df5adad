/** What only the user may type in: passwords and sessions for sites, each for one origin. */

export interface SecretFacts {
  readonly name: string;
  /** `https://example.org`. */
  readonly origin: string;
  readonly kind: 'secret' | 'session';
  readonly setAt: number;
  readonly expiresAt: number | null;
}

/**
 * Contract: kept beside the store and never in it, so that no export, backup or answer has them; encrypted, each bound to its name and origin: what was
 * stored for one opens for no other. No tool sets or reads one. A name is [a-z0-9][a-z0-9._-]{0,63}. `open` gives null for one that is not there or has run
 * out, FORBIDDEN for another origin or kind (no step types a session in), STORE_CORRUPT where the bytes were changed or the key is another.
 */
export interface SecretStore {
  list(): Promise<readonly SecretFacts[]>;
  set(secret: Omit<SecretFacts, 'setAt'>, value: string): Promise<void>;
  open(name: string, origin: string, kind: SecretFacts['kind']): Promise<string | null>;
  remove(name: string): Promise<boolean>;
}
