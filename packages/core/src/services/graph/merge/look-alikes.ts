/**
 * Letters of different scripts that look the same. They stay apart as names, because a look-alike may be a forgery or
 * another language's word; but someone should be asked.
 */
const LATIN_FOR: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  ԝ: 'w',
  ь: 'b',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  μ: 'm',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ζ: 'z',
  ı: 'i',
  ɡ: 'g',
  ʟ: 'l',
  0: 'o',
  1: 'l',
  '|': 'l',
  5: 's',
};
const RARELY_SEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/gu;

/** The same for all names that look the same. Keys are folded already. */
export function skeletonOf(key: string): string {
  return [...key.replace(RARELY_SEEN, '')].map((letter) => LATIN_FOR[letter] ?? letter).join('');
}

const CYRILLIC_FOR: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(LATIN_FOR)
      .filter(([letter]) => /\p{Script=Cyrillic}/u.test(letter))
      .map(([letter, latin]) => [latin, letter]),
  ),
  b: 'в',
  h: 'н',
};

/** Names that look like this one and are likely to be met: all in the other script, or with one letter of it. */
export function likelyLookAlikes(key: string): string[] {
  const letters = [...key];
  const swapped = letters.map((letter) => CYRILLIC_FOR[letter] ?? letter);
  const single = letters.flatMap((letter, i) =>
    swapped[i] === letter ? [] : letters.with(i, swapped[i] as string).join(''),
  );
  return [...new Set([skeletonOf(key), swapped.join(''), ...single])].filter((form) => form !== key);
}
