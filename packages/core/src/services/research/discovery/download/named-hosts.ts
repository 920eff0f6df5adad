/**
 * Where a copy may be had from without anybody asking: from the hosts that those who tell of it name for this paper, and from those below them or
 * above. A redirection to anywhere else is not followed, be it a login, a shop or a place that nobody has called open.
 */
import type { FoundCopy } from '../../lookup/find-copies.ts';

/** Says of an address whether it may be gone to for this copy. */
export function namedFor(copy: FoundCopy, copies: readonly FoundCopy[]): (url: string) => boolean {
  const told = copies.filter(({ sources }) => sources.some((source) => copy.sources.includes(source)));
  const hosts = [copy, ...told].flatMap(({ url }) => siteOf(url) ?? []);
  return (url) => {
    const site = siteOf(url);
    return site !== null && hosts.some((host) => isBelow(site, host) || isBelow(host, site));
  };
}

function siteOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname } = new URL(url);
  return /^https?:$/.test(protocol) ? hostname.toLowerCase().replace(/^www\./, '') : null;
}

/** `org` is above every host that ends so, and says nothing. */
function isBelow(host: string, above: string): boolean {
  return host === above || (above.includes('.') && host.endsWith(`.${above}`));
}
