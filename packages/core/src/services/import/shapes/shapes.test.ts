/** What notes are made of. */
import { describe, expect, it } from 'vitest';
import { readFrontMatter } from './front-matter.ts';
import { parseMap } from './mapped.ts';
import { sectionsOf } from './sections.ts';
import { keyOf, kindOf, timeOf } from './values.ts';
import { inlineTagsOf, wikiLinksOf } from './wiki-text.ts';

describe('readFrontMatter', () => {
  it.each([
    ['a: b', { a: 'b' }],
    ['a: "b: \\"c\\" # d"', { a: 'b: "c" # d' }],
    ["a: 'it''s'", { a: "it's" }],
    ['a: b # comment', { a: 'b' }],
    ['a: C#', { a: 'C#' }],
    ['n: 4.5\nyes: true\nno: false\nnone: null\nempty:', { n: 4.5, yes: true, no: false }],
    ['zip: 0123', { zip: '0123' }],
    ['a: [x, "y, z", [[Note, one]]]', { a: ['x', 'y, z', '[[Note, one]]'] }],
    ['a:\n- x\n  - "y"\nb: 1', { a: ['x', 'y'], b: 1 }],
    ['a: |\n  one\n  two\nb: 2', { a: 'one\ntwo', b: 2 }],
    ['a: >\n  one\n  two', { a: 'one two' }],
    ['a:\n  deep: 1\n  er: 2', { a: 'deep: 1\ner: 2' }],
    ['"quoted key": 1', { 'quoted key': 1 }],
    ['# comment\nnot a field\nurl: https://x.example/a', { url: 'https://x.example/a' }],
    ['a: 1\r\nb: 2', { a: 1, b: 2 }],
    ['', {}],
  ])('%j', (yaml, fields) => {
    expect(readFrontMatter(`---\n${yaml}\n---\nbody\n`)).toEqual({ fields, body: 'body\n' });
  });

  it.each(['no front matter', '--- not\na: b\n---\n', '---\na: b\nnever closed', 'x\n---\na: b\n---\n'])(
    '%j has none',
    (text) => {
      expect(readFrontMatter(text)).toEqual({ fields: {}, body: text });
    },
  );
});

describe('wiki text', () => {
  it('has links by the name of the note, each once', () => {
    const text = '[[A]] [[A|a]] [[B#Part]] ![[c.png|100]] [[#here]] [[]] \\| [[D\\|d]] `[[x]]`\n~~~\n[[y]]\n~~~\n[[E]]';
    expect(wikiLinksOf(text)).toEqual(['A', 'B', 'c.png', 'D', 'E']);
  });

  it('has tags that are no headings, numbers, colours of links or code', () => {
    const text = '# Heading\n#one (#two) #a/b/ #2026 #y2026 x#no https://x.example/#no [l](#no) ##no `#no`\n#žluť';
    expect(inlineTagsOf(text)).toEqual(['one', 'two', 'a/b', 'y2026', 'žluť']);
  });
});

describe('sectionsOf', () => {
  it('goes by headings, with those above', () => {
    expect(sectionsOf('pre\n# A\na\n### C ###\nc\n## B\n\n# D\n~~~\n# no\n```\n~~~\nd')).toEqual([
      { headings: [], text: 'pre' },
      { headings: ['A'], text: 'a' },
      { headings: ['A', 'C'], text: 'c' },
      { headings: ['A', 'B'], text: '' },
      { headings: ['D'], text: '~~~\n# no\n```\n~~~\nd' },
    ]);
    expect(sectionsOf('')).toEqual([]);
  });
});

describe('values', () => {
  it('keeps keys within their length, and apart', () => {
    expect(keyOf('f', 'a', 'b')).toBe('f:a:b');
    const long = 'x'.repeat(600);
    expect(keyOf('f', long)).toMatch(/^f:sha256:[0-9a-f]{64}$/);
    expect(keyOf('f', long)).not.toBe(keyOf('f', `${long}y`));
  });

  it('reads times and kinds', () => {
    expect([1767225600, 1767225600000, 2026, 20260101, '2026-01-01', '', 0, null, Number.NaN].map(timeOf)).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T00:00:00.000Z',
      '2026',
      '20260101',
      '2026-01-01',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(['Decision', 'two words', 'Über', 7].map((kind) => kindOf(kind))).toEqual([
      'decision',
      'two_words',
      'note',
      'note',
    ]);
  });

  it('reads a mapping, and says what is wrong with one', () => {
    expect([...parseMap('text=a=b, timestamp = when')]).toEqual([
      ['text', 'a=b'],
      ['timestamp', 'when'],
    ]);
    for (const bad of ['text', 'text=', 'nope=x']) expect(() => parseMap(bad)).toThrow(/FIELD=COLUMN/);
  });
});
