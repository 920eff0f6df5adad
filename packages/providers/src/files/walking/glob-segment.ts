/**
 * A name against a pattern with `*`, `?` and `[a-z]`, as Git's wildmatch has it. Patterns come from the folders that are
 * walked, from anybody's hand: no pattern takes longer than its length times that of the name.
 */
type CharTest = (char: string) => boolean;
export type GlobToken = string | typeof STAR | CharTest;

export const STAR = Symbol('any characters');

export function matchesSegment(tokens: readonly GlobToken[], name: readonly string[]): boolean {
  return matchesWithStars(tokens, name, STAR, (token, char) =>
    typeof token === 'string' ? token === char : typeof token === 'function' && token(char),
  );
}

/**
 * The way of every glob: where something does not fit, the last star takes one more. Earlier stars need no second try,
 * since whatever they could take the last one can take as well.
 */
export function matchesWithStars<Token, Item>(
  pattern: readonly Token[],
  text: readonly Item[],
  star: Token,
  fits: (token: Token, item: Item) => boolean,
): boolean {
  let [p, t, afterStar, taken] = [0, 0, -1, 0];
  while (t < text.length) {
    const token = pattern[p];
    if (p < pattern.length && token === star) {
      afterStar = p += 1;
      taken = t;
    } else if (p < pattern.length && fits(token as Token, text[t] as Item)) {
      p += 1;
      t += 1;
    } else if (afterStar >= 0) {
      p = afterStar;
      t = taken += 1;
    } else {
      return false;
    }
  }
  while (p < pattern.length && pattern[p] === star) p += 1;
  return p === pattern.length;
}
