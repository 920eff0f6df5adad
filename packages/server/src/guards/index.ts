/** The door to what stands between an HTTP transport and the dispatcher: who may call, from where, how often. */
export type { Admission, Caller, Gatekeeper, HttpRequestHead, Refusal } from './guard.ts';
export { createGatekeeper, type GatekeeperOptions } from './gatekeeper.ts';
export { createOAuthResource, type HttpAnswer, type OAuthOptions, type OAuthResource } from './oauth.ts';
export type { RateLimitOptions } from './rate-limit.ts';
export { GUARD_ERROR } from './refusal.ts';
export { isLoopback } from './authority.ts';
export { ALL_SCOPES, SCOPES, type Scope } from '../auth/scopes.ts';
export { TokenFile, type NewToken, type TokenFileOptions, type TokenInfo } from '../auth/token-file.ts';
export { openTokenVerifier, type TokenVerifier, type TokenVerifierOptions } from '../auth/token-verifier.ts';
export type { FetchKeys } from '../auth/key-set.ts';
export type { BearerVerifier } from '../auth/bearer-verifier.ts';
