/** Cookies and storage as a text: a secret, which whoever asked for it keeps. What belongs to other hosts is left out, in both directions. */
import type { BrowserContext } from 'playwright-core';
import { invalidField } from '@zapomni/core/errors';
import { isVisited } from '../../net/proxy/visit-rules.ts';

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

const FORM = 1;

export function writeSession(state: State, hosts: readonly string[]): string {
  return JSON.stringify({ form: FORM, ...ownOf(state, hosts) });
}

export function readSession(text: string, hosts: readonly string[]): State {
  const bad = () => invalidField('session', 'is not what an earlier visit gave', 'Sign in anew.');
  let read: Partial<State> & { form?: unknown };
  try {
    read = JSON.parse(text) as typeof read;
  } catch {
    throw bad();
  }
  if (read?.form !== FORM || !Array.isArray(read.cookies) || !Array.isArray(read.origins)) throw bad();
  return ownOf({ cookies: read.cookies, origins: read.origins }, hosts);
}

function ownOf({ cookies, origins }: State, hosts: readonly string[]): State {
  return {
    cookies: cookies.filter(({ domain }) => isVisited(hosts, String(domain).replace(/^\./, ''))),
    origins: origins.filter(({ origin }) => URL.canParse(origin) && isVisited(hosts, new URL(origin).hostname)),
  };
}
