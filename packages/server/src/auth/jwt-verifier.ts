/**
 * Access tokens of an authorization server: signed JWTs (RFC 9068), checked against its public keys. Only signatures that
 * need a private key are accepted, whatever a token says about itself.
 */
import { errors, jwtVerify, type JWTPayload } from 'jose';
import type { ServerLogger } from '../server-logger.ts';
import type { BearerVerifier, Verdict } from './bearer-verifier.ts';
import { KeysUnavailableError, type RemoteKeySet } from './key-set.ts';
import { SCOPES, withIncluded, type Scope } from './scopes.ts';

export const SIGNATURES = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

export type Signature = (typeof SIGNATURES)[number];

export interface JwtVerifierOptions {
  readonly issuer: string;
  /** A token must be meant for one of these. */
  readonly audience: readonly string[];
  readonly algorithms: readonly Signature[];
  /** What the authorization server calls each of our scopes. */
  readonly scopeNames: Readonly<Record<Scope, string>>;
  readonly keys: RemoteKeySet;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  readonly logger?: ServerLogger | undefined;
}

/** How far two clocks may be apart. */
const TOLERANCE_SECONDS = 30;
const MAX_SUBJECT_LENGTH = 255;
const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

export function createJwtVerifier(options: JwtVerifierOptions): BearerVerifier {
  return {
    recognises: (token) => JWT.test(token),
    async verify(token) {
      try {
        return accept(await readPayload(token, options), options);
      } catch (error) {
        return refuse(error, options);
      }
    },
  };
}

async function readPayload(token: string, options: JwtVerifierOptions): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, options.keys.find, {
    issuer: options.issuer,
    audience: [...options.audience],
    algorithms: [...options.algorithms],
    requiredClaims: ['exp'],
    clockTolerance: TOLERANCE_SECONDS,
    currentDate: new Date((options.now ?? Date.now)()),
  });
  return payload;
}

function accept(payload: JWTPayload, { scopeNames }: JwtVerifierOptions): Verdict {
  const subject = payload.sub ?? payload['client_id'];
  if (typeof subject !== 'string' || subject === '' || subject.length > MAX_SUBJECT_LENGTH) {
    return { refused: 'unknown' };
  }
  const granted = scopesOf(payload);
  const scopes = withIncluded(SCOPES.filter((scope) => granted.has(scopeNames[scope])));
  return { caller: { subject: `oauth:${subject}`, scopes } };
}

/** `scope` is a list with spaces; some servers write `scp` instead, as a list or an array. */
function scopesOf(payload: JWTPayload): Set<unknown> {
  const claim = payload['scope'] ?? payload['scp'];
  if (Array.isArray(claim)) return new Set(claim);
  return new Set(typeof claim === 'string' ? claim.split(' ') : []);
}

function refuse(error: unknown, { logger }: JwtVerifierOptions): Verdict {
  logger?.log('debug', 'jwt_refused', { reason: error instanceof errors.JOSEError ? error.code : 'no_keys' });
  if (error instanceof errors.JWTExpired) return { refused: 'expired' };
  return { refused: error instanceof KeysUnavailableError ? 'unavailable' : 'unknown' };
}
