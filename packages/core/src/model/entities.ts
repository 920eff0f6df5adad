/** Characters that are written by name or number, as HTML has them. */
import { toAccented } from './accents.ts';

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  shy: '',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  hellip: '…',
  prime: '′',
  Prime: '″',
  bull: '•',
  middot: '·',
  deg: '°',
  plusmn: '±',
  times: '×',
  divide: '÷',
  minus: '−',
  le: '≤',
  ge: '≥',
  ne: '≠',
  asymp: '≈',
  infin: '∞',
  rarr: '→',
  larr: '←',
  harr: '↔',
  micro: 'µ',
  copy: '©',
  reg: '®',
  trade: '™',
  sect: '§',
  para: '¶',
  szlig: 'ß',
  aelig: 'æ',
  AElig: 'Æ',
  oelig: 'œ',
  OElig: 'Œ',
  oslash: 'ø',
  Oslash: 'Ø',
  eth: 'ð',
  ETH: 'Ð',
  thorn: 'þ',
  THORN: 'Þ',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  sup1: '¹',
  sup2: '²',
  sup3: '³',
  pound: '£',
  euro: '€',
  yen: '¥',
  cent: '¢',
};

const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega';

/** Letters by their names, large ones with a large initial, as HTML and TeX agree on. */
export const GREEK_LETTERS: ReadonlyMap<string, string> = new Map(
  GREEK.split(' ').flatMap((name, i) => [
    [name, String.fromCodePoint(0x3b1 + i)] as const,
    [name.charAt(0).toUpperCase() + name.slice(1), String.fromCodePoint(0x391 + i)] as const,
  ]),
);

const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]\w{1,12}));/giu;

/** What is no name of a character stays as it is. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (whole, hex?: string, decimal?: string, name = '') => {
    if (hex === undefined && decimal === undefined) return named(name as string) ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';
  });
}

function named(name: string): string | undefined {
  return NAMED[name] ?? GREEK_LETTERS.get(name) ?? toAccented(name);
}
