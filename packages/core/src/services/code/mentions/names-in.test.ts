import { describe, expect, it } from 'vitest';
import { namesIn } from './names-in.ts';

const told = (text: string): string[] => namesIn(text).map(({ kind, name }) => `${kind} ${name}`);

describe('what a text names that may be code', () => {
  it('is what stands between backticks, whatever it looks like', () => {
    expect(told('Call `retry` or `Shop.open(at)` before `src/a.ts:12` is read.')).toEqual([
      'symbol retry',
      // A file may be called so too.
      'path Shop.open',
      'symbol Shop.open',
      'path src/a.ts',
    ]);
    expect(told('See `Shop::open`, `Shop#close` and `it->next`.')).toEqual([
      'symbol Shop.open',
      'symbol Shop.close',
      'symbol it.next',
    ]);
    expect(told('`npm run build` and `a sentence.` and ``')).toEqual([]);
  });

  it('is a path, a name with dots, a call, and a word that is only written in code', () => {
    expect(told('The bug was in ./packages/core/src/app.ts, not in lib/index.js.')).toEqual([
      'path packages/core/src/app.ts',
      'path lib/index.js',
    ]);
    expect(
      told(
        'See package.json: Store.openAll fails, close() too; readLog and MAX_SIZE are wrong, and HistoryRun is not.',
      ),
    ).toEqual([
      'path package.json',
      'symbol package.json',
      'symbol Store.openAll',
      'symbol close',
      'symbol readLog',
      'symbol MAX_SIZE',
      'symbol HistoryRun',
    ]);
  });

  it('is no common word, and nothing of a sentence', () => {
    expect(told('We open the store on Monday, and/or on Tuesday. See Bob (the cook) - he knows!')).toEqual([
      'path and/or',
    ]);
    expect(told('Alice works for Acme in Berlin. 2024-03-31, 12:30, 3.5 percent, e-mail')).toEqual([]);
  });

  it('is no more than can be looked up quickly', () => {
    const many = Array.from({ length: 500 }, (_, i) => `\`name${i}\``).join(' ');
    expect(namesIn(many)).toHaveLength(100);
    expect(namesIn(`${'x'.repeat(60_000)} \`late\``)).toEqual([]);
    expect(told(`\`${'a'.repeat(150)}.${'b'.repeat(60)}\``)).toEqual([]);
  });
});
