/** Texts that were made to hurt. A parser reads them or says no, and reads the next. */
import type { CodeParser } from '@zapomni/core/ports';
import { describe, expect, it } from 'vitest';
import { expectSound } from './expect-facts.ts';

const MILLION = 1_000_000;

const TEXTS: readonly (readonly [about: string, language: string, text: string])[] = [
  ['a line that is a million nodes deep', 'python', `x = a${'+a'.repeat(MILLION)}`],
  ['a chain of a hundred thousand names', 'typescript', `a${'.b'.repeat(100_000)}()`],
  ['calls of calls', 'javascript', `f${'(x)'.repeat(50_000)}`],
  ['lists in lists', 'python', `x = ${'['.repeat(5000)}${']'.repeat(5000)}`],
  ['objects in objects', 'javascript', `x = ${'{a:'.repeat(5000)}1${'}'.repeat(5000)}`],
  ['20,000 brackets that nobody closes', 'python', '('.repeat(20_000)],
  ['20,000 brackets that nobody closes', 'c', '('.repeat(20_000)],
  ['functions in functions', 'javascript', `${'function f(){'.repeat(3000)}${'}'.repeat(3000)}`],
  ['characters of no text', 'python', '\0\0\0def f():\0 pass\n\u0001\u0002'],
  ['halves of characters', 'typescript', 'const \uD800 = "\uDC00\uD800";\nfunction f() {}\n'],
  ['nothing', 'java', ''],
  ['only ends of lines', 'go', '\r\n\r\n\n\n'],
  ['a page without a script', 'html', '<p>function f() {}</p>'],
  ['what another language says', 'rust', 'def f(x):\n    return class { <?php\n'],
];

export function hostileSources(parser: () => CodeParser): void {
  describe('hostile sources', () => {
    it.each(TEXTS)(
      '%s (%s)',
      async (_about, language, text) => {
        const facts = await parser().parse({ language, text });
        expectSound(facts, text);
        // Plain JSON, and no deeper than JSON may be.
        expect(JSON.parse(JSON.stringify(facts))).toEqual(facts);
      },
      120_000,
    );

    it('refuses what is too large and names the limit, and reads the next', async () => {
      const text = 'x = 1\n'.repeat(1_750_000);
      await expect(parser().parse({ language: 'python', text })).rejects.toMatchObject({
        code: 'TOO_LARGE',
        message: expect.stringMatching(/\d{6,}/u),
      });
      expect((await parser().parse({ language: 'python', text: 'def f(): pass' })).symbols).toHaveLength(2);
    });

    it('knows no language that nobody taught it', async () => {
      await expect(parser().parse({ language: 'klingon', text: '' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    });
  });
}
