/** `zapomni import FORMAT`: what is broken, large, changed or live, and what it says. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, symlinkSync, writeSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { IMPORT_FORMATS } from '@zapomni/core/import';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { afterAll, describe, expect, it } from 'vitest';
import { openInProcess } from '../testing/run-in-process.ts';
import { removeTemporaryFolders, runZapomni, temporaryFolder } from '../testing/run-zapomni.ts';
import { sourceFolder, type SourceFolder } from './testing/source-folder.ts';

const data = path.join(temporaryFolder(), 'data');
const { run: zapomni, open, close } = openInProcess(data, createFakeEmbedder());
afterAll(async () => {
  await close();
  removeTemporaryFolders();
});

const newFolder = (): SourceFolder => sourceFolder(temporaryFolder());

async function told(...argv: readonly string[]): Promise<Record<string, unknown>> {
  return JSON.parse((await zapomni(['import', ...argv, '--json'])).stdout) as Record<string, unknown>;
}

describe('import without a format', () => {
  it('lists what can be imported, with what each needs', async () => {
    const { status, stdout } = await zapomni(['import']);
    expect(status).toBe(0);
    for (const { name, needs } of IMPORT_FORMATS) expect(stdout.split('\n')).toContain(`${name.padEnd(18)}  ${needs}`);
    expect(stdout).toMatch(/^server-memory /m);
    expect(await told()).toMatchObject({
      formats: expect.arrayContaining([{ name: 'mem0', needs: expect.any(String) }]) as unknown,
    });
  });
});

describe('what it says', () => {
  it('shows a dry run to people: how many, the first, and what not', async () => {
    const folder = newFolder();
    folder.write('a.md', '---\ndate: 2026-01-01\n---\nFirst\n\u001b[31mred');
    folder.write('b.txt', 'x');
    const { stdout, stderr } = await zapomni(['import', 'markdown', folder.root, '--dry-run']);
    expect(stdout).toMatch(
      /^Would import 1 memory from 2 files into workspace default\. Nothing was stored\.\n {2}a\.md \(2026-01-01\)\n {4}First /,
    );
    expect(stdout).not.toContain('\u001b');
    expect(stderr).toBe('Skipped 1:\n  1 × is not a file of this format: b.txt\n');
  });

  it('counts what is new, what was there and what has changed since', async () => {
    const folder = newFolder();
    folder.write('a.md', 'one');
    folder.write('b.md', 'two');
    const argv = ['import', 'markdown', folder.root, '--workspace', 'counted'];
    expect((await zapomni(argv)).stdout).toBe('Imported 2 memories from 2 files into workspace counted.\n');
    folder.write('b.md', 'two, changed');
    folder.write('c.md', 'three');
    const { stdout, stderr } = await zapomni(argv);
    expect(stdout).toBe('Imported 1 memory from 3 files into workspace counted; 2 were there already.\n');
    expect(stderr).toContain('1 has another text at the source now; left as stored.\n');
    const found = await zapomni(['search', 'two', '--workspace', 'counted', '--limit', '1', '--json']);
    expect(JSON.parse(found.stdout)).toMatchObject({
      results: [{ text: 'two', source: path.join(folder.root, 'b.md') }],
    });
  });

  it('tells of times that it could not read', async () => {
    const file = newFolder().write('a.md', '---\ndate: sometime\n---\ntext');
    expect((await zapomni(['import', 'markdown', file, '--workspace', 'times'])).stderr).toMatch(
      /^1 × metadata.timestamp was not understood/m,
    );
  });
});

describe('links of a vault', () => {
  const related = async (entity: string, workspace: string) => {
    const { related: found } = await open().graph.related({ workspace, entity, evidence: 1, depth: 1 });
    return found.map(({ entity: other, path: [step] }) => [step?.type ?? '', other.name, step?.evidence[0]?.text]);
  };

  it('are relations in the graph, with the sentence as evidence, and go with the note', async () => {
    const folder = newFolder();
    folder.write(
      'Ada.md',
      '---\naliases: [Countess]\n---\nShe was born in 1815. She worked with [[Charles Babbage|him]].\n',
    );
    folder.write('Charles Babbage.md', 'Built the [[Engine]].\n');
    await told('obsidian', folder.root, '--workspace', 'vault');
    await open().readWaiting(60_000);
    expect(await related('Countess', 'vault')).toEqual([
      ['LINKS_TO', 'Charles Babbage', 'She worked with [[Charles Babbage|him]].'],
    ]);
    const found = await zapomni(['graph', 'related', 'Charles Babbage', '--workspace', 'vault', '--json']);
    expect(JSON.stringify(JSON.parse(found.stdout))).toContain('Engine');
    const [ada] = await open().memories.saying('vault', 'born in 1815');
    await open().memories.delete('vault', [ada?.id ?? '']);
    expect((await related('Charles Babbage', 'vault')).map(([, name]) => name)).toEqual(['Engine']);
  });

  it('have the type that a note of basic-memory gives them', async () => {
    const folder = newFolder();
    folder.write(
      'brewing.md',
      '---\ntitle: Brewing\n---\n# Brewing\n\n- requires [[Grinding]] (always)\n\nSee [[Tea]].\n',
    );
    await told('basic-memory', folder.root, '--workspace', 'basic');
    await open().readWaiting(60_000);
    expect((await related('Brewing', 'basic')).toSorted()).toEqual([
      ['LINKS_TO', 'Tea', 'See [[Tea]].'],
      ['REQUIRES', 'Grinding', '- requires [[Grinding]] (always)'],
    ]);
  });
});

describe('what was forgotten', () => {
  it('stays forgotten, is counted, and comes back when that is asked for', async () => {
    const folder = newFolder();
    folder.write('a.md', 'The first of two.');
    folder.write('b.md', 'The second of two, in a few more words.\n');
    const argv = ['markdown', folder.root, '--workspace', 'forgotten'];
    await told(...argv);
    const found = await zapomni(['search', 'second', '--workspace', 'forgotten', '--limit', '1', '--json']);
    const { results } = JSON.parse(found.stdout) as { results: { memory_id: string }[] };
    const second = results[0]?.memory_id ?? '';
    expect((await zapomni(['delete', second, '--yes', '--workspace', 'forgotten'])).status).toBe(0);
    expect(await told(...argv, '--dry-run')).toMatchObject({ found: 1, forgotten: 1 });
    expect(await told(...argv)).toMatchObject({ imported: 0, already_there: 1, forgotten: 1 });
    // Another format puts the name of the file above it.
    expect(await told('obsidian', folder.root, '--workspace', 'forgotten')).toMatchObject({
      imported: 1,
      forgotten: 1,
    });
    const { stderr } = await zapomni(['import', ...argv]);
    expect(stderr).toContain('Left out 1 memory that you have forgotten; --forgotten brings it back.\n');
    expect(await told(...argv, '--forgotten', '--dry-run')).toMatchObject({ found: 2, forgotten: 0 });
    expect(await told(...argv, '--forgotten')).toMatchObject({ imported: 1, already_there: 1, forgotten: 0 });
    // It was brought back by hand: from now on it is known again.
    expect(await told(...argv)).toMatchObject({ already_there: 2, forgotten: 0 });
  });

  it('is left out of a graph of the official memory server, too', async () => {
    const file = newFolder().write(
      'memory.jsonl',
      [
        { type: 'entity', name: 'Anna', entityType: 'person', observations: ['likes tea', 'drives a truck'] },
        { type: 'entity', name: 'Ben', entityType: 'person', observations: [] },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    );
    const argv = ['server-memory', file, '--workspace', 'graph'];
    expect(await told(...argv)).toMatchObject({ entities: 2, observations: 2, forgotten: 0 });
    const found = await zapomni(['search', 'truck', '--workspace', 'graph', '--limit', '1', '--json']);
    const { results } = JSON.parse(found.stdout) as { results: { memory_id: string }[] };
    await zapomni(['delete', results[0]?.memory_id ?? '', '--yes', '--workspace', 'graph']);
    expect(await told(...argv)).toMatchObject({ entities: 0, observations: 0, known: 3, forgotten: 1 });
    expect(await told(...argv, '--forgotten')).toMatchObject({ observations: 1, known: 3, forgotten: 0 });
  });
});

describe('what is broken', () => {
  it('has its reason, and the rest goes on', async () => {
    const folder = newFolder();
    folder.write('1-latin.md', '');
    const descriptor = openSync(path.join(folder.root, '1-latin.md'), 'w');
    writeSync(descriptor, Uint8Array.of(0x66, 0xfc, 0x72));
    closeSync(descriptor);
    folder.write('2-half.md', 'good');
    folder.write(
      '3-many-tags.md',
      `---\ntags: [${Array.from({ length: 101 }, (_, i) => `t${i}`).join(', ')}]\n---\ntext`,
    );
    folder.write('4.md', 'also good');
    spawnSync('sh', ['-c', 'mkfifo "$0"', path.join(folder.root, '5-pipe.md')]);
    symlinkSync('/etc/hostname', path.join(folder.root, '6-link.md'));
    expect(await told('markdown', folder.root, '--workspace', 'broken')).toMatchObject({
      imported: 2,
      skipped: 2,
      skipped_reasons: [
        { reason: 'is not UTF-8 text', places: ['1-latin.md'] },
        { reason: expect.stringMatching(/tags: has 101 tags/) as unknown, places: ['3-many-tags.md'] },
      ],
    });
  });

  it('keeps what stands before a break in JSON, CSV and lines', async () => {
    const folder = newFolder();
    const memory = (id: string) => JSON.stringify({ id, memory: `Memory ${id}` });
    folder.write('a.json', `[${memory('1')}, {"id": nonsense}, ${memory('2')}, {"id":"3","mem`);
    folder.write('b.json', 'not JSON at all');
    folder.write('c.json', '{"none": 1}');
    expect(await told('mem0', folder.root, '--workspace', 'halves')).toMatchObject({
      imported: 2,
      skipped_reasons: [
        { reason: 'is not JSON', places: ['a.json 2'] },
        { reason: 'breaks off before its end', places: ['a.json'] },
        { reason: 'is not a JSON list or object', places: ['b.json'] },
        { reason: 'has nothing that this format knows', places: ['c.json'] },
      ],
    });
    const csv = folder.write('d.csv', 'text,n\ngood,1\n"never closed,2\n');
    expect(await told('csv', csv, '--workspace', 'halves')).toMatchObject({
      imported: 1,
      skipped_reasons: [{ reason: 'has a quotation mark that is never closed', places: ['d.csv'] }],
    });
  });

  it('ends with 2 when nothing came at all', async () => {
    const folder = newFolder();
    const torn = folder.write('claude-mem.db', 'SQLite format 3\0 and then nothing that is one'.repeat(100));
    expect((await zapomni(['import', 'claude-mem', torn])).status).toBe(2);
    expect(await told('claude-mem', torn)).toMatchObject({
      skipped_reasons: [{ reason: 'is a database that cannot be read' }],
    });
    const other = folder.database('other.db', (database) => database.exec('CREATE TABLE x (y)'));
    expect(await told('claude-mem', other)).toMatchObject({
      skipped_reasons: [{ reason: 'has nothing that this format knows' }],
    });
    expect(await told('mem0', other)).toMatchObject({
      skipped_reasons: [{ reason: 'is a database, which this format is not read from' }],
    });
  });

  it('stores an item once that its source has twice', async () => {
    const one = { id: '1', memory: 'The same' };
    const file = newFolder().write('twice.json', [one, one]);
    expect(await told('mem0', file, '--workspace', 'twice')).toMatchObject({ imported: 1, already_there: 1 });
  });
});

describe('a database that another program has open', () => {
  it('is read with what it wrote a moment ago, and stays as it is', async () => {
    const folder = newFolder();
    const file = path.join(folder.root, 'claude-mem.db');
    const live = new DatabaseSync(file);
    live.exec(
      'PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE user_prompts (id, content_session_id, prompt_text)',
    );
    live.exec("INSERT INTO user_prompts VALUES (1, 's', 'Just now')");
    const [before, names] = [folder.fingerprint(), readdirSync(folder.root)];
    expect(await told('claude-mem', file, '--workspace', 'live')).toMatchObject({ imported: 1 });
    expect(readdirSync(folder.root)).toEqual(names);
    expect(folder.fingerprint()).toBe(before);
    live.close();
  });
});

describe('a source larger than the memory that there is', () => {
  const MEGABYTES = 90;
  const write = (file: string, head: string, piece: (i: number) => string, tail: string): string => {
    const descriptor = openSync(file, 'w');
    writeSync(descriptor, head);
    for (let i = 0; i < MEGABYTES; i++) writeSync(descriptor, piece(i));
    writeSync(descriptor, tail);
    closeSync(descriptor);
    return file;
  };

  it.each(['mem0', 'jsonl', 'csv'])('%s is read piece by piece', async (format) => {
    const text = 'x'.repeat(999_000);
    const pieces: Record<string, [string, (i: number) => string, string]> = {
      mem0: ['[', (i) => `${i > 0 ? ',' : ''}{"id":"${i}","memory":"${text}"}`, ']'],
      jsonl: ['', (i) => `{"key":"${i}","text":"${text}"}\n`, ''],
      csv: ['key,text\n', (i) => `${i},"${text}"\n`, ''],
    };
    const [head, piece, tail] = pieces[format] ?? ['', () => '', ''];
    const file = write(path.join(temporaryFolder(), `huge.${format}`), head, piece, tail);
    const argv = ['import', format, file, '--dry-run', '--json'];
    const { status, stdout } = await runZapomni(argv, { nodeArgs: ['--max-old-space-size=64'] });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ found: MEGABYTES, skipped: 0 });
  });
});

describe('what is refused', () => {
  it.each([
    [['markdown'], /name one file or folder.*folder of Markdown notes/],
    [['markdown', 'a', 'b'], /name one file or folder/],
    [['markdown', '/no/such/place'], /there is no such file or folder/],
    [['markdown', '/dev/null'], /is neither a file nor a folder/],
    [['markdown', '.', '--map', 'text=a'], /--map: markdown has fields of its own/],
    [['csv', '.', '--map', 'words=a'], /--map.*takes FIELD=COLUMN.*Fields: text, /],
    [['markdown', '.', '--to', 'sqlite'], /--to is for what `zapomni export` wrote/],
    [['markdown', '.', '--throttle', '5'], /--throttle is for/],
    [['backup.jsonl', '--dry-run'], /--dry-run: backup\.jsonl is not a format that takes it/],
    [['backup.jsonl', '--map', 'text=a'], /--map: backup\.jsonl is not a format/],
  ])('%o', async (argv, why) => {
    const { status, stderr } = await zapomni(['import', ...argv]);
    expect(status).toBe(2);
    expect(stderr).toMatch(why);
  });
});
