/** BibTeX as people and programs write it: whole, broken, and meant to break the reader. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { BibliographicItem } from '../../../../model/papers/index.ts';
import { piecesOf } from '../source.ts';
import { readText } from '../testing/read.ts';
import { readBibtex } from './read.ts';

async function read(text: string) {
  const [entries, problems]: [{ line: number; item: BibliographicItem }[], { line: number; message: string }[]] = [
    [],
    [],
  ];
  for await (const finding of readBibtex(piecesOf(text))) {
    if (finding.kind === 'entry') entries.push(finding);
    else problems.push(finding);
  }
  return { entries, items: entries.map(({ item }) => item), problems };
}

const first = async (fields: string, type = 'article') => (await read(`@${type}{k, ${fields}}`)).items[0];
const names = async (author: string) =>
  (await first(`author = {${author}}`))?.contributors.map(({ role, ...parts }) => (role === 'author' ? parts : role));

describe('BibTeX', () => {
  it('has entries in braces and parentheses, with and without keys, each at its line', async () => {
    const { entries, problems } = await read(`A comment.
@article{one, title = {A}, year = 2001}
@comment{ @ignored{x, title={no}} }
@preamble{ "\\newcommand{\\x}{y}" }
@book(two,
  title = "B (second)" )
@misc{ title = {No key}, year = "1999" }
@misc{, title = {Empty key}}`);
    expect(problems).toEqual([]);
    expect(entries.map(({ line, item }) => [line, item.type, item.citekey, item.title])).toEqual([
      [2, 'article-journal', 'one', 'A'],
      [5, 'book', 'two', 'B (second)'],
      [7, 'document', undefined, 'No key'],
      [8, 'document', undefined, 'Empty key'],
    ]);
  });

  it('puts strings together, and keeps the word of one that is not there', async () => {
    const { items, problems } = await read(`@string{ieee = "IEEE"}
@STRING(trans = ieee # { Transactions})
@article{a, journal = Trans # " on " # {X}, month = sep # "~7", year = 1999}
@article{b, journal = nowhere}`);
    expect(items[0]).toMatchObject({
      container_title: 'IEEE Transactions on X',
      issued: { year: 1999, month: 9, day: 7 },
    });
    expect(items[1]?.container_title).toBe('nowhere');
    expect(problems).toEqual([
      { kind: 'problem', line: 4, citekey: 'b', message: 'There is no @string nowhere; the word itself was kept.' },
    ]);
  });

  it('inherits by crossref and xdata, wherever the other entry is, and in a circle no further than that', async () => {
    const { items, problems } = await read(`
@inproceedings{paper, author = {Doe, Jane}, title = {Paper}, crossref = {PROC}, xdata = {common}}
@xdata{common, publisher = {ACM}, keywords = {data}}
@proceedings{proc, title = {All Papers}, editor = {Roe, Rita}, year = 2004, doi = {10.1000/whole}}
@book{x, crossref = {y}} @book{y, title = {Y}, crossref = {x}}
@misc{lost, title = {L}, crossref = {nobody}}`);
    expect(items[0]).toMatchObject({
      title: 'Paper',
      container_title: 'All Papers',
      publisher: 'ACM',
      issued: { year: 2004 },
      identifiers: [],
      contributors: [
        { role: 'author', family: 'Doe' },
        { role: 'editor', family: 'Roe' },
      ],
    });
    expect(items.map(({ citekey }) => citekey)).toEqual(['paper', 'proc', 'x', 'y', 'lost']);
    expect(items[2]?.title).toBe('Y');
    expect(problems.map(({ line, message }) => [line, message])).toEqual([
      [6, 'There is no entry nobody, which this one refers to.'],
    ]);
  });

  it('goes on at the next entry where one is broken, and says which', async () => {
    const { items, problems } = await read(`@article{good, title = {G}}
@article{open, title = {Never closed, author = {Doe, Jane}
@article{cut, title = {Whole}, note = {not
@article{last, title = {L}}
@article{same, title = {1}}
@article{same, title = {2}}`);
    expect(items.map(({ citekey, title }) => [citekey, title])).toEqual([
      ['good', 'G'],
      ['cut', 'Whole'],
      ['last', 'L'],
      ['same', '1'],
      ['same', '2'],
    ]);
    expect(problems.map(({ line }) => line)).toEqual([2, 3, 6]);
    expect(problems[0]?.message).toBe('The entry open is not closed: a } is missing; it was left out.');
    expect(problems[2]?.message).toBe('The key same is also that of the entry in line 5; both were taken.');
  });

  it.each([
    [String.raw`{\"U}ber {\'E}tudes: \v{C}ern\'y \c{c} \o{} \ss{} \L{}\'{o}d\'z`, 'Über Études: Černý ç ø ß Łódź'],
    [String.raw`{DNA} \& \textit{in vitro} 50\% of \$5 \TeX{} x`, 'DNA & in vitro 50% of $5 TeX x'],
    ["``Quoted'' a--b c---d it's~so", '“Quoted” a–b c—d it’s so'.replace('’', "'")],
    [String.raw`H$_2$O, $x^{2}$, $\alpha_{ij}$, \textsuperscript{13}C`, 'H₂O, x², αᵢⱼ, ¹³C'],
    [String.raw`\href{https://x.org}{words} \unknown{kept} \alsounknown`, String.raw`words kept \alsounknown`],
    ['a\n   b\tc', 'a b c'],
  ])('is TeX: %s', async (tex, text) => expect((await first(`title = {${tex}}`))?.title).toBe(text));

  it('has names of every form', async () => {
    expect(await names('Ludwig van Beethoven and van Gogh, Vincent and King, Jr., Martin Luther')).toEqual([
      { particle: 'van', family: 'Beethoven', given: 'Ludwig' },
      { particle: 'van', family: 'Gogh', given: 'Vincent' },
      { family: 'King', given: 'Martin Luther', suffix: 'Jr.' },
    ]);
    expect(
      await names(String.raw`{World Health Organization} and {Barnes and Noble} and Plato and {\'A}lvarez, Mar\'{\i}a`),
    ).toEqual([
      { literal: 'World Health Organization' },
      { literal: 'Barnes and Noble' },
      { literal: 'Plato' },
      { family: 'Álvarez', given: 'María' },
    ]);
    expect(
      await names(
        'family=Gogh, given=Vincent, prefix=van, useprefix=true and given=Ludwig, prefix=van, family=Beethoven, useprefix=false',
      ),
    ).toEqual([
      { particle: 'van', family: 'Gogh', given: 'Vincent' },
      { family: 'Beethoven', given: 'Ludwig', droppingParticle: 'van' },
    ]);
    const cut = await first('author = {Doe, Jane and others}');
    expect([cut?.contributors.length, cut?.extra]).toEqual([1, { 'author-others': 'true' }]);
  });

  it('knows what a number is by the kind of work, and identifiers by their field', async () => {
    expect(await first('number = 3, volume = 2')).toMatchObject({ issue: '3', volume: '2' });
    expect(await first('number = 3, series = {LNCS}', 'book')).toMatchObject({
      collection_number: '3',
      collection_title: 'LNCS',
    });
    expect(await first('number = {TR-3}, institution = {MIT}', 'techreport')).toMatchObject({
      number: 'TR-3',
      publisher: 'MIT',
    });
    const ids =
      'doi = {https://doi.org/10.1000/A_b}, eprint = {1706.03762v5}, archiveprefix = {arXiv}, url = {https://x.org/a\\_b}, issn = {2049-3630}';
    expect((await first(ids))?.identifiers.map(({ scheme, value }) => `${scheme} ${value}`).toSorted()).toEqual([
      'arxiv 1706.03762',
      'doi 10.1000/a_b',
      'issn 2049-3630',
      'url https://x.org/a_b',
    ]);
    expect(await first('file = {:C\\:\\\\a\\\\b.pdf:PDF;full text:papers/x.pdf:application/pdf}')).toMatchObject({
      files: ['C:\\a\\b.pdf', 'papers/x.pdf'],
    });
    expect(await first('constructor = {x}, toString = {y}', 'constructor')).toMatchObject({
      type: 'document',
      extra: { constructor: 'x', tostring: 'y' },
    });
  });

  it('has comments between its fields, and entries that somebody put out of use', async () => {
    const { items, lines } = await readText(`% Encoding: UTF-8
%@article{old, title = {Old}}
 %% @article{older, title = {Older}}
@article{a, % the first
  title = {A}, % its title
  % year = 2000,
  year = 2001 % and no comma
}`);
    expect(items).toMatchObject([{ citekey: 'a', title: 'A', issued: { year: 2001 } }]);
    expect(lines).toEqual([4]);
    expect((await read('% Encoding: US-ASCII@misc{b, title = {B}}')).items[0]?.title).toBe('B');
  });

  it('has lines as old Macs end them', async () => {
    expect((await read('@misc{a, title = {A}\r@misc{b,\r title = {B}}\r')).entries.map(({ line }) => line)).toEqual([
      1, 2,
    ]);
  });

  it('finds what an entry refers to under its other keys, too', async () => {
    const { items, problems } = await read(
      '@incollection{part, title = {Part}, crossref = {alias}}\n@book{whole, ids = {other, alias}, title = {Whole}}',
    );
    expect([items[0]?.container_title, problems]).toEqual(['Whole', []]);
  });

  it('has marks on figures and letters, in words and in mathematics', async () => {
    const title = async (text: string) => (await first(`title = {${text}}`))?.title;
    expect(await title(String.raw`GaN (11\=22) and $(000\bar{1})$`)).toBe('GaN (112\u03042) and (0001\u0304)');
    expect(await title(String.raw`$\bar pp$ in $\tilde{O}(n)$, $\hat{H}$`)).toBe('p\u0304p in Õ(n), Ĥ');
  });

  it('says who the editors are, what a journal is called in full, and a title once', async () => {
    expect((await first('editor = {Doe, Jane}, editortype = {director}', 'movie'))?.contributors[0]?.role).toBe(
      'director',
    );
    expect((await first('editora = {Doe, Jane}, editoratype = {collaborator}'))?.contributors[0]?.role).toBe(
      'contributor',
    );
    expect((await first('editora = {Doe, Jane}, editoratype = {redactor}'))?.contributors[0]?.role).toBe('editor');
    expect(await first('journal = {Adv. Math.}, fjournal = {Advances in Mathematics}')).toMatchObject({
      container_title: 'Advances in Mathematics',
      container_title_short: 'Adv. Math.',
    });
    const whole = await first('title = {Proc.}, booktitle = {Proc.}', 'proceedings');
    expect(whole).not.toHaveProperty('container_title');
    expect(await first('city = {Oslo}', 'web_page')).toMatchObject({ type: 'webpage', publisher_place: 'Oslo' });
  });

  it('ends in words, not in smoke, where it is meant to burst', async () => {
    const deep = '{'.repeat(100_000);
    const nested = await read(`@article{bomb, title = ${deep}x${'}'.repeat(100_000)}}\n@article{after, title = {A}}`);
    expect(nested.items.map(({ citekey, title }) => [citekey, title])).toEqual([
      ['bomb', 'x'],
      ['after', 'A'],
    ]);
    const unclosed = await read(`@article{bomb, title = ${deep}\n@article{after, title = {A}}`);
    expect(unclosed.items.map(({ citekey }) => citekey)).toEqual(['after']);
    expect(unclosed.problems[0]?.message).toMatch(/bomb is not closed/);
    const self = await read('@string{a = a # a}\n@string{b = c} @string{c = b}\n@misc{x, title = a # b}');
    expect(self.items[0]?.title).toBe('aac');
    const doubling = Array.from({ length: 40 }, (_, i) => `@string{s${i + 1} = s${i} # s${i}}`).join('\n');
    const bomb = await read(
      `@string{s0 = {0123456789}}\n${doubling}\n@misc{x, title = s40}\n@misc{after, title = {A}}`,
    );
    expect(bomb.problems.some(({ message }) => /too long when it is put together/.test(message))).toBe(true);
    expect(bomb.items.at(-1)?.title).toBe('A');
    const long = await read(`@misc{long, title = {${'x'.repeat(1_100_000)}}}\n@misc{after, title = {A}}`);
    expect(long.items.map(({ citekey }) => citekey)).toEqual(['after']);
    expect(long.problems[0]?.message).toMatch(/long is longer than 1000000 characters/);
    const many = await read(
      `@misc{m, author = {${Array.from({ length: 10_000 }, (_, i) => `Last${i}, First`).join(' and ')}}, title = {${'word '.repeat(20_000)}}}`,
    );
    expect([many.items[0]?.contributors.length, many.items[0]?.title?.length]).toEqual([10_000, 99_999]);
  });
});

const shared = process.env['ZAPOMNI_SHARED'] ?? path.join(import.meta.dirname, '../../../../../../../../shared');
const FILES = path.join(shared, 'fixtures/research/bibtex.jsonl.gz');

describe('files of other programs', () => {
  it.skipIf(!existsSync(FILES))('are read whole', async () => {
    const cases = gunzipSync(readFileSync(FILES))
      .toString('utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const { id, bib, entries, keys } of cases as { id: string; bib: string; entries: number; keys: string[] }[]) {
      const { items } = await read(bib);
      expect(items.length, id).toBe(entries);
      expect(
        items.map(({ citekey }) => citekey),
        id,
      ).toEqual(expect.arrayContaining(keys));
    }
  });
});
