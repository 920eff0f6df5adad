/** Names of countries in English, as Unicode has them, and how addresses shorten some. */
let known: ReadonlySet<string> | undefined;
const SHORT = [
  'usa',
  'u.s.a.',
  'uk',
  'u.k.',
  'england',
  'scotland',
  'wales',
  'p.r. china',
  'pr china',
  'korea',
  'the netherlands',
];

export function isCountry(text: string): boolean {
  known ??= new Set([...SHORT, ...named()]);
  return known.has(text.trim().toLowerCase().replace(/[.;]$/u, ''));
}

function named(): string[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters
    .flatMap((first) => letters.map((second) => names.of(first + second)))
    .flatMap((name) => (name === undefined ? [] : [name.toLowerCase()]));
}
