/** Licences under which anybody may have and keep a text. */

/** Anything that Creative Commons allows to be passed on, and what is nobody's. */
const OPEN = [
  'cc0',
  'cc-by',
  'cc-by-sa',
  'cc-by-nd',
  'cc-by-nc',
  'cc-by-nc-sa',
  'cc-by-nc-nd',
  'public-domain',
] as const;

/** `https://creativecommons.org/licenses/by-nc/4.0/` and `CC BY-NC 4.0` are one. */
export function licenceName(given: string): string {
  const address = /creativecommons\.org\/(?:licenses|publicdomain)\/([a-z-]+)/i.exec(given)?.[1]?.toLowerCase();
  if (address === 'zero') return 'cc0';
  if (address === 'mark') return 'public-domain';
  if (address !== undefined) return `cc-${address}`;
  return given
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
    .replace(/-(?:\d+(?:\.\d+)*)(?:-[a-z]+)?$/, '')
    .replace(/^(?:pd|publicdomain)$/, 'public-domain')
    .replace(/^cc-?zero$|^cc-0$/, 'cc0');
}

/** Of those that the query's rule lists, all open ones where it lists none; what is not open never is. */
export function mayHave(licence: string | undefined, listed: readonly string[]): boolean {
  if (licence === undefined) return false;
  const name = licenceName(licence);
  if (!(OPEN as readonly string[]).includes(name)) return false;
  return listed.length === 0 || listed.some((one) => licenceName(one) === name);
}
