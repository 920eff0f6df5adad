import { trialRandom } from '@zapomni/testkit/trial-random';
import { describe, expect, it } from 'vitest';
import { compilePattern } from './match-pattern.ts';

type Chance = () => number;
const pick = <Item>(random: Chance, items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;

/**
 * A pattern of a few letters, which JavaScript can still match without harm. What is repeated takes a character at least: of repeated nothing
 * JavaScript has rules of its own.
 */
function anyPattern(random: Chance, depth: number): string {
  if (depth === 0 || random() < 0.3) return pick(random, ['a', 'b', '[ab]', '.', '\\d', '[^a]', 'c']);
  const inner = () => anyPattern(random, depth - 1);
  return pick(random, [
    () => inner() + inner(),
    () => `(?:${inner()}|${inner()})`,
    () => `(?:[abc1 ]${inner()})${pick(random, ['*', '+', '?', '{1,2}', '*?', '+?', '??', '{2}', '{1,}'])}`,
    () => `^${inner()}`,
    () => `${inner()}$`,
    () => `\\b${inner()}`,
  ])();
}

describe('a pattern', () => {
  it('finds what JavaScript finds', () => {
    const random = trialRandom();
    for (let i = 0; i < 3000; i++) {
      const source = anyPattern(random, 3);
      const text = Array.from({ length: Math.floor(random() * 9) }, () => pick(random, ['a', 'b', 'c', '1', ' '])).join(
        '',
      );
      const expected = new RegExp(source, 'u').exec(text)?.[0] ?? null;
      expect([source, text, compilePattern(source).find(text)]).toEqual([source, text, expected]);
    }
  });

  it('gives its first group where it has one', () => {
    expect(compilePattern('Vol\\. (\\d+)').find('Nature Vol. 12, 2020')).toBe('12');
    expect(compilePattern('10\\.\\d{4,9}/\\S+').find('https://doi.org/10.1145/3292500 x')).toBe('10.1145/3292500');
    expect(compilePattern('(?:a)(b)?').find('a')).toBe('a');
    expect(compilePattern('\\p{Lu}[\\p{L}-]+').find('der Müller-Lüdenscheidt')).toBe('Müller-Lüdenscheidt');
  });

  it('takes no longer for a text that others would never end on', () => {
    const text = `${'a'.repeat(9999)}!`;
    for (const source of ['(a+)+$', '(a|a)*b', '(a|aa)+$', '(?:.*.*.*.*)=', '^(?:a?){50}a{50}$'])
      expect(compilePattern(source).find(text)).toBeNull();
  });

  it.each([
    ['', 'is empty'],
    ['(', 'is no regular expression'],
    ['a'.repeat(201), 'more than 200'],
    ['(a)\\1', 'refers back'],
    ['(?=a)b', 'looks ahead'],
    ['(?<=a)b', 'looks ahead or behind'],
    ['a{1,5000}', 'more than 100 times'],
    ['(?:(?:a{90}){90}){90}', 'too large'],
  ])('%s is refused: %s', (source, why) => {
    expect(() => compilePattern(source)).toThrow(why);
  });
});
