import { describe, expect, it } from 'vitest';
import { readCodeQuery } from './code-query.ts';
import { meansFile, placesIn, symbolsIn } from './named-things.ts';
import { queryWords, wordsOf } from './query-words.ts';
import { rankFiles, type FoundFile, type FoundUnit, type NamedSymbol } from './rank-files.ts';

describe('what a question says', () => {
  it('names symbols by the way they are written', () => {
    const named = symbolsIn('Does `load_all` of Store.open call readFile() twice?', false);
    expect(named.get('load_all')).toBeGreaterThan(named.get('open') ?? 1);
    expect(named.get('readfile')).toBe(1);
    expect(named.get('twice')).toBeLessThan(named.get('store') ?? 0);
  });

  it('names in a long text only what is written like a name', () => {
    const text = 'Loading fails\nThe server stops when `parse_line` gets an empty line and nothing is said.';
    expect([...symbolsIn(text, true).keys()]).toEqual(['parse_line']);
  });

  it('names files, with their lines, and modules', () => {
    const trace =
      '  File "/usr/lib/site-packages/app/views.py", line 12, in get\nat load (src/store.ts:40:7)\napp.models.query';
    expect(placesIn(trace)).toEqual([
      { path: 'app/views.py', line: 12 },
      { path: 'src/store.ts', line: 40 },
      { path: 'app/models/query', line: null },
    ]);
    expect(meansFile({ path: 'app/models/query', line: null }, 'src/app/models/query.py')).toBe(1);
    expect(meansFile({ path: 'models/query/Set', line: null }, 'app/models/query.py')).toBeGreaterThan(0);
    expect(meansFile({ path: 'query.py', line: null }, 'app/subquery.py')).toBe(0);
  });

  it('is looked for by its first line where it is long, and without the words that only ask', () => {
    const long = readCodeQuery(`Cookies are lost\n${'Steps to reproduce the error. '.repeat(20)}`);
    expect(long).toMatchObject({ isLong: true, head: 'Cookies are lost', isName: false });
    expect(readCodeQuery('how does it retry')).toMatchObject({ isLong: false, head: 'it retry' });
    expect(readCodeQuery('Store.open()')).toMatchObject({ isName: true, dotted: ['store.open'] });
    expect(readCodeQuery('how')).toMatchObject({ head: 'how' });
  });
});

describe('words of names', () => {
  const words = queryWords([['authent'], ['user']], (term) => (term === 'user' ? 1 : 3));

  it('count by how rare they are, and less where only the beginning is the same', () => {
    expect(words.share(['user'])).toBeCloseTo(0.25);
    expect(words.share(['auth'])).toBeCloseTo(0.6);
    expect(words.share(['author'])).toBe(0);
    expect(words.precision(['user', 'store'])).toBe(0.5);
    expect(words.precision([])).toBe(0);
  });

  it('are those of the word index', () => {
    expect(wordsOf('loadUserById')).toEqual(expect.arrayContaining(['load', 'user', 'by', 'id']));
  });
});

describe('ranking', () => {
  const UNIT: FoundUnit = { passage: 1, first: 1, last: 10, head: 0, all: 0, names: 0, meaning: 0, shown: [] };
  const unit = (more: Partial<FoundUnit> = {}): FoundUnit => ({ ...UNIT, ...more });
  const FILE = { language: 'python', isTest: false, importance: 0, coverage: 0 };
  const file = (path: string, units: FoundUnit[], more: Partial<FoundFile> = {}): FoundFile => {
    const shown = units.flatMap((one) => one.shown);
    return { ...FILE, path, units, named: shown, ...more };
  };
  const named = (qualified: string, kind: string, first = 1): NamedSymbol => {
    const name = qualified.split('.').at(-1) ?? '';
    return { qualified, name, kind, first, last: first + 5 };
  };
  const order = (query: string, files: readonly FoundFile[]): string[] => {
    const read = readCodeQuery(query);
    return rankFiles(
      read,
      queryWords(read.words, () => 1),
      files,
    ).map((ranked) => ranked.file.path);
  };

  it('puts the file that defines a name before those that use it more', () => {
    const uses = file('a.py', [unit({ head: 1 })]);
    const defines = file('b.py', [unit({ head: 0.5, shown: [named('Session', 'class')] })]);
    expect(order('Session', [uses, defines])).toEqual(['b.py', 'a.py']);
  });

  it('takes a name with what it stands in for that symbol alone', () => {
    const other = file('a.py', [unit({ head: 1, shown: [named('Store', 'class'), named('Store.close', 'method')] })]);
    const meant = file('b.py', [unit({ head: 0.9, shown: [named('Store.open', 'method')] })]);
    expect(order('Store.open', [other, meant])).toEqual(['b.py', 'a.py']);
  });

  it('counts the path, and the folder of a file whose own name says nothing', () => {
    const plain = file('lib/other.ts', [unit({ head: 1 })]);
    const folder = file('lib/cookies/index.ts', [unit({ head: 0.9 })]);
    expect(order('parse cookies', [plain, folder])).toEqual(['lib/cookies/index.ts', 'lib/other.ts']);
  });

  it('has tests, examples, declarations and prose behind what is as good', () => {
    const files = [
      file('src/a_test.py', [unit({ head: 1 })], { isTest: true }),
      file('examples/a.py', [unit({ head: 1 })]),
      file('src/a.d.ts', [unit({ head: 1 })]),
      file('a.md', [unit({ head: 1 })], { language: null }),
      file('src/a.py', [unit({ head: 0.9 })]),
    ];
    expect(order('retry', files)[0]).toBe('src/a.py');
  });

  it('breaks ties by importance, and by more units that fit', () => {
    const equal = (path: string, more: Partial<FoundFile>) => file(path, [unit({ head: 1 })], more);
    expect(order('x y', [equal('a.py', {}), equal('b.py', { importance: 1 })])).toEqual(['b.py', 'a.py']);
    const twice = file('c.py', [unit({ head: 1 }), unit({ head: 0.8, first: 20, last: 30 })]);
    expect(order('x y', [equal('a.py', { importance: 1 }), twice])).toEqual(['c.py', 'a.py']);
  });

  it('has the unit with the line that a traceback names first', () => {
    const read = readCodeQuery('It fails\n  File "app/a.py", line 25, in run');
    const units = [unit({ head: 1, all: 0.5 }), unit({ head: 0.4, first: 20, last: 30 })];
    const [ranked] = rankFiles(
      read,
      queryWords(read.words, () => 1),
      [file('app/a.py', units)],
    );
    expect(ranked?.units[0]?.first).toBe(20);
    expect(ranked?.reasons).toContain('place');
  });
});
