/** Where a client may go: decided by the user's settings alone, before a name is resolved and again when it is. */
import { matchesHost, parseHostPattern, type HostPattern } from '@zapomni/core/model';
import { kindOf } from './special-addresses.ts';

/**
 * `public`: to public addresses only. `private`: to private ones too. `anywhere`: the user named this very origin as an endpoint
 * of theirs. Null: not at all.
 */
export type Reach = 'public' | 'private' | 'anywhere' | null;

export type ReachRules = (url: URL) => Reach;

/** Hosts by pattern. What is listed as private need not be listed twice. */
export function hostRules(hosts: readonly string[], privateHosts: readonly string[]): ReachRules {
  const [allowed, named] = [hosts, privateHosts].map((names) => names.map(toPattern)) as [HostPattern[], HostPattern[]];
  return (url) => {
    if (named.some((pattern) => matchesHost(pattern, url))) return 'private';
    return allowed.some((pattern) => matchesHost(pattern, url)) ? 'public' : null;
  };
}

/** One origin and no other. */
export function originRules(baseUrl: string): ReachRules {
  const { origin } = new URL(baseUrl);
  return (url) => (url.origin === origin ? 'anywhere' : null);
}

export function mayConnect(reach: Reach, address: string): boolean {
  if (reach === null || reach === 'anywhere') return reach !== null;
  const kind = kindOf(address);
  return kind === 'public' || (kind === 'private' && reach === 'private');
}

/** The settings were checked when they were read; a pattern that is none must not open anything all the same. */
function toPattern(text: string): HostPattern {
  return parseHostPattern(text) ?? { host: '.', below: false, port: '0' };
}
