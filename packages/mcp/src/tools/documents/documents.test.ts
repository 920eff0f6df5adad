/** Documents through a real client: real files, the real readers, both engines. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { condition } from '@zapomni/testkit/condition';
import { enginesForTests } from '@zapomni/testkit/engines';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { WebServer, webTo } from '@zapomni/testkit/web-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();
const logger = createRecordingLogger();

const PLAN = `# Moving

We move in May.

## Costs

The truck costs 400 euros, and Anna’s cousin lends us the “good” boxes.

## People

Anna drives.
`;
const PAGE = (price: number) =>
  `<!doctype html><html><head><title>Ferry</title></head><body><article><h1>Ferry</h1><p>${'The ferry to the island leaves every morning at eight. '.repeat(8)}</p><p>A ticket costs ${price} crowns.</p></article></body></html>`;

describe.each(ENGINES)('documents, on $engine', ({ options }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-documents-'));
  const files = openTestFiles({ roots: [folder], logger });
  let [zapomni, server]: [TestClient, WebServer] = [undefined as never, undefined as never];
  beforeAll(async () => {
    server = await WebServer.start();
    zapomni = await openTestClient({ ...options(), filesForUser: files, web: webTo(server) });
  });
  afterAll(async () => {
    await zapomni.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const write = (name: string, content: string | Uint8Array): string => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };

  it('reads a file, finds it with its place, and shows its outline, sections and parts', async () => {
    const added = await zapomni.call('add_document', { path: write('moving.md', PLAN) });
    expect(added).toMatchObject({
      status: 'read',
      document: { name: 'moving.md', format: 'markdown', title: 'Moving' },
    });
    const found = await zapomni.raw('search_memory', { query: 'truck', filters: { kind: 'document' } });
    const { document_id: id } = added.document;
    expect(found.structuredContent).toMatchObject({ results: [{ document: { id, name: 'moving.md' } }] });
    expect(textOf(found)).toContain('From moving.md');
    const { outline } = await zapomni.call('read_document', { document: 'moving.md', outline: true });
    expect(outline.map(({ title }: { title: string }) => title)).toEqual(['Moving', 'Costs', 'People']);
    const costs = await zapomni.call('read_document', { document: id, section: 'costs' });
    expect(costs).toMatchObject({ citation: 'moving.md › Costs', text: expect.stringContaining('400 euros') });
    expect(costs.text).not.toContain('Anna drives');
    let [text, cursor] = ['', undefined as string | undefined];
    do {
      const part = await zapomni.call('read_document', { document: id, max_chars: 100, ...(cursor ? { cursor } : {}) });
      text += part.text;
      cursor = part.next_cursor;
    } while (cursor);
    expect(text).toBe((await zapomni.call('get_memory', { memory_id: added.document.memory_id })).text);
    expect(await zapomni.call('list_documents')).toMatchObject({ total: 1, documents: [{ document_id: id }] });
  });

  it('finds a quote exactly, however it is written, or nearly; and says when it is not there', async () => {
    const quote = async (words: string) => zapomni.call('find_quote', { quote: words });
    expect(await quote('The truck costs 400 euros')).toMatchObject({
      found: true,
      places: [{ match: 'exact', citation: 'moving.md › Costs' }],
    });
    expect(await quote('Anna\'s  cousin lends us the "good" boxes')).toMatchObject({
      places: [{ match: 'normalized' }],
    });
    expect(await quote('The truck will cost 400 euros and Anna’s cousin lends us boxes')).toMatchObject({
      places: [{ match: 'fuzzy', name: 'moving.md' }],
    });
    const missing = await zapomni.raw('find_quote', { quote: 'The truck is free of charge for everyone in town' });
    expect(missing.structuredContent).toMatchObject({ found: false, places: [] });
    expect(textOf(missing)).toContain('The quote is not there');
  });

  it('keeps a page as it was, and reads it again when it has changed', async () => {
    let price = 120;
    server.page('/ferry', (response) => response.setHeader('content-type', 'text/html').end(PAGE(price)));
    const url = `http://127.0.0.1:${server.port}/ferry`;
    const added = await zapomni.call('add_document', { url: `${url}#fares` });
    expect(added).toMatchObject({
      status: 'read',
      document: { source: url, format: 'html', blob: added.document.sha256 },
    });
    expect(await zapomni.call('refresh_document', { document: url })).toMatchObject({ status: 'unchanged' });
    price = 150;
    expect(await zapomni.call('refresh_document', { document: url })).toMatchObject({
      status: 'updated',
      document: { document_id: added.document.document_id },
    });
    expect(await zapomni.call('find_quote', { quote: 'costs 150 crowns', document: url })).toMatchObject({
      found: true,
    });
    const { memory_id } = added.document;
    const { history } = await zapomni.call('get_memory', { memory_id, history: true });
    expect(JSON.stringify(history)).toContain('120 crowns');
    expect(await zapomni.fails('add_document', { url: `http://127.0.0.1:${server.port}/none` })).toMatch(/404/);
  });

  it('takes a text once', async () => {
    const text = '# Recipe\n\nFlour and water.';
    const first = await zapomni.call('add_document', { text, name: 'recipe.md' });
    expect(first).toMatchObject({ status: 'read', document: { name: 'recipe.md', title: 'Recipe' } });
    const again = await zapomni.call('add_document', { text, name: 'recipe.md' });
    expect([again.status, again.document.document_id]).toEqual(['unchanged', first.document.document_id]);
  });

  it('reads a folder in the background, and tells what failed', async () => {
    for (let i = 0; i < 12; i++) write(`notes/n${i}.md`, `# Note ${i}\n\nSaying number ${i}.`);
    write('notes/picture.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 255]));
    write('notes/skipped/x.md', 'Not this one.');
    const request = { path: path.join(folder, 'notes'), exclude: ['skipped/'] };
    const ended = async () => {
      const { task } = await zapomni.call('add_folder', request);
      return zapomni.call('get_task_status', { task_id: task.task_id, wait_seconds: 20 });
    };
    expect(await ended()).toMatchObject({
      name: 'read_folder',
      state: 'completed',
      total: 13,
      result: { read: 12, failed: 1, failures: [{ file: 'picture.png', code: 'INVALID_INPUT' }] },
    });
    expect(await ended()).toMatchObject({ result: { read: 0, unchanged: 12, failed: 1 } });
    expect(await zapomni.call('list_documents', { state: 'failed' })).toMatchObject({
      documents: [{ name: 'picture.png' }],
    });
    expect(await zapomni.fails('add_folder', { path: path.join(folder, 'moving.md') })).toMatch(/is a file/);
  });

  it('stops reading a folder when told to, and goes on where it stopped', async () => {
    for (let i = 0; i < 900; i++) write(`many/m${i}.md`, `# Entry ${i}\n\nOf the number ${i}.`);
    const { task } = await zapomni.call('add_folder', { path: path.join(folder, 'many') });
    await condition(async () => (await zapomni.call('get_task_status', { task_id: task.task_id })).done > 100);
    await zapomni.call('cancel_task', { task_id: task.task_id });
    const stopped = await zapomni.call('get_task_status', { task_id: task.task_id, wait_seconds: 20 });
    expect(stopped.state).toBe('cancelled');
    const { total: ok } = await zapomni.call('list_documents', { state: 'ok' });
    await zapomni.call('retry_task', { task_id: task.task_id });
    const ended = await zapomni.call('get_task_status', { task_id: task.task_id, wait_seconds: 20 });
    expect(ended).toMatchObject({ state: 'completed', result: { failed: 0 } });
    expect(ended.result.read + ended.result.unchanged).toBe(900);
    expect(ended.result.unchanged).toBeGreaterThanOrEqual(100);
    expect((await zapomni.call('list_documents', { state: 'ok' })).total).toBe(ok + ended.result.read);
  }, 60_000);

  it('removes one when that is confirmed, and finds none whose file is gone', async () => {
    const file = write('old.txt', 'An old text about lighthouses.');
    const { document } = await zapomni.call('add_document', { path: file });
    expect(await zapomni.fails('remove_document', { document: 'old.txt' })).toMatch(/confirm/);
    rmSync(file);
    expect(await zapomni.call('refresh_document', { document: 'old.txt' })).toMatchObject({ status: 'gone' });
    expect(await zapomni.fails('read_document', { document: 'old.txt' })).toMatch(/gone/);
    expect(await zapomni.call('get_memory', { memory_id: document.memory_id })).toMatchObject({
      text: 'An old text about lighthouses.',
    });
    const { results } = await zapomni.call('search_memory', { query: 'lighthouses' });
    expect(JSON.stringify(results)).not.toMatch(/lighthouses|old\.txt/);
    const removed = await zapomni.call('remove_document', { document: 'moving.md', confirm: true });
    expect(removed).toMatchObject({ status: 'removed', removed: { memories: 1, records: 2 } });
    expect(await zapomni.call('find_quote', { quote: 'The truck costs 400 euros' })).toMatchObject({ found: false });
  });

  it.each([
    ['add_document', {}, /exactly one/],
    ['add_document', { path: '/etc/passwd' }, /ZAPOMNI_FILE_ROOTS/],
    ['add_document', { path: 'relative.md' }, /absolute/],
    ['add_document', { url: 'nonsense' }, /URL/],
    ['add_document', { url: 'https://example.org/' }, /ZAPOMNI_WEB_HOSTS|network/i],
    ['add_document', { text: ' ' }, /text cannot be empty/],
    ['add_document', { text: 'half \ud83d' }, /surrogate/],
    ['add_folder', { path: '/etc' }, /ZAPOMNI_FILE_ROOTS/],
    ['read_document', { document: 'nothing' }, /list_documents/],
    ['read_document', { document: 'recipe.md', section: 'Sugar' }, /outline/],
    ['read_document', { document: 'recipe.md', page: '3' }, /no pages/],
    ['read_document', { document: 'recipe.md', cursor: '99999' }, /next_cursor/],
    ['refresh_document', { document: 'recipe.md' }, /given as text/],
    ['find_quote', { quote: ' ' }, /empty/],
  ])('%s with %j says what to do', async (tool, args, words) => {
    expect(await zapomni.fails(tool, args)).toMatch(words);
  });
});

it('says what to do where no folder may be read', async () => {
  const bare = await openTestClient();
  expect(await bare.fails('add_document', { path: '/tmp/a.md' })).toMatch(/ZAPOMNI_FILE_ROOTS/);
  await bare.close();
});
