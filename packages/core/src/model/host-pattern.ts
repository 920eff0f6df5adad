/** Which hosts of the network may be reached, as a user writes it: `arxiv.org`, `*.arxiv.org`, `host:8080`, `[::1]`, `*`. */
export interface HostPattern {
  /** As URLs spell it: lower case, punycode, addresses in their plain form. Empty for every host. */
  readonly host: string;
  /** Those below it are meant, and not the host itself. */
  readonly below: boolean;
  /** This port alone; every port where null. */
  readonly port: string | null;
}

const FORM = /^(\*|(?:\*\.)?(?:\[[\d.:a-f]+\]|[^\s/:@?#[\]\\%*]+))(?::(\d{1,5}))?$/iu;

/** Null for what is no pattern: a URL, a path, a star in the middle. */
export function parseHostPattern(text: string): HostPattern | null {
  const [, name = '', digits] = FORM.exec(text.trim()) ?? [];
  const port = digits === undefined ? null : Number(digits);
  if (name === '' || port === 0 || (port ?? 0) > 65_535) return null;
  const below = name.startsWith('*.');
  const host = name === '*' ? '' : plainHost(below ? name.slice(2) : name);
  return host === null ? null : { host, below, port: port === null ? null : String(port) };
}

export function matchesHost({ host, below, port }: HostPattern, url: URL): boolean {
  if (port !== null && port !== portOf(url)) return false;
  const name = url.hostname.replace(/\.$/, '');
  if (host === '') return true;
  return below ? name.endsWith(`.${host}`) : name === host;
}

function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80');
}

function plainHost(name: string): string | null {
  const url = `http://${name}/`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : null;
}
