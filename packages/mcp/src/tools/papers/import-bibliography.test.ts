/** `import_bibliography` through a real client: looked at, taken in, taken in again; from text and from files, on every engine. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { enginesForTests } from '@zapomni/testkit/engines';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();
const BIB = `@article{rotors, author = {M{\\"u}ller, Jana and {The Wind Group}}, title = {Quiet {Rotors}}, year = 2019, doi = {10.1000/rotors}}
@article{broken, title = {Never closed
@book{moss, author = {Okafor, Ada}, title = {Moss}, year = 2021, publisher = {Press}}
`;

describe.each(ENGINES)('import_bibliography, on $engine', ({ options }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-bib-'));
  let zapomni: TestClient;
  beforeAll(async () => {
    const files = openTestFiles({ roots: [folder], logger: createRecordingLogger() });
    zapomni = await openTestClient({ ...options(), filesForUser: files, settings: { tools: 'papers' } });
  });
  afterAll(async () => {
    await zapomni.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const total = async () => (await zapomni.call('list_articles')).total;

  it('only looks when told so: entries, fields and problems by line', async () => {
    const looked = await zapomni.call('import_bibliography', { content: BIB, dry_run: true });
    expect(looked).toMatchObject({
      status: 'dry_run',
      format: 'bibtex',
      total: 2,
      entries: [
        {
          line: 1,
          citekey: 'rotors',
          type: 'article-journal',
          title: 'Quiet Rotors',
          authors: ['Jana Müller', 'The Wind Group'],
          year: 2019,
          doi: '10.1000/rotors',
          fields: {
            contributors: [
              { role: 'author', family: 'Müller', given: 'Jana' },
              { role: 'author', literal: 'The Wind Group' },
            ],
          },
        },
        { line: 3, citekey: 'moss', type: 'book', fields: { publisher: 'Press' } },
      ],
      problems: [{ line: 2, message: 'The entry broken is not closed: a } is missing; it was left out.' }],
      problems_total: 1,
    });
    expect(await total()).toBe(0);
  });

  it('takes in the good entries, once however often they come, and keeps their keys', async () => {
    const raw = await zapomni.raw('import_bibliography', { content: BIB, tags: ['wind'] });
    expect(raw.structuredContent).toMatchObject({
      status: 'imported',
      total: 2,
      added: 2,
      updated: 0,
      unchanged: 0,
      problems_total: 1,
    });
    expect(textOf(raw)).toMatch(/2 entries of bibtex: 2 added.*\n- line 1: rotors · Quiet Rotors · added/);
    expect(textOf(raw)).toMatch(/line 2: The entry broken is not closed/);
    const { entries } = raw.structuredContent as { entries: { id: string }[] };
    expect(await zapomni.call('get_article_details', { article_identifier: 'rotors' })).toMatchObject({
      id: entries[0]?.id,
      doi: '10.1000/rotors',
    });
    expect(await zapomni.call('import_bibliography', { content: BIB })).toMatchObject({ added: 0, unchanged: 2 });
    expect(await total()).toBe(2);
    const other = '@article{rotors, title = {Something else}, doi = {10.1000/else}}';
    expect((await zapomni.call('import_bibliography', { content: other })).entries[0]).toMatchObject({
      status: 'added',
      renamed_from: 'rotors',
    });
  });

  it('knows an entry by its key where it says next to nothing, and no other', async () => {
    const content =
      '@misc{film, title = {Interview}, year = 2011}\n@misc{video, title = {Interview}, year = 2011}\n@misc{bare}';
    expect(await zapomni.call('import_bibliography', { content })).toMatchObject({ added: 3 });
    expect(await zapomni.call('import_bibliography', { content })).toMatchObject({ added: 0, unchanged: 3 });
    const other = '@misc{film, title = {Interview}, year = 1971}\n@misc{third, title = {Interview}, year = 2011}';
    expect(await zapomni.call('import_bibliography', { content: other })).toMatchObject({ added: 2 });
  });

  it('knows what comes twice in a long list, however far apart', async () => {
    // Told apart by what they say alone, and renamed where they are not the same.
    const entry = (key: string, i: number) =>
      `@misc{${key}, title = {On stones of kind ${i}}, author = {Stone, Ina}, year = 2001}`;
    const repeated = Array.from({ length: 150 }, (_, i) => entry(`again${i}`, i + 60));
    const content = [...Array.from({ length: 210 }, (_, i) => entry(`first${i}`, i)), ...repeated].join('\n');
    const before = await total();
    expect(await zapomni.call('import_bibliography', { content })).toMatchObject({
      total: 360,
      added: 210,
      unchanged: 150,
    });
    expect(await total()).toBe(before + 210);
  });

  it('reads a file in whatever charset and format it is', async () => {
    const file = path.join(folder, 'export.txt');
    writeFileSync(
      file,
      Buffer.from('TY  - JOUR\r\nTI  - Über die Größe der Straßen in Köln\r\nAU  - Süß, Anna\r\nER  - \r\n', 'latin1'),
    );
    const { format, entries } = await zapomni.call('import_bibliography', { path: file, dry_run: true });
    expect([format, entries[0].title, entries[0].authors]).toEqual([
      'ris',
      'Über die Größe der Straßen in Köln',
      ['Anna Süß'],
    ]);
  });

  it('tells as many as it is asked to, and reads all', async () => {
    const content = Array.from({ length: 30 }, (_, i) => `@misc{k${i}, title = {T${i}}}`).join('\n');
    const { total: all, entries } = await zapomni.call('import_bibliography', {
      content,
      dry_run: true,
      limit: 2,
      offset: 10,
    });
    expect([all, entries.map(({ citekey }: { citekey: string }) => citekey)]).toEqual([30, ['k10', 'k11']]);
    const again = `${content}\n@misc{k30, title = {T}, doi = {10.1000/t}}\n@misc{k31, title = {T}, doi = {10.1000/t}}`;
    const last = await zapomni.call('import_bibliography', { content: again, dry_run: true, offset: 30 });
    expect(last.entries[1].same_as).toMatchObject([{ entry: 31, verdict: 'same' }]);
  });

  it('says what is wrong with a call, and what to do', async () => {
    const fails = (args: Record<string, unknown>) => zapomni.fails('import_bibliography', args);
    expect(await fails({})).toMatch(/exactly one of content and path/);
    expect(await fails({ content: BIB, path: '/x.bib' })).toMatch(/exactly one of content and path/);
    expect(await fails({ content: 'no bibliography at all' })).toMatch(/none of the formats[\s\S]*bibtex/);
    expect(await fails({ content: BIB, format: 'word' })).toMatch(/format/);
    expect(await fails({ content: BIB, format: 'ris' })).toMatch(/format[\s\S]*no entry[\s\S]*bibtex/);
    expect(await fails({ path: '/etc/passwd' })).toMatch(/no such file or folder, or it may not be read/);
    expect(await fails({ path: folder })).toMatch(/folder/);
    expect(await fails({ content: BIB, limit: 0 })).toMatch(/limit/);
  });
});
