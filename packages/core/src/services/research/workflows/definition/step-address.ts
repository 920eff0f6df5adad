/** Where a step may lead: http and https, to a host of the workflow that is written out and not put in. */
import { matchesHost, parseHostPattern } from '../../../../model/host-pattern.ts';

const FORM = /^https?:\/\/[^/?#\\\s{}]+(?:[/?#]|$)/i;

/** What is wrong with the address of a step; null where nothing is. */
export function addressFault(url: string, hosts: readonly string[]): string | null {
  if (!/^https?:/i.test(url)) return 'takes an address that begins with https:// or http://';
  if (!FORM.test(url)) return 'must name its host in full; parameters come after it';
  if (!URL.canParse(url)) return 'is no address';
  const { username, password } = new URL(url);
  if (username !== '' || password !== '') return 'must not hold a name or password: keep it as a secret and fill it in';
  return isOfHosts(url, hosts) ? null : `leads to a host that is not in allow_hosts (${hosts.join(', ')})`;
}

/** Of one of the hosts, or of what lies below it. */
export function isOfHosts(url: string, hosts: readonly string[]): boolean {
  const address = new URL(url);
  return hosts.some((host) => {
    const pattern = parseHostPattern(host);
    return pattern !== null && (matchesHost(pattern, address) || matchesHost({ ...pattern, below: true }, address));
  });
}
