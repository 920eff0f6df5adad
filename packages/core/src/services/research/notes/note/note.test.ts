/** Notes of papers as texts: what is written, what stays, what is taken back. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paperRecord } from '@zapomni/testkit/notes';
import type { KeptPaper } from '../../library/store/paper-record.ts';
import { decide } from './decide.ts';
import { whyUnmergeable } from '../sync/problems.ts';
import { checkTemplate, legalName, paperFileName } from './file-name.ts';
import { withKeys } from './front-matter.ts';
import { mergeNote, type Merged, type MergeInput } from './merge-note.ts';
import { OBSIDIAN } from './formats/obsidian.ts';
import type { PaperNote } from './owned-keys.ts';
import { ALONE, toPaperNote, type NoteLinks } from './paper-note.ts';
import { usersText } from './regions.ts';
import { NOTHING_WRITTEN, type Written } from './written.ts';

const PAPER = {
  key: 'p1',
  version: 1,
  createdAt: 0,
  updatedAt: 0,
  parent: null,
  value: paperRecord({
    item: {
      type: 'article-journal',
      title: 'On: wind',
      abstract: 'Wind blows.\n%% zapomni:end abstract %%\nIt does.',
      container_title: 'Journal of Things',
      contributors: [{ role: 'author', given: 'Vincent', particle: 'van', family: 'Gogh' }],
      identifiers: [{ scheme: 'doi', value: '10.1000/x' }],
      issued: { year: 2020, month: 5 },
    },
    citekey: 'gogh2020',
    year: 2020,
    tags: ['wind'],
  }),
} as KeptPaper;

const LINKS: NoteLinks = {
  format: OBSIDIAN,
  toPaper: ({ citekey }) => `[[${citekey}]]`,
  toPage: (file, page) => OBSIDIAN.page({ from: 'gogh2020.md', file, to: null, page }),
};
const NOTE = toPaperNote(
  PAPER,
  {
    ...ALONE,
    references: [{ label: '1', cited: { paper: 'p2', citekey: 'roe2019' }, text: 'Roe, Of rain.' }],
    annotations: [{ page: 3, text: 'strong', comment: 'why?', file: 'gogh.pdf' }],
  },
  LINKS,
);
const NEW: MergeInput = {
  content: null,
  ours: NOTE,
  written: NOTHING_WRITTEN,
  links: { there: () => null, ours: () => null },
  format: OBSIDIAN,
  isFileNewer: true,
  day: '2026-11-17',
};
const merge = (change: Partial<MergeInput> = {}): Merged => mergeNote({ ...NEW, ...change }) as Merged;
const after = ({ written }: Merged): Written => ({ last: written, next: null });
const FIRST = merge();
const again = (content: string, ours: PaperNote = NOTE, change: Partial<MergeInput> = {}): Merged =>
  merge({ content, ours, written: after(FIRST), ...change });
const saying = (abstract: string, keys: PaperNote['keys'] = {}): PaperNote => ({
  keys: { ...NOTE.keys, ...keys },
  regions: new Map([...NOTE.regions, ['abstract', { text: abstract, bare: abstract }]]),
});

describe('a new note', () => {
  it('has properties and regions, and no text of others can end one', () => {
    expect(FIRST.content).toBe(`---
zapomni-id: p1
citekey: gogh2020
title: "On: wind"
authors:
  - Vincent van Gogh
year: 2020
date: "2020-05"
venue: Journal of Things
type: article-journal
doi: "10.1000/x"
tags:
  - wind
aliases:
  - "On: wind"
status: unread
added: "1970-01-01"
updated: "1970-01-01"
---
%% zapomni:begin abstract %%
## Abstract

Wind blows.
%\u200B% zapomni\u200B:end abstract %\u200B%
It does.
%% zapomni:end abstract %%

%% zapomni:begin annotations %%
## Annotations

> strong ([[gogh.pdf#page=3|p. 3]])
>
> why?
%% zapomni:end annotations %%

%% zapomni:begin references %%
## References

- **[1]** [[roe2019]] Roe, Of rain.
%% zapomni:end references %%
`);
    expect(FIRST.taken).toEqual({});
    expect(FIRST.usersText).toBe('');
  });

  it('is as it is the next time', () => {
    const next = again(FIRST.content);
    expect(next).toEqual({ ...FIRST, found: FIRST.written });
  });
});

describe('what the user wrote', () => {
  const edited = FIRST.content
    .replace('---\n', '---\n# mine\nmood:   "good"   # really\nempty:\n')
    .replace('---\n%%', '---\n\n# My title\n\nI think so.\n\n%%')
    .concat('\nAt the end, see [[roe2019]].');

  it('stays byte for byte when everything of ours changes, and is told apart from it', () => {
    const next = again(edited, saying('New.', { title: 'Other', tags: ['wind', 'storm'], rating: 4, doi: null }));
    expect(next.content).toBe(
      edited
        .replace('title: "On: wind"', 'title: Other')
        .replace('  - wind\n', '  - wind\n  - storm\n')
        .replace('doi: "10.1000/x"\n', '')
        .replace('updated: "1970-01-01"\n', 'updated: "1970-01-01"\nrating: 4\n')
        .replace(/## Abstract[\s\S]*?(?=%% zapomni:end)/, 'New.\n'),
    );
    expect(next.usersText).toBe('# My title\n\nI think so.\n\nAt the end, see [[roe2019]].');
    expect(next.conflicts).toEqual([]);
  });

  it('keeps its line ends and its byte order mark', () => {
    const windows = `\uFEFF${edited.replaceAll('\n', '\r\n')}`;
    const next = again(windows, saying('New.'));
    expect(next.content.startsWith('\uFEFF---\r\n')).toBe(true);
    expect(next.content.replaceAll('\r\n', '')).not.toContain('\n');
    expect(next.content).toContain('%% zapomni:begin abstract %%\r\nNew.\r\n%% zapomni:end abstract %%\r\n');
    expect(again(windows).content).toBe(windows);
  });

  it('in a region stands, with ours below it once', () => {
    const own = FIRST.content.replace('Wind blows.', 'Wind blows, I say.');
    expect(again(own).content).toBe(own);
    const next = again(own, saying('New.'));
    expect(next.conflicts).toEqual(['abstract']);
    const block = '%% zapomni:conflict abstract 2026-11-17 %%\nNew.\n%% zapomni:end conflict %%\n';
    expect(next.content).toBe(own.replace('%% zapomni:end abstract %%\n', `%% zapomni:end abstract %%\n${block}`));
    const later = merge({ content: next.content, ours: saying('New.'), written: after(next) });
    expect(later.content).toBe(next.content);
    expect(later.conflicts).toEqual([]);
    expect(later.usersText).toBe('');
  });

  it('a region or property that was taken out stays away', () => {
    const less = FIRST.content.replace(/%% zapomni:begin references[\s\S]*/, '').replace(/venue: .*\n/, '');
    expect(again(less, saying('New.')).content).toBe(less.replace(/## Abstract[\s\S]*?(?=%% zapomni:end)/, 'New.\n'));
  });

  it('an own word in a property of ours stands, and is told where ours changes too', () => {
    const own = FIRST.content.replace('title: "On: wind"', 'title: Mine');
    expect(again(own).conflicts).toEqual([]);
    const next = again(own, saying('New.', { title: 'Other' }));
    expect(next.content).toContain('title: Mine');
    expect(next.conflicts).toEqual(['title']);
  });

  it.each([
    ['no YAML', '---\na: [\n---\ntext'],
    ['a list', '---\n- a\n---\ntext'],
    ['a map in braces', '---\n{a: b}\n---\ntext'],
  ])('in front matter that is %s is not touched', (_, content) => {
    expect(mergeNote({ ...NEW, content })).toBeNull();
  });

  it('without front matter stays, below what is added', () => {
    const next = again('My own text.\n', NOTE, { written: NOTHING_WRITTEN });
    expect(next.content).toMatch(/^---\nzapomni-id: p1\n[\s\S]*\n---\nMy own text\.\n\n%% zapomni:begin abstract/);
    expect(next.usersText).toBe('My own text.');
  });
});

describe('what goes both ways', () => {
  const with_ = (lines: string) => FIRST.content.replace('tags:\n  - wind\n', lines);

  it('tags are brought together, whoever has added or taken away', () => {
    const next = again(with_('tags: [mine, "#hash"]\n'), saying('x', { tags: ['wind', 'ours'] }));
    expect(next.taken).toEqual({ tags: ['ours', 'mine', 'hash'] });
    expect(next.content).toContain('tags:\n  - ours\n  - mine\n  - hash\n');
    expect(again(with_('')).taken).toEqual({ tags: [] });
    expect(again(with_('tags: wind, two\n')).taken).toEqual({ tags: ['wind', 'two'] });
  });

  it('tags are taken however they are written, and none is lost that no paper could have', () => {
    expect(again(with_('tags:\n  - wind\n  -\n  - true\n  - 2020\n')).taken).toEqual({
      tags: ['wind', 'true', '2020'],
    });
    expect(again(with_('tags: |\n  one\n  two\n')).taken).toEqual({ tags: ['one', 'two'] });
    const long = saying('x', { tags: ['wind', 'w'.repeat(150)] });
    const told = merge({ content: FIRST.content, ours: long, written: after(FIRST) });
    const more = told.content.replace('  - wind\n', '  - wind\n  - mine\n');
    expect(merge({ content: more, ours: long, written: after(told) }).taken).toEqual({
      tags: ['wind', 'w'.repeat(150), 'mine'],
    });
    const many = (n: number) => with_(`tags: [${Array.from({ length: n }, (_, i) => `t${i}`).join(', ')}]\n`);
    expect(again(many(100)).taken.tags).toHaveLength(100);
    for (const odd of [many(101), with_(`tags: [wind, ${'w'.repeat(201)}]\n`), with_('tags:\n  - a: b\n')])
      expect(again(odd)).toMatchObject({ content: odd, taken: {}, unmeant: ['tags'] });
  });

  it('a status that was taken out stays out until the paper has another', () => {
    const without = FIRST.content.replace('status: unread\n', '');
    const gone = again(without);
    expect(gone).toMatchObject({ content: without, taken: {} });
    const later = (status: string) => merge({ content: without, ours: saying('x', { status }), written: after(gone) });
    expect(later('unread').content).not.toContain('status');
    expect(later('reading')).toMatchObject({ taken: {}, content: expect.stringContaining('status: reading\n') });
    const read = again(FIRST.content, saying('x', { status: 'read' }));
    const unread = read.content.replace('status: read\n', '');
    const taken = merge({ content: unread, ours: saying('x', { status: 'read' }), written: after(read) });
    expect(taken).toMatchObject({ content: unread, taken: { status: 'unread' } });
  });

  it('is not taken away with all of our properties, nor written into a note that has none', () => {
    const rated = again(FIRST.content, saying('x', { rating: 3 }));
    const own = rated.content.replace(/^---[\s\S]*?\n---\n/, '');
    const ours = saying('x', { rating: 3 });
    for (const content of [own, `---\nmood: good\n---\n${own}`]) {
      const next = merge({ content, ours, written: after(rated) });
      expect(next).toMatchObject({ content, taken: {} });
      expect(merge({ content: rated.content, ours, written: after(next) })).toMatchObject({
        content: rated.content,
        taken: {},
      });
    }
  });

  it.each([
    ['an empty line above it', (note: string) => `\n${note}`],
    ['another line that ends it', (note: string) => note.replace('\n---\n', '\n...\n')],
    ['lines that end otherwise', (note: string) => note.replaceAll('\n', '\r')],
  ])('front matter that is text by %s is not taken for one that was taken out', (_, change) => {
    const content = change(FIRST.content);
    expect(mergeNote({ ...NEW, content, written: after(FIRST) })).toBeNull();
    expect(whyUnmergeable(content)).toContain('no front matter any more');
  });

  it('reading and rating are taken from the user, and later words count', () => {
    const said = FIRST.content.replace('status: unread', 'status: read\nrating: 5');
    expect(again(said).taken).toEqual({ status: 'read', rating: 5 });
    const both = (isFileNewer: boolean) => again(said, saying('x', { status: 'reading' }), { isFileNewer });
    expect(both(true).taken).toEqual({ status: 'read', rating: 5 });
    expect(both(false).taken).toEqual({ rating: 5 });
    expect(both(false).content).toContain('status: reading');
    const odd = FIRST.content.replace('status: unread', 'status: someday\nrating: great');
    expect(again(odd)).toMatchObject({ content: odd, taken: {}, unmeant: ['status', 'rating'] });
    expect(again(FIRST.content.replace('unread', 'Read')).taken).toEqual({ status: 'read' });
  });

  it('what the paper loses, the note loses, and gets again', () => {
    const rated = again(FIRST.content, saying('x', { rating: 3 }));
    const bare = merge({ content: rated.content, ours: saying('x', { rating: null }), written: after(rated) });
    expect(bare.content).not.toContain('rating');
    expect(bare.taken).toEqual({});
    const back = merge({ content: bare.content, ours: saying('x', { rating: 2 }), written: after(bare) });
    expect(back.content).toContain('rating: 2');
    expect(back.taken).toEqual({});
  });
});

describe('laws', () => {
  const word = fc.constantFrom(
    'a',
    'b: c',
    '# d',
    "it's",
    '"q"',
    '- x',
    '%%',
    '---',
    'true',
    '1',
    '',
    'ünï',
    '{',
    '[x]',
    '|',
  );
  const usersKeys = fc.uniqueArray(fc.constantFrom('mood', 'Zeit', 'x-y', 'n'), { maxLength: 3 });
  const lines = fc.array(fc.tuple(fc.constantFrom('', '# c', '> q', '%% mine %%', '[[l]]'), word), { maxLength: 6 });

  it('the file says what it is to say, everything else stays, and a second time changes nothing', () => {
    fc.assert(
      fc.property(
        usersKeys,
        fc.tuple(lines, lines),
        fc.constantFrom('\n', '\r\n'),
        word,
        (keys, [above, below], end, title) => {
          const text = (some: typeof above) => some.map(([a, b]) => `${a} ${b}${end}`).join('');
          const head = keys.map((key) => `${key}: [1,   2] # c${end}`).join('');
          const content = `---${end}${head}---${end}${text(above)}`;
          const made = merge({ content, ours: saying('One.', { title: title === '' ? null : title }) });
          const user = made.content + text(below);
          const next = merge({ content: user, ours: saying('Two.\nLines.', { title: 'T' }), written: after(made) });
          expect(next.content.startsWith(`---${end}${head}`)).toBe(true);
          expect(next.content).toContain(text(above));
          expect(next.content.endsWith(text(below))).toBe(true);
          expect(next.conflicts).toEqual([]);
          const last = merge({
            content: next.content,
            ours: saying('Two.\nLines.', { title: 'T' }),
            written: after(next),
          });
          expect(last.content).toBe(next.content);
          expect(usersText(last.content.replace(/^---[\s\S]*?---\r?\n/, ''))).toBe(last.usersText);
        },
      ),
    );
  });

  it.each([
    [{ ours: 'a', written: ['a'], there: 'a' }, 'nothing'],
    [{ ours: 'b', written: ['a'], there: 'a' }, 'write'],
    [{ ours: 'b', written: ['a'], there: 'b' }, 'nothing'],
    [{ ours: 'c', written: ['a', 'b'], there: 'b' }, 'write'],
    [{ ours: 'a', written: ['a'], there: null }, 'gone'],
    [{ ours: 'b', written: ['a'], there: null }, 'gone'],
    [{ ours: 'a', written: ['a'], there: 'x' }, 'keep'],
    [{ ours: 'b', written: ['a'], there: 'x' }, 'conflict'],
    [{ ours: 'a', written: [], there: null }, 'add'],
    [{ ours: 'a', written: [], there: 'x' }, 'conflict'],
    [{ ours: null, written: ['a'], there: 'a' }, 'write'],
    [{ ours: null, written: ['a'], there: 'x' }, 'keep'],
    [{ ours: null, written: [], there: null }, 'nothing'],
    // A process that died has written b, or has not.
    [{ ours: 'c', written: ['a', 'b'], there: 'x' }, 'conflict'],
    [{ ours: 'b', written: ['a', 'b'], there: 'x' }, 'conflict'],
    [{ ours: 'a', written: ['a', 'b'], there: 'x' }, 'keep'],
    [{ ours: 'b', written: [null, 'b'], there: null }, 'add'],
  ] as const)('%j: %s', ({ written, ...sides }, decision) => {
    const [told = null, ...next] = written;
    expect(decide({ ...sides, told, may: [...(told === null ? [] : [told]), ...next] })).toBe(decision);
  });

  it('only whole lines of our keys are replaced', () => {
    const source = 'a: 1\ntitle: |\n  two\n  lines\n\n# about b\nb: 2\n';
    expect(withKeys(source, new Map([['title', 'T']]), '\n')).toBe('a: 1\ntitle: T\n\n# about b\nb: 2\n');
    expect(withKeys('title:\nb: 2\n', new Map([['title', 'T']]), '\n')).toBe('title: T\nb: 2\n');
    expect(withKeys('a: &x 1\ntitle: *x\n', new Map([['title', 'T']]), '\n')).toBe('a: &x 1\ntitle: T\n');
    expect(withKeys('title: &x 1\na: *x\n', new Map([['title', 'T']]), '\n')).toBeNull();
  });
});

describe('names of notes', () => {
  const named = (citekey: string, taken: string[] = []) =>
    paperFileName({ key: 'p1', value: paperRecord({ citekey }) as KeptPaper['value'] }, '{citekey}', (key) =>
      taken.includes(key),
    );

  it.each([
    ['../../etc/passwd', 'etc passwd.md'],
    ['..', 'p1.md'],
    ['a\nb', 'a b.md'],
    ['CON', '_CON.md'],
    ['com1.txt', '_com1.txt.md'],
    ['a:b|c?', 'a b c.md'],
    ['.hidden', 'hidden.md'],
    ['trailing. ', 'trailing.md'],
    ['Øre2020', 'Øre2020.md'],
    ['\u202Egpj', 'gpj.md'],
  ])('%j is %s', (citekey, name) => expect(named(citekey)).toBe(name));

  it('are short, and no two the same on any system', () => {
    expect(Buffer.byteLength(named('字'.repeat(500)))).toBeLessThanOrEqual(210);
    expect(named('Doe2020', ['doe2020.md'])).toBe('Doe2020-2.md');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(legalName(text)).not.toMatch(/[<>:"/\\|?*\n\r\0]|^\.|[. ]$/);
      }),
    );
  });

  it('follow a template', () => {
    const value = paperRecord({ item: PAPER.value.item, year: 2020 }) as KeptPaper['value'];
    expect(paperFileName({ key: 'p1', value }, '{author} {year} - {title}', () => false)).toBe(
      'Gogh 2020 - On wind.md',
    );
    expect(() => checkTemplate('{name}', 'name_template')).toThrow('there is no {name}');
    expect(() => checkTemplate('{year}', 'name_template')).toThrow('names no single paper');
    expect(() => checkTemplate('../{citekey}', 'name_template')).toThrow('no folders');
  });
});
