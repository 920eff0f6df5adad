import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toTerms } from '../terms/terms.ts';
import { parseQuery } from './parse-query.ts';
import { asWords } from './query-pieces.ts';

describe('phrases', () => {
  it.each([
    '"memory safety"',
    '“memory safety”',
    '„memory safety“',
    '„memory safety”',
    '«memory safety»',
    '»memory safety«',
    '「memory safety」',
  ])('%s', (quoted) => {
    const { text, phrases, terms } = parseQuery(`rust ${quoted} rules`);
    expect(phrases).toEqual([['memori', 'safeti']]);
    expect(text).toBe('rust memory safety rules');
    expect(terms).toEqual(expect.arrayContaining(['rust', 'memori', 'safeti', 'rule']));
  });

  it('are found inside scripts without spaces', () => {
    expect(parseQuery('什么是“人工智能”的未来').phrases).toEqual([['人工', '工智', '智能']]);
    expect(parseQuery('「猫」').phrases).toEqual([['猫']]);
  });

  it.each(['say "no more', 'a 27" screen', '12" and 14" screens', "rock 'n' roll", '“open', '""', '"?!"'])(
    'but not in %s',
    (query) => {
      expect(parseQuery(query).phrases).toEqual([]);
    },
  );
});

describe('what is excluded', () => {
  it.each([
    ['cats -dogs', [['dog']]],
    ['cats NOT dogs', [['dog']]],
    ['cats -"wild dogs"', [['wild', 'dog']]],
    ['cats -„wild dogs“ -birds', [['wild', 'dog'], ['bird']]],
    ['cats NOT "wild dogs"', [['wild', 'dog']]],
    ['-dogs cats', [['dog']]],
    ['users -getUserById', [['get', 'user', 'by', 'id']]],
    ['动物 -猫', [['猫']]],
  ])('%s', (query, excluded) => {
    expect(parseQuery(query).excluded).toEqual(excluded);
  });

  it('is not looked for either, by words or by meaning', () => {
    const { text, terms } = parseQuery('cats -dogs');
    expect(text).toBe('cats');
    expect(terms).not.toContain('dog');
  });

  it('goes in every form of the word, where the language is plain', () => {
    const { excluded } = parseQuery('wo ist das Auto -Häuser');
    const held = toTerms('Das Haus ist alt und wir haben es verkauft.');
    expect(excluded.some(([term]) => held.includes(term ?? ''))).toBe(true);
  });

  it.each([
    'state-of-the-art',
    'C--',
    'minus -5 degrees',
    'a - b',
    '-',
    '--',
    'git commit --amend',
    'rm -rf',
    'node -v',
    'WHY DOES IT NOT WORK',
    'or NOT',
    'do not',
  ])('nothing in %s', (query) => {
    expect(parseQuery(query).excluded).toEqual([]);
    expect(parseQuery(query).text).toBe(query);
  });

  it('may be all there is', () => {
    expect(parseQuery('-foo -"bar baz"')).toEqual({
      text: '',
      terms: [],
      phrases: [],
      excluded: [['foo'], ['bar', 'baz']],
      prefixes: [],
    });
  });
});

describe('prefixes', () => {
  const finds = (query: string, text: string) => {
    const { prefixes, terms } = parseQuery(query);
    return toTerms(text).some((term) => terms.includes(term) || prefixes.some((prefix) => term.startsWith(prefix)));
  };

  it.each([
    ['config*', ['config']],
    ['find Config*, please', ['config']],
    ['Éco*', ['eco']],
    ['fs.prom*', ['prom']],
    ['машин*', ['машин']],
    ['20*', ['20']],
  ])('%s', (query, prefixes) => {
    expect(parseQuery(query).prefixes).toEqual(prefixes);
  });

  it.each([
    ['organiz*', 'the organization'],
    ['runni*', 'she was running'],
    ['config*', 'configuration'],
    ['日本*', '日本語'],
    ['fs.prom*', 'fs.promises'],
  ])('%s finds %s', (query, text) => {
    expect(finds(query, text)).toBe(true);
  });

  it('find nothing that begins otherwise', () => {
    expect(finds('config*', 'reconfigured')).toBe(false);
  });

  it.each(['a*', '*', 'SELECT * FROM t', 'a*b', '**bold**', 'ab*cd'])('but not in %s', (query) => {
    expect(parseQuery(query).prefixes).toEqual([]);
  });
});

describe('any query', () => {
  const mark = fc.constantFrom('"', '“', '”', '„', '«', '»', '「', '」', '-', '*', ' ', 'NOT ', 'ab', '猫', 'é', '\n');

  it('is understood', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(mark).map((marks) => marks.join('')),
        ),
        (query) => {
          const { terms, phrases, excluded, prefixes } = parseQuery(query);
          for (const term of [...terms, ...prefixes, ...phrases.flat(), ...excluded.flat()])
            expect(term).toMatch(/^[^\s"]+$/);
          for (const phrase of [...phrases, ...excluded]) expect(phrase.length).toBeGreaterThan(0);
        },
      ),
    );
  });

  it('finds the text it was taken from', () => {
    const word = fc.constantFrom(
      'house',
      'Häuser',
      'running',
      'readFile',
      '日本語',
      'машины',
      'casas',
      '1,000',
      'a.b',
      'книга',
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
        const text = words.join(' ');
        const held = new Set(toTerms(text));
        expect(parseQuery(text).terms.some((term) => held.has(term))).toBe(true);
        const [phrase = []] = parseQuery(`"${text}"`).phrases;
        expect(toTerms(text).slice(0, phrase.length)).toEqual(phrase);
      }),
    );
  });
});

describe('a text that is no query', () => {
  it('has words and no operators, whatever stands in it', () => {
    const pieces = fc.constantFrom(
      '"',
      '“',
      '”',
      '„',
      '«',
      '»',
      '-',
      '*',
      ' ',
      'NOT',
      'mood',
      'state-of-the-art',
      '「',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (text) => {
        const { phrases, excluded, prefixes } = parseQuery(asWords(text.join('')));
        expect([phrases, excluded, prefixes]).toEqual([[], [], []]);
      }),
    );
    expect(parseQuery(asWords('State-of-the-art "moods" NOT -shown')).text).toBe('State-of-the-art moods not shown');
  });
});
