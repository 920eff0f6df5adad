/**
 * Forms that inflected languages give to names: `Jana Nováka` is Jan Novák, `Londonban` is London. An ending alone shows nothing, for Petra is not
 * the genitive of Petr; so these are only forms that a name could have, for whoever knows that the base form is a name too. Endings that turn one
 * person's name into another's are left out: `s` of people (Adam, Adams), `a` alone or behind -ov, -ev and -in (Aleksandra Petrova).
 *
 * Keys are meant, in which letters have no marks.
 */
interface Ending {
  readonly ending: string;
  /** What the base form has in its place. */
  readonly base: string;
}

const inPlaceOf = (base: string, endings: string): Ending[] => endings.split(' ').map((ending) => ({ ending, base }));

/** Slavic cases of people, masculine and feminine, nouns and adjectives. */
const OF_PEOPLE: readonly Ending[] = [
  ...inPlaceOf('', 'a u e em om ovi owi iem'),
  ...inPlaceOf('a', 'y u e o ou i'),
  ...inPlaceOf('i', 'iego iemu im'),
  ...inPlaceOf('y', 'ego emu ym eho emu'),
  ...inPlaceOf('ka', 'kiej'),
];
/** Finnish, Hungarian and German cases of places. */
const OF_PLACES: readonly Ending[] = [
  ...inPlaceOf('', 'ssa sta lla lta lle'),
  ...inPlaceOf('', 'ban ben bol rol tol nak nek hoz hez'),
  ...inPlaceOf('', 's'),
];
const SHORTEST_PERSON = 3;
const SHORTEST_PLACE = 4;
const SHORTEST_GENITIVE = 6;
/** More words have names of which not each is inflected in the same way. */
const MOST_WORDS = 3;
const WOMANS = /(?:ov|ev|in|yn)$/u;

/** Keys that the base form of a name could have; none for most. */
export function baseKeys(key: string, type: string): string[] {
  const words = key.split(' ');
  if (type === 'place' && words.length === 1) return placeKeys(key);
  const isPerson = type === 'person' && words.length > 1 && words.length <= MOST_WORDS;
  return isPerson ? personKeys(words) : [];
}

function placeKeys(key: string): string[] {
  return basesOf(key, OF_PLACES, SHORTEST_PLACE).filter(
    (base) => !key.endsWith('s') || base.length >= SHORTEST_GENITIVE,
  );
}

/** The surname is inflected, and the names before it are inflected or as they are. */
function personKeys(words: readonly string[]): string[] {
  const surnames = basesOf(words.at(-1) as string, OF_PEOPLE, SHORTEST_PERSON).filter((base) => !isWomans(base, words));
  const given = words.slice(0, -1).map((word) => [word, ...basesOf(word, OF_PEOPLE, SHORTEST_PERSON - 1)]);
  const starts = given.reduce((rows, forms) => rows.flatMap((row) => forms.map((form) => [...row, form])), [
    [],
  ] as string[][]);
  return starts.flatMap((start) => surnames.map((surname) => [...start, surname].join(' ')));
}

function isWomans(base: string, words: readonly string[]): boolean {
  return WOMANS.test(base) && words.at(-1) === `${base}a`;
}

function basesOf(word: string, endings: readonly Ending[], shortest: number): string[] {
  const bases = endings.flatMap(({ ending, base }) =>
    word.endsWith(ending) && word.length - ending.length + base.length >= shortest
      ? [word.slice(0, word.length - ending.length) + base]
      : [],
  );
  return [...new Set(bases)].filter((base) => base !== word);
}
