/** What a caller may do, as one of four steps: nothing, read, write, admin. Each includes the ones before it. */
import { SCOPES, type Scope } from '../auth/scopes.ts';
import type { Caller } from '../guards/guard.ts';

/** 0 is none; otherwise the scope's place in the order, counted from 1. */
export type ScopeRank = number;

/** Scopes that are not ours count for nothing. */
export function rankOf({ scopes }: Caller): ScopeRank {
  return SCOPES.findLastIndex((scope) => scopes.has(scope)) + 1;
}

export function rankOfScope(scope: Scope): ScopeRank {
  return SCOPES.indexOf(scope) + 1;
}
