import type { Caller } from '../guards/guard.ts';

/** `unavailable`: it could not be found out, and the same token may be good later. */
export type Verdict = { readonly caller: Caller } | { readonly refused: 'unknown' | 'expired' | 'unavailable' };

/** Something that knows tokens of one kind. */
export interface BearerVerifier {
  /** By its form alone, whether a token is of this kind. */
  recognises(token: string): boolean;
  /** Never rejects. */
  verify(token: string): Promise<Verdict>;
}
