/** There and back: what an export holds is what was stored, on both engines, and what was forgotten stays so. */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { says, WebServer } from '@zapomni/testkit/web-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openInProcess } from '../../testing/run-in-process.ts';
import { removeTemporaryFolders, temporaryFolder } from '../../testing/run-zapomni.ts';

const server = await falkordbForTests();
const folder = temporaryFolder();
let web: WebServer;
const open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  web = await WebServer.start();
  const page = `<html><head><title>Ferry</title></head><body><p>${'The ferry leaves at eight. '.repeat(20)}</p></body></html>`;
  web.page('/ferry', says(page, { 'content-type': 'text/html' }));
});
afterAll(async () => {
  for (const one of open) await one.close();
  await web.close();
  removeTemporaryFolders();
});

const fresh = (name: string): string => path.join(folder, `${name}-${randomUUID()}`);

/** A store of its own, and commands on it. */
function newSide(engine: string) {
  const dataDir = fresh('data');
  const store = engine === 'SQLite' ? 'sqlite' : `${server?.url}/${randomUUID()}`;
  const inProcess = openInProcess(dataDir, createFakeEmbedder());
  open.push(inProcess);
  const env = {
    ZAPOMNI_STORE: store,
    ZAPOMNI_WEB_PRIVATE_HOSTS: `127.0.0.1:${web.port}`,
    ZAPOMNI_FILE_ROOTS: folder,
    ZAPOMNI_GRAPH: 'off',
  };
  const run = async (...argv: string[]) => {
    const result = await inProcess.run(argv, { env });
    expect(result.status, `${argv.join(' ')}\n${result.stderr}`).toBe(0);
    return result;
  };
  const json = async (...argv: string[]): Promise<Record<string, unknown>> =>
    JSON.parse((await run(...argv, '--json')).stdout) as Record<string, unknown>;
  const tryTo = (...argv: string[]) => inProcess.run(argv, { env });
  return { dataDir, run, json, tryTo };
}
type Side = ReturnType<typeof newSide>;

const add = async (side: Side, text: string, ...more: string[]): Promise<string> =>
  String((await side.json('add', text, ...more))['memory_id']);

/** Memories with versions, a file, a page with its blob, something superseded, something forgotten. */
async function filled(engine: string): Promise<Side & { secret: string; before: string; notes: string }> {
  const side = newSide(engine);
  const [before, notes] = [fresh('before.jsonl'), fresh('notes')];
  const changed = await add(side, 'Tea at three.', '--tag', 'tea', '--source', 'Anna', '--metadata', '{"rating":1}');
  await side.run('update', changed, 'Tea at four.');
  const file = path.join(folder, `${randomUUID()}.md`);
  writeFileSync(file, '# Plan\n\nWe move in May.\n\n## Costs\n\nThe truck costs 400 euros.\n');
  await side.run('read', file, `http://127.0.0.1:${web.port}/ferry`);
  const secret = await add(side, 'The secret is under the stone.');
  await side.run('export', before);
  await side.run('export', notes, '--format', 'markdown');
  await side.run('delete', secret, '--yes');
  return { ...side, secret, before, notes };
}

describe.each(server ? ['SQLite', 'FalkorDB'] : ['SQLite'])('export, on %s', (engine) => {
  it('comes back equal: memories, versions, documents, records, what was forgotten, and blobs', async () => {
    const source = await filled(engine);
    const file = fresh('all.jsonl');
    expect(await source.json('export', file, '--blobs')).toMatchObject({
      memories: 3,
      blobs: { count: 1, missing: 0, written: true },
    });
    expect(readdirSync(`${file}.blobs`)).toHaveLength(1);
    const target = newSide(engine);
    expect(await target.json('import', file)).toMatchObject({ equal: true, blobs: { taken: 1, missing: 0 } });
    const again = fresh('again.jsonl');
    await target.run('export', again, '--blobs');
    expect(readFileSync(again, 'utf8')).toBe(readFileSync(file, 'utf8'));
    const [blob = ''] = readdirSync(`${file}.blobs`);
    expect(readFileSync(path.join(`${again}.blobs`, blob))).toEqual(readFileSync(path.join(`${file}.blobs`, blob)));
    const { documents } = (await target.json('documents')) as { documents: { state: string; blob?: string }[] };
    expect(documents.map(({ state }) => state)).toEqual(['ok', 'ok']);
    expect(documents.some((document) => document.blob === blob)).toBe(true);
    expect((await target.run('documents', 'show', 'ferry', '--text')).stdout).toContain('The ferry leaves at eight.');
  });

  it('says what it leaves out, and what did not come', async () => {
    const source = await filled(engine);
    const file = fresh('without.jsonl');
    const { stderr } = await source.run('export', file);
    expect(stderr).toMatch(/^Exported 3 memories and \d+ records\.\n1 blob \(.*\) left out; --blobs writes them/);
    expect(existsSync(`${file}.blobs`)).toBe(false);
    const told = await newSide(engine).run('import', file);
    expect(told.stderr).toContain('1 blob that records refer to did not come with the file.');
    const bare = fresh('bare.jsonl');
    await source.run('export', bare, '--without-vectors');
    expect(readFileSync(file, 'utf8')).toContain('"model":');
    expect(readFileSync(bare, 'utf8')).not.toContain('"model":');
    expect(await newSide(engine).json('import', bare)).toMatchObject({ equal: true });
  });

  it('is refused whole when a blob beside it was changed', async () => {
    const source = await filled(engine);
    const file = fresh('changed.jsonl');
    await source.run('export', file, '--blobs');
    const [blob = ''] = readdirSync(`${file}.blobs`);
    writeFileSync(path.join(`${file}.blobs`, blob), 'something else');
    const target = newSide(engine);
    const { status, stderr } = await target.tryTo('import', file);
    expect([status, stderr]).toEqual([2, expect.stringContaining('it does not have its hash')]);
    expect(await target.json('list')).toMatchObject({ total: 0 });
  });

  it('brings back nothing that was forgotten since, in whatever form it comes', async () => {
    const side = await filled(engine);
    const refused = await side.tryTo('import', side.before);
    expect(refused.stderr).toContain('`zapomni import zapomni FILE` adds the memories of an export');
    expect(await side.json('import', 'zapomni', side.before)).toMatchObject({ forgotten: 1 });
    expect(await side.json('import', 'markdown', side.notes)).toMatchObject({ forgotten: 1 });
    const search = async () => JSON.stringify(await side.json('search', 'secret', '--limit', '10'));
    expect(await search()).not.toContain('The secret is under the stone.');
    expect(await side.json('import', 'zapomni', side.before, '--forgotten')).toMatchObject({ forgotten: 0 });
    expect(await search()).toContain('The secret is under the stone.');
  });

  it('is a folder of notes that a note program opens', async () => {
    const side = await filled(engine);
    const notes = fresh('vault');
    expect(await side.json('export', notes, '--format', 'markdown')).toEqual({
      folder: notes,
      workspace_id: 'default',
      notes: 3,
    });
    const names = readdirSync(notes, { recursive: true }).map((name) => String(name).replaceAll('\\', '/'));
    expect(names.filter((name) => name.startsWith('documents/'))).toHaveLength(2);
    const tea = names.find((name) => name.startsWith('tea-at-four-')) ?? '';
    const note = readFileSync(path.join(notes, tea), 'utf8');
    expect(note).toMatch(/^---\nmemory_id: .*\nkind: note\ntags:\n {2}- tea\nsource: Anna\n/);
    expect(note).toMatch(/\nrating: 1\n---\nTea at four\.\n$/);
    expect((await side.tryTo('export', notes, '--format', 'markdown')).stderr).toContain('The folder is not empty.');
    expect((await side.tryTo('export', notes, '--format', 'word')).stderr).toContain('Use jsonl or markdown.');
    const target = newSide(engine);
    expect(await target.json('import', 'markdown', notes)).toMatchObject({ imported: 3, skipped: 0 });
    expect(await target.json('search', 'tea', '--limit', '1')).toMatchObject({
      results: [{ text: 'Tea at four.', tags: ['tea'], source: 'Anna' }],
    });
  });
});
