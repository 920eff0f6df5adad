/**
 * What a site recognises somebody by, as a text: a secret, which whoever asked for it keeps. It is of one origin alone: cookies of a domain become cookies of
 * the one host, those of https go over https alone, and what belongs to others is left out, in both directions.
 */
import type { BrowserContext } from 'playwright-core';
import { invalidField } from '@zapomni/core/errors';
import { isVisited } from '../../net/proxy/visit-rules.ts';

type State = Awaited<ReturnType<BrowserContext['storageState']>>;
type Cookie = State['cookies'][number];

const FORM = 2;
/** Shorter values (`en`, `dark`, a date) stand in every text by chance, and let nobody in. */
const LEAST_HIDDEN = 16;
/** What is longer is no token, but something that a page keeps for itself. */
const MOST_HIDDEN = 8192;

/** Null where the site left nothing. */
export function writeSession(state: State, origin: string): string | null {
  const own = ownOf(state, origin);
  return own.cookies.length + own.origins.length === 0 ? null : JSON.stringify({ form: FORM, origin, ...own });
}

/** Nothing of it, where its origin is none of the visit's. */
export function readSession(text: string, hosts: readonly string[]): State {
  const { origin, ...state } = parse(text);
  return isVisited(hosts, new URL(origin).hostname) ? ownOf(state, origin) : { cookies: [], origins: [] };
}

/** What is in it that no answer may show. */
export function valuesIn(text: string): string[] {
  const { cookies, origins } = parse(text);
  const values = [...cookies, ...origins.flatMap(({ localStorage }) => localStorage)].map(({ value }) => value);
  return values.filter(({ length }) => length >= LEAST_HIDDEN && length <= MOST_HIDDEN);
}

function parse(text: string): State & { origin: string } {
  const bad = () => invalidField('session', 'is not what an earlier visit gave', 'Sign in anew.');
  let read: Partial<State> & { form?: unknown; origin?: unknown };
  try {
    read = JSON.parse(text) as typeof read;
  } catch {
    throw bad();
  }
  const { form, origin, cookies, origins } = read ?? {};
  const isWhole =
    typeof origin === 'string' && URL.canParse(origin) && Array.isArray(cookies) && Array.isArray(origins);
  if (form !== FORM || !isWhole) throw bad();
  return { origin, cookies, origins };
}

function ownOf({ cookies, origins }: State, origin: string): State {
  const { hostname, protocol } = new URL(origin);
  const sent = cookies.filter(({ domain, secure }) => isSentTo(domain, hostname) && (protocol === 'https:' || !secure));
  // Of two that become one, the host's own counts.
  const ordered = sent.toSorted((a, b) => Number(b.domain.startsWith('.')) - Number(a.domain.startsWith('.')));
  const single = new Map(ordered.map((cookie) => [`${cookie.name} ${cookie.path}`, cookie]));
  return {
    cookies: [...single.values()].map((cookie) => ofHost(cookie, hostname, protocol === 'https:')),
    origins: origins.filter((one) => one.origin === origin),
  };
}

function isSentTo(domain: string, hostname: string): boolean {
  return domain === hostname || (domain.startsWith('.') && `.${hostname}`.endsWith(domain));
}

function ofHost({ name, value, path, expires, httpOnly, sameSite }: Cookie, domain: string, secure: boolean): Cookie {
  return { name, value, path, expires, httpOnly, sameSite, domain, secure };
}
