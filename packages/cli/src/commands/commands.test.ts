/**
 * Every command on a real store. Most run in this process with a fake model, because a process each would take a minute;
 * where the process or the model is the point, the real command file runs in one of its own.
 */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { verifies } from '@zapomni/testkit/verifies';
import { openInProcess } from '../testing/run-in-process.ts';
import {
  removeTemporaryFolders,
  runZapomni,
  startZapomni,
  temporaryFolder,
  type RunOptions,
} from '../testing/run-zapomni.ts';

const UUID = /[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/;
const folder = temporaryFolder();
const dataDir = path.join(folder, 'data');
const { run: zapomni, close } = openInProcess(dataDir, createFakeEmbedder());
afterAll(async () => {
  await close();
  removeTemporaryFolders();
});

/** The parsed output of a command that must succeed. */
async function json<T = Record<string, unknown>>(args: readonly string[], options: RunOptions = {}): Promise<T> {
  const { status, stdout, stderr } = await zapomni([...args, '--json'], options);
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as T;
}

const add = async (...args: string[]) => (await json<{ memory_id: string }>(['add', ...args])).memory_id;

describe('add and search', () => {
  it('finds by meaning in the next process, because adding waits for the model', async () => {
    verifies('D001');
    const env = { ZAPOMNI_DATA_DIR: path.join(folder, 'real') };
    const added = await runZapomni(['add', 'Our cat Boris is afraid of thunderstorms', '--json'], { env });
    const stored = JSON.parse(added.stdout) as Record<string, unknown>;
    expect(stored).toEqual({
      status: 'success',
      memory_id: expect.stringMatching(UUID) as string,
      text_preview: 'Our cat Boris is afraid of thunderstorms',
      chunks_created: 1,
      workspace_id: 'default',
      embedded: true,
      duplicates: 0,
    });
    const found = await runZapomni(['search', 'pet', 'scared', 'by', 'weather', '--json'], { env });
    expect(JSON.parse(found.stdout)).toMatchObject({
      count: 1,
      mode: 'hybrid',
      results: [
        { memory_id: stored['memory_id'], text: stored['text_preview'], matched: ['meaning'], tags: [], source: '' },
      ],
    });
    for (const { status, stderr } of [added, found]) expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('does not wait for the model when told not to', async () => {
    const env = {
      ZAPOMNI_DATA_DIR: path.join(folder, 'hurried'),
      ZAPOMNI_EMBED_WAIT_MS: '0',
      ZAPOMNI_SEARCH_WAIT_MS: '0',
    };
    const added = await runZapomni(['add', 'in a hurry'], { env });
    expect(added.stdout).toMatch(/^Remembered \S{36}\n$/);
    expect(added.stderr).toContain('Not embedded yet: 1 passage. Words find them; the next session goes on.');
    const found = await runZapomni(['search', 'hurry', '--json'], { env });
    expect(JSON.parse(found.stdout)).toMatchObject({ count: 1, mode: 'words' });
  });

  it('shows what it found, its facts and nothing else', async () => {
    const id = await add(
      'The release train leaves on Thursdays',
      '--tag',
      'release',
      '--source',
      'wiki',
      '--kind',
      'fact',
    );
    const { stdout, status } = await zapomni(['search', 'train', '--tag', 'release']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^\d\.\d\d {2}The release train leaves on Thursdays\n {6}/);
    expect(stdout.split('\n')[1]?.trim().split(' · ')).toEqual([
      id,
      expect.any(String),
      'fact',
      '#release',
      'wiki',
      'words + meaning',
    ]);
  });

  it.each([
    [['--tag', 'nowhere'], 0],
    [['--kind', 'fact', '--source', 'wiki'], 1],
    [['--from', '2999-01-01'], 0],
    [['--to', '2999-01-01', '--limit', '1'], 1],
  ])('narrows with %o', async (flags, count) => {
    expect(await json(['search', 'train', ...flags])).toMatchObject({ count });
  });

  it('says when nothing matches', async () => {
    const { stdout, stderr, status } = await zapomni(['search', 'train', '--tag', 'nowhere']);
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
    expect(stderr).toContain('Nothing remembered in workspace default matches.');
  });
});

describe('add', () => {
  it('reads stdin, with and without a dash', async () => {
    for (const args of [['add'], ['add', '-']]) {
      const { memory_id } = await json<{ memory_id: string }>(args, { input: '  piped\n  text — ünïcode 🎉\n\n' });
      const { stdout } = await zapomni(['get', memory_id, '--text']);
      expect(stdout).toBe('piped\n  text — ünïcode 🎉');
    }
  });

  it('reads files, each with its name as source', async () => {
    const files = ['one.md', 'two.md'].map((name) => path.join(folder, name));
    for (const file of files) writeFileSync(file, `# ${path.basename(file)}\ntext`);
    const { memory_ids } = await json<{ memory_ids: string[] }>([
      'add',
      '--file',
      files[0] ?? '',
      '-f',
      files[1] ?? '',
    ]);
    expect(memory_ids).toHaveLength(2);
    expect(await json(['get', memory_ids[1] ?? ''])).toMatchObject({ text: '# two.md\ntext', source: files[1] });
  });

  it('reads lines of JSON, more than a batch of them', async () => {
    const lines = Array.from({ length: 150 }, (_, i) => JSON.stringify({ text: `line number ${i}`, metadata: { i } }));
    const added = await json<{ memory_ids: string[] }>(['add', '--jsonl', '--workspace', 'lines', '--tag', 'all'], {
      input: lines.join('\n'),
    });
    expect(new Set(added.memory_ids).size).toBe(150);
    expect(await json(['list', '--workspace', 'lines', '--tag', 'all'])).toMatchObject({ total: 150, count: 20 });
    expect(await json(['get', added.memory_ids[149] ?? '', '--workspace', 'lines'])).toMatchObject({
      text: 'line number 149',
      metadata: { i: 149 },
    });
  });

  it('keeps what came before a bad line, and says how much that is', async () => {
    const lines = [...Array.from({ length: 64 }, (_, i) => `{"text":"good ${i}"}`), '{"text":"good"}', '{"text":" "}'];
    const { status, stderr } = await zapomni(['add', '--jsonl', '--workspace', 'partly'], { input: lines.join('\n') });
    expect(status).toBe(2);
    expect(stderr).toContain('INVALID_INPUT: line 66, text: line 66, text cannot be empty or whitespace-only');
    expect(stderr).toContain('64 before it are stored.');
    expect(await json(['list', '--workspace', 'partly'])).toMatchObject({ total: 64 });
  });

  it('adds once under one key, and replaces what it supersedes', async () => {
    const first = await add('Ana likes tea', '--key', 'drink', '--workspace', 'ana');
    expect(await json(['add', 'Ana likes tea', '--key', 'drink', '--workspace', 'ana'])).toMatchObject({
      status: 'duplicate',
      memory_id: first,
    });
    const second = await add('Ana likes coffee', '--supersedes', first, '--workspace', 'ana');
    const listed = async (...flags: string[]) =>
      (await json<{ memories: { memory_id: string }[] }>(['list', '--workspace', 'ana', ...flags])).memories.map(
        ({ memory_id }) => memory_id,
      );
    expect(await listed()).toEqual([second]);
    expect((await listed('--superseded')).toSorted()).toEqual([first, second].toSorted());
  });

  it.each<[string, string[], string | Uint8Array, string]>([
    ['nothing', ['add'], ' \n', 'text cannot be empty or whitespace-only'],
    ['bytes that are no text', ['add'], new Uint8Array([0xff, 0xfe, 0x00]), 'stdin: is not UTF-8 text'],
    ['a missing file', ['add', '--file', '/nowhere/x'], '', '/nowhere/x: there is no such file'],
    ['broken metadata', ['add', 'x', '--metadata', '{a}'], '', '--metadata: is not JSON'],
    ['a reserved key', ['add', 'x', '--metadata', '{"memory_id":"a"}'], '', 'metadata.memory_id: is a reserved key'],
    ['metadata that is a list', ['add', 'x', '--metadata', '[]'], '', '--metadata: must be an object'],
    ['a kind in capitals', ['add', 'x', '--kind', 'FACT'], '', '--kind: must be 1–32 characters'],
    ['text beside files', ['add', 'x', '--file', 'y'], '', '--file and a text cannot be given together'],
    ['one key for many', ['add', '--jsonl', '--key', 'k'], '', '--key and --supersedes are for one memory'],
  ])('refuses %s with exit code 2 and one line', async (_name, args, input, message) => {
    const { status, stdout, stderr } = await zapomni(args, { input });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^INVALID_INPUT: .*\n$/);
    expect(stderr).toContain(message);
  });
});

describe('get, list, update, delete', () => {
  it('goes through the life of a memory', async () => {
    const id = await add('first words', '--workspace', 'life', '--metadata', '{"timestamp":"2024-05-06","n":1}');
    const there = ['--workspace', 'life'];
    expect(await json(['update', id, 'other', 'words', '--tag', 'new', ...there])).toMatchObject({
      memory_id: id,
      version: 2,
    });
    expect(await json(['get', id, '--history', ...there])).toMatchObject({
      text: 'other words',
      tags: ['new'],
      timestamp: '2024-05-06T00:00:00.000Z',
      metadata: { n: 1 },
      history: [{ version: 1, text: 'first words' }],
    });
    const { stdout } = await zapomni(['get', id, ...there]);
    expect(stdout).toMatch(/^id +\S+\n[^]*\ntags +new\n[^]*\n\nother words\n$/);
    const unasked = await zapomni(['delete', id, ...there]);
    expect(unasked).toMatchObject({ status: 2, stdout: '' });
    expect(unasked.stderr).toContain('FORBIDDEN: This cannot be undone and was not confirmed. Add --yes');
    const deleted = await json(['delete', id, id, '--yes', ...there]);
    expect(deleted).toEqual({
      status: 'deleted',
      memory_id: id,
      removed: {
        memories: 1,
        chunks: 1,
        versions: 1,
        mentions: expect.any(Number) as number,
        relations: expect.any(Number) as number,
        entities: expect.any(Number) as number,
        records: 0,
        bytes: expect.any(Number) as number,
      },
    });
    expect((await zapomni(['get', id, ...there])).stderr).toMatch(/^NOT_FOUND: .*\n$/);
  });

  it('pages through a list, as a table', async () => {
    for (const n of [1, 2, 3]) await add(`item ${n}`, '--workspace', 'pages');
    const first = await json<{ next_cursor: string; memories: object[] }>(['list', '-n', '2', '--workspace', 'pages']);
    expect(first).toMatchObject({
      total: 3,
      count: 2,
      memories: [{ text_preview: 'item 3' }, { text_preview: 'item 2' }],
    });
    const { stdout, stderr } = await zapomni(['list', '--workspace', 'pages', '--cursor', first.next_cursor]);
    expect(stdout).toMatch(/^ID {36}DATE {8}TEXT\n\S{36} {2}\d{4}-\d\d-\d\d {2}item 1\n$/);
    expect(stderr).toBe('1 of 3 memories.\n');
  });

  it('shows no control characters of what was stored, and gives them back on demand', async () => {
    const text = 'red \u001b[31m alert\u0007';
    const { memory_id } = await json<{ memory_id: string }>(['add', '--workspace', 'controls'], { input: text });
    for (const args of [['get', memory_id], ['list'], ['search', 'alert']]) {
      const { stdout } = await zapomni([...args, '--workspace', 'controls']);
      expect(stdout).toContain('red �[31m alert�');
    }
    expect((await zapomni(['get', memory_id, '--text', '--workspace', 'controls'])).stdout).toBe(text);
  });
});

describe('stats and workspaces', () => {
  it('counts', async () => {
    await add('one', '--workspace', 'counted');
    expect(await json(['stats', '--workspace', 'counted'])).toMatchObject({
      graph_name: 'counted',
      total_memories: 1,
      total_chunks: 1,
      database_size_mb: expect.any(Number) as number,
      store: 'sqlite',
    });
    const { stdout } = await zapomni(['stats', '--workspace', 'counted']);
    expect(stdout).toContain('counted: 1 memory, 1 passage');
    expect(stdout).toContain(path.join(folder, 'data'));
  });

  it('creates, lists, empties and deletes', async () => {
    const created = await json(['workspace', 'create', 'job', '--name', 'My job', '--description', 'Work things']);
    expect(created).toEqual({ status: 'created', workspace_id: 'job', name: 'My job' });
    await add('a thing', '--workspace', 'job');
    expect((await zapomni(['workspace', 'list'])).stdout).toMatch(/^job +1 +1 +My job: Work things$/m);
    expect((await zapomni(['workspace', 'delete', 'job'])).stderr).toContain('FORBIDDEN');
    const emptied = await json(['workspace', 'clear', 'job', '--yes']);
    expect(emptied).toMatchObject({ status: 'cleared', workspace_id: 'job', removed: { memories: 1 } });
    const deleted = await json(['workspace', 'delete', 'job', '--yes']);
    expect(deleted).toMatchObject({ status: 'deleted', workspace_id: 'job', removed: { memories: 0 } });
    const { workspaces } = await json<{ workspaces: { workspace_id: string }[] }>(['workspace', 'list']);
    expect(workspaces.map(({ workspace_id }) => workspace_id)).not.toContain('job');
  });

  it.each([
    [['list', '--workspace', 'no-such'], 2, "NOT_FOUND: There is no workspace 'no-such'."],
    [['list', '--workspace', 'My Work'], 2, 'INVALID_CONFIG: --workspace: takes 1–63 characters'],
    [['workspace', 'delete', 'default', '--yes'], 2, "FORBIDDEN: The workspace 'default' cannot be deleted."],
    [['workspace', 'rename', 'a'], 2, "INVALID_INPUT: workspace: there is no action 'rename'."],
    [['workspace', 'create'], 2, 'INVALID_INPUT: workspace id: exactly one is needed'],
    [['get'], 2, 'INVALID_INPUT: id: exactly one is needed'],
    [['search'], 2, 'INVALID_INPUT: search needs something to look for.'],
    [['delete'], 2, 'INVALID_INPUT: delete needs the id of a memory.'],
    [['serch', 'x'], 2, "INVALID_INPUT: There is no command 'serch'. Did you mean search?"],
    [['list', '--cursor', 'junk'], 2, 'INVALID_INPUT: '],
    [['serve', 'x'], 2, 'INVALID_INPUT: The server takes no words'],
  ])('%o fails with %i', async (args, status, message) => {
    const result = await zapomni(args);
    expect(result).toMatchObject({ status, stdout: '' });
    expect(result.stderr).toContain(message);
    expect(result.stderr).toMatch(/^[^\n]*\n$/);
  });

  it('tells a broken store by its exit code, and shows a stack only to who asks', async () => {
    const data = path.join(folder, 'broken');
    mkdirSync(data);
    writeFileSync(path.join(data, 'zapomni.db'), 'this is no database at all, whatever its name may say'.repeat(200));
    const broken = openInProcess(data, createFakeEmbedder());
    const { status, stderr } = await broken.run(['list']);
    expect(status).toBe(3);
    expect(stderr).toMatch(/^STORE_CORRUPT: .*\n$/);
    const debugged = await broken.run(['list'], { env: { LOG_LEVEL: 'debug' } });
    await broken.close();
    expect(debugged.stderr).toMatch(/\n\s+at /);
  });
});

describe('the process', () => {
  it('ends well when its reader goes away early', async () => {
    const child = startZapomni(['help', 'settings']);
    child.stdout.destroy();
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(0);
  });

  it('ends with the exit code of its failure and one line on stderr', async () => {
    const result = await runZapomni(['get', 'no-such-id'], { env: { ZAPOMNI_DATA_DIR: dataDir } });
    expect(result).toMatchObject({ status: 2, stdout: '' });
    expect(result.stderr).toMatch(/^NOT_FOUND: .*\n$/);
  });
});
