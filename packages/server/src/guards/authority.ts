/**
 * `name:port` as a Host header, an Origin or a setting spells it. Strict on purpose: a URL parser would read user names,
 * percent signs, octal and decimal addresses and full-width letters, and make allowed names out of foreign ones. Here
 * what is not spelled plainly is no authority at all.
 */
import { isIPv4, isIPv6 } from 'node:net';

export interface Authority {
  /** Lower case; an IPv6 address in brackets and in its shortest form. */
  readonly name: string;
  readonly port: number | undefined;
}

/** The longest DNS name, a colon and a port. */
const MAX_LENGTH = 260;
const SHAPE = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)(?::([0-9]{1,5}))?$/;

export const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

export function parseAuthority(text: string): Authority | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [, spelled, digits] = SHAPE.exec(text) ?? [];
  if (spelled === undefined) return undefined;
  const name = spelled.startsWith('[') ? shortestIPv6(spelled) : spelled.toLowerCase();
  const port = digits === undefined ? undefined : Number(digits);
  if (name === undefined || port === 0 || (port ?? 0) > 65_535) return undefined;
  return { name, port };
}

/** Whether a server that listens on `bind` is reached from its own machine only. */
export function isLoopback(bind: string): boolean {
  if (isIPv4(bind)) return bind.startsWith('127.');
  return ['localhost', '::1', '[::1]'].includes(bind.toLowerCase());
}

function shortestIPv6(bracketed: string): string | undefined {
  return isIPv6(bracketed.slice(1, -1)) ? new URL(`http://${bracketed}`).hostname : undefined;
}
