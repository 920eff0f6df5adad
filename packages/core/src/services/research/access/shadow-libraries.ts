/**
 * Places that pass on what others sell. They are never asked, whoever names them: a source, a feed, a redirection or a caller. They move from one
 * top-level domain to the next and keep their name, so most are known by a label of the host wherever it stands. This is the last line, not the
 * first: what is had without anybody asking comes only from hosts that a source of papers names (discovery/download/named-hosts.ts).
 */

/** As a label of the host, alone or with something behind a hyphen. */
const NAMES =
  /^(?:sci-hub|sci-hub\w+|libgen\w*|library-?genesis|genlib\w*|z-lib|z-?library|zlibrary|1lib|b-ok|booksc|bookzz|bookfi|annas-?archive|singlelogin|libstc|standard-template-construct)(?:-.*)?$/;

/** Whose name is also that of others. */
const HOSTS: readonly string[] = [
  'lib.rus.ec',
  'library.lol',
  'library.bz',
  'books.ms',
  'scihub.wf',
  'scihub.st',
  'scihub.se',
  'scihub.ru',
  'scihub.tw',
  'scihub.wiki',
];

export function isShadowLibrary(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname.toLowerCase().replace(/\.$/, '');
  if (HOSTS.some((one) => host === one || host.endsWith(`.${one}`))) return true;
  return host.split('.').some((label) => NAMES.test(label));
}
