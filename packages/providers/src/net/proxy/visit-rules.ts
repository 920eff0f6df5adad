/** Where one visit may go: what the user allowed, narrowed to the hosts of the visit and to the ports of the web. */
import { matchesHost, parseHostPattern, type HostPattern } from '@zapomni/core/model';
import { hostRules, type ReachRules } from '../address/reach-rules.ts';

export interface AllowedHosts {
  /** Patterns, as the user wrote them. */
  readonly hosts: readonly string[];
  readonly privateHosts: readonly string[];
}

const WEB_PORTS: ReadonlySet<string> = new Set(['', '80', '443']);

/** `visited`: hosts with all that lies below them; with a port, that port alone. */
export function visitRules({ hosts, privateHosts }: AllowedHosts, visited: readonly string[]): ReachRules {
  const allowed = hostRules(hosts, privateHosts);
  const meant = toPatterns(visited);
  const isNamedPort = portRules(hosts);
  return (url) => {
    const reach = allowed(url);
    if (reach === null || !meant.some((pattern) => matchesHost(pattern, url))) return null;
    return reach === 'private' || WEB_PORTS.has(url.port) || isNamedPort(url) ? reach : null;
  };
}

/** Whether a host is one of the visit's, at whatever port: cookies know none. */
export function isVisited(visited: readonly string[], hostname: string): boolean {
  const url = `http://${hostname}/`;
  return (
    URL.canParse(url) && toPatterns(visited).some((pattern) => matchesHost({ ...pattern, port: null }, new URL(url)))
  );
}

function toPatterns(visited: readonly string[]): HostPattern[] {
  return visited.flatMap((host) => {
    const pattern = parseHostPattern(host);
    return pattern === null || pattern.host === '' ? [] : [pattern, { ...pattern, below: true }];
  });
}

/** A port that the user wrote with the host is meant. */
function portRules(hosts: readonly string[]): (url: URL) => boolean {
  const named = hosts.map(parseHostPattern).filter((pattern) => pattern !== null && pattern.port !== null);
  return (url) => named.some((pattern) => pattern !== null && matchesHost(pattern, url));
}

/** A name or an address, with a port or without; no stars. */
export function isHost(text: string): boolean {
  const pattern = parseHostPattern(text);
  return pattern !== null && pattern.host !== '' && !pattern.below;
}
