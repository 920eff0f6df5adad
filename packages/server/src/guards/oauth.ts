/**
 * The server as an OAuth 2.1 resource: it takes access tokens that an authorization server made for it, and tells clients
 * where to get one (RFC 9728). It makes no tokens and sees no passwords.
 */
import type { BearerVerifier } from '../auth/bearer-verifier.ts';
import { createJwtVerifier, SIGNATURES, type Signature } from '../auth/jwt-verifier.ts';
import { RemoteKeySet, type FetchKeys } from '../auth/key-set.ts';
import { SCOPES, type Scope } from '../auth/scopes.ts';
import { ServerError } from '../server-error.ts';
import type { ServerLogger } from '../server-logger.ts';
import { isLoopback } from './authority.ts';

export interface OAuthOptions {
  /** The authorization server, exactly as its tokens name it in `iss`. */
  readonly issuer: string;
  /** Where its public keys are. Nothing else is ever fetched. */
  readonly jwksUrl: string;
  /** The URL of this server as clients use it, e.g. `https://memory.example.com/mcp`. */
  readonly resource: string;
  /** What tokens for this server have in `aud`; `resource` by default. */
  readonly audience?: readonly string[] | undefined;
  /** RS256, PS256, ES256 and EdDSA by default. */
  readonly algorithms?: readonly Signature[] | undefined;
  /** What the authorization server calls our scopes, where it uses other words. */
  readonly scopeNames?: Partial<Readonly<Record<Scope, string>>> | undefined;
  readonly fetch: FetchKeys;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  readonly logger?: ServerLogger | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface OAuthResource {
  readonly verifier: BearerVerifier;
  readonly metadataUrl: string;
  /** As the authorization server calls them, the lowest first. */
  readonly scopes: readonly string[];
  /** Where `metadata` has an answer. Anyone may ask: it is how a client without a token begins. */
  readonly metadataPaths: readonly string[];
  /** The answer to a request for the metadata document; `undefined` when the path is not one of its own. */
  metadata(request: { readonly method: string; readonly path: string }): HttpAnswer | undefined;
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';
const DEFAULT_ALGORITHMS: readonly Signature[] = ['RS256', 'PS256', 'ES256', 'EdDSA'];

/** Throws a ServerError that names the option which cannot be used. */
export function createOAuthResource(options: OAuthOptions): OAuthResource {
  const resource = readUrl('resource', options.resource);
  readUrl('jwksUrl', options.jwksUrl);
  if (options.issuer === '') throw unusable('issuer', 'must not be empty');
  const scopeNames = { read: 'read', write: 'write', admin: 'admin', ...options.scopeNames };
  const scopes = SCOPES.map((scope) => scopeNames[scope]);
  const suffix = resource.pathname === '/' ? '' : resource.pathname;
  const metadataPaths = [...new Set([WELL_KNOWN, `${WELL_KNOWN}${suffix}`])];
  return {
    verifier: createVerifier(options, scopeNames),
    metadataUrl: `${resource.origin}${WELL_KNOWN}${suffix}`,
    scopes,
    metadataPaths,
    metadata: ({ method, path }) =>
      metadataPaths.includes(path) ? answer(method, toDocument(options, scopes)) : undefined,
  };
}

function createVerifier(options: OAuthOptions, scopeNames: Readonly<Record<Scope, string>>): BearerVerifier {
  const { issuer, jwksUrl, resource, fetch, now, logger } = options;
  const audience = options.audience ?? [resource];
  if (audience.length === 0) throw unusable('audience', 'must name at least one audience');
  const keys = new RemoteKeySet({ url: jwksUrl, fetch, now, logger });
  const algorithms = readAlgorithms(options.algorithms ?? DEFAULT_ALGORITHMS);
  return createJwtVerifier({ issuer, audience, algorithms, scopeNames, keys, now, logger });
}

function toDocument({ resource, issuer }: OAuthOptions, scopes: readonly string[]): string {
  return JSON.stringify({
    resource,
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
  });
}

function answer(method: string, document: string): HttpAnswer {
  if (method === 'GET' || method === 'HEAD') {
    const headers = { 'content-type': 'application/json', 'cache-control': 'max-age=3600' };
    return { status: 200, headers, body: method === 'GET' ? document : '' };
  }
  return { status: 405, headers: { allow: 'GET, HEAD' }, body: '' };
}

/** A signature that anyone could make with what is public would open the door to everyone. */
function readAlgorithms(algorithms: readonly Signature[]): readonly Signature[] {
  const known: readonly string[] = SIGNATURES;
  if (algorithms.length > 0 && algorithms.every((name) => known.includes(name))) return algorithms;
  throw unusable('algorithms', `must be among ${SIGNATURES.join(', ')}`);
}

function readUrl(option: string, text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw unusable(option, 'must be a URL');
  if (url.username !== '' || url.hash !== '') throw unusable(option, 'must have neither a user name nor a fragment');
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  if (!isSafe) throw unusable(option, 'must begin with https:// (http:// only for this machine)');
  return url;
}

function unusable(option: string, why: string): ServerError {
  return new ServerError('INVALID_OPTIONS', `Option oauth.${option} ${why}.`);
}
