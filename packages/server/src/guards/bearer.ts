/**
 * The bearer check (RFC 6750): the token in the Authorization header, and nowhere else, says who is calling. What it may
 * do is for the dispatcher to compare; here it only has to be good.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { BearerVerifier, Verdict } from '../auth/bearer-verifier.ts';
import type { Caller, Refusal } from './guard.ts';
import { GUARD_ERROR } from './refusal.ts';

export interface BearerOptions {
  /** The first that says a token is one of its own decides about it. */
  readonly verifiers: readonly BearerVerifier[];
  /** Where a client learns how to get a token: the URL of the protected-resource metadata (RFC 9728). */
  readonly metadataUrl?: string | undefined;
  /** Scopes that a client should ask for. */
  readonly scopes?: readonly string[] | undefined;
}

export type BearerGuard = (headers: IncomingHttpHeaders) => Promise<Caller | Refusal>;

type Problem = 'missing' | 'malformed' | Extract<Verdict, { readonly refused: string }>['refused'];

const MAX_TOKEN_LENGTH = 8192;
const CREDENTIALS = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i;
/** How long a client waits when the check itself cannot be made. */
const RETRY_SECONDS = 5;

const ADVICE: Readonly<Record<Problem, string>> = {
  missing: 'send a token in the header "Authorization: Bearer <token>"',
  malformed: 'the Authorization header does not have the form "Bearer <token>"',
  unknown: 'the token is not valid here; it may have been revoked',
  expired: 'the token has expired; get a new one',
  unavailable: 'tokens cannot be checked at the moment; the log of the server says why',
};

export function createBearerGuard(options: BearerOptions): BearerGuard {
  return async ({ authorization }) => {
    const token = readToken(authorization);
    if ('problem' in token) return refuse(token.problem, options);
    const verifier = options.verifiers.find((candidate) => candidate.recognises(token.token));
    const verdict: Verdict = verifier ? await verifier.verify(token.token) : { refused: 'unknown' };
    return 'caller' in verdict ? verdict.caller : refuse(verdict.refused, options);
  };
}

function readToken(authorization: unknown): { token: string } | { problem: Problem } {
  if (authorization === undefined) return { problem: 'missing' };
  if (typeof authorization !== 'string' || authorization.length > MAX_TOKEN_LENGTH) return { problem: 'malformed' };
  const [, token] = CREDENTIALS.exec(authorization) ?? [];
  return token === undefined ? { problem: 'malformed' } : { token };
}

function refuse(problem: Problem, options: BearerOptions): Refusal {
  if (problem === 'unavailable') {
    return {
      status: 503,
      headers: { 'retry-after': String(RETRY_SECONDS) },
      error: { code: GUARD_ERROR.unavailable, message: `UNAVAILABLE: ${ADVICE.unavailable}.` },
    };
  }
  return {
    status: 401,
    headers: { 'www-authenticate': challenge(problem, options) },
    error: { code: GUARD_ERROR.unauthorized, message: `UNAUTHORIZED: ${ADVICE[problem]}.` },
  };
}

/** Without a token the client made no mistake yet, and the RFC wants no error code then. */
function challenge(problem: Problem, { metadataUrl, scopes = [] }: BearerOptions): string {
  const fields: Record<string, string> = { realm: 'mcp' };
  if (problem !== 'missing') {
    fields['error'] = 'invalid_token';
    fields['error_description'] = ADVICE[problem].replaceAll('"', "'");
  }
  if (scopes.length > 0) fields['scope'] = scopes.join(' ');
  if (metadataUrl !== undefined) fields['resource_metadata'] = metadataUrl;
  return `Bearer ${Object.entries(fields)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`;
}
