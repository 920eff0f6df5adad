/**
 * The Host check. A page of a foreign site can make its own name point at this machine (DNS rebinding) and then talk to
 * the server as if it were the same site; the name it was called by gives it away.
 */
import { ServerError } from '../server-error.ts';
import { isLoopback, LOOPBACK_NAMES, parseAuthority, type Authority } from './authority.ts';
import type { HttpRequestHead, Refusal } from './guard.ts';
import { forbidden } from './refusal.ts';

export interface HostOptions {
  /** The address that the server listens on. */
  readonly bind: string;
  /** Names by which clients call it, with a port to insist on one. On a loopback bind, besides the loopback names. */
  readonly allowedHosts?: readonly string[] | undefined;
}

export type HostGuard = (head: HttpRequestHead) => Refusal | undefined;

const REFUSED = forbidden('Forbidden: the Host header names a host that this server does not answer for.');
/** A client leaves these out of the header. */
const DEFAULT_PORTS: ReadonlySet<number> = new Set([80, 443]);

/** Throws a ServerError when the names are missing off loopback, or one of them cannot be read. */
export function createHostGuard({ bind, allowedHosts = [] }: HostOptions): HostGuard {
  if (!isLoopback(bind) && allowedHosts.length === 0) throw new ServerError('INVALID_OPTIONS', noHosts(bind));
  const automatic = isLoopback(bind) ? [...LOOPBACK_NAMES, bind] : [];
  const allowed = [...automatic.map(bracketed), ...allowedHosts].map(readEntry);
  return ({ headers }) => {
    const host = typeof headers.host === 'string' ? parseAuthority(headers.host) : undefined;
    return host !== undefined && allowed.some((entry) => matches(entry, host)) ? undefined : REFUSED;
  };
}

function matches(entry: Authority, host: Authority): boolean {
  if (entry.name !== host.name) return false;
  if (entry.port === undefined || entry.port === host.port) return true;
  return host.port === undefined && DEFAULT_PORTS.has(entry.port);
}

function readEntry(entry: string): Authority {
  const authority = parseAuthority(entry);
  if (authority) return authority;
  throw new ServerError(
    'INVALID_OPTIONS',
    `Option allowedHosts: ${JSON.stringify(entry)} is not a host. Write a name or an address, without scheme or path, e.g. memory.example.com or [fd00::1]:8080.`,
  );
}

function bracketed(address: string): string {
  return address.includes(':') && !address.startsWith('[') ? `[${address}]` : address;
}

function noHosts(bind: string): string {
  return `The server listens on ${bind}, where other machines reach it. Set allowedHosts to the names that clients call it by (add localhost for health checks on the same machine), or listen on 127.0.0.1.`;
}
