/**
 * The Origin check: which web pages may talk to the server. Programs that are not browsers send no Origin and pass. A page
 * may if it is listed, if it was served by this very server, or, on a loopback bind, if it comes from this machine.
 */
import { ServerError } from '../server-error.ts';
import { isLoopback, LOOPBACK_NAMES, parseAuthority } from './authority.ts';
import type { HttpRequestHead, Refusal } from './guard.ts';
import { forbidden } from './refusal.ts';

export interface OriginOptions {
  /** The address that the server listens on. */
  readonly bind: string;
  /** Whole origins as browsers write them, e.g. `https://app.example.com`. */
  readonly allowedOrigins?: readonly string[] | undefined;
}

/** Call it after the Host check: a page's own server is known by the name in that header. */
export type OriginGuard = (head: HttpRequestHead) => Refusal | undefined;

const REFUSED = forbidden('Forbidden: pages of this origin may not use this server. Its operator can allow them.');
const SHAPE = /^([a-z][a-z0-9+.-]*):\/\/([^/]+)$/;

/** Throws a ServerError when an origin in the list cannot be read, or would let everyone in. */
export function createOriginGuard({ bind, allowedOrigins = [] }: OriginOptions): OriginGuard {
  const listed = new Set(allowedOrigins.map(readEntry));
  const isLocal = isLoopback(bind) ? isLoopbackOrigin : () => false;
  return ({ headers: { origin, host } }) => {
    if (origin === undefined) return undefined;
    if (typeof origin !== 'string') return REFUSED;
    const allowed = listed.has(origin) || isLocal(origin) || isOwn(origin, host);
    return allowed ? undefined : REFUSED;
  };
}

function isLoopbackOrigin(origin: string): boolean {
  const page = readWebOrigin(origin);
  return page !== undefined && LOOPBACK_NAMES.includes(page.name);
}

function isOwn(origin: string, host: string | undefined): boolean {
  const page = readWebOrigin(origin);
  const own = typeof host === 'string' ? parseAuthority(host) : undefined;
  return page !== undefined && page.name === own?.name && page.port === own.port;
}

/** Only the spelling that browsers use: anything else did not come from one. */
function readWebOrigin(origin: string) {
  const [, scheme, authority = ''] = SHAPE.exec(origin) ?? [];
  if ((scheme !== 'http' && scheme !== 'https') || authority !== authority.toLowerCase()) return undefined;
  return parseAuthority(authority);
}

function readEntry(entry: string): string {
  const [, scheme = '', authority = ''] = SHAPE.exec(entry) ?? [];
  if (!parseAuthority(authority)) {
    throw new ServerError(
      'INVALID_OPTIONS',
      `Option allowedOrigins: ${JSON.stringify(entry)} is not an origin. List each one as scheme://name[:port] without a path, e.g. https://app.example.com; there is no wildcard.`,
    );
  }
  // Browsers leave out a port that is the scheme's own; for schemes that are not of the web there is none.
  return scheme === 'http' || scheme === 'https' ? new URL(entry).origin : entry;
}
