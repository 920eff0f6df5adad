/** `process_pdf` through a real client: real files, the real reader. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { column, makePdf } from '@zapomni/testkit/documents';
import { enginesForTests } from '@zapomni/testkit/engines';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { verifies } from '@zapomni/testkit/verifies';
import { says, WebServer, webTo } from '@zapomni/testkit/web-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();
const PDF = (price: number) =>
  makePdf({
    information: { Title: 'The Harbour Book', Author: 'Ada Mason' },
    outline: [
      { title: 'Preface', page: 0, y: 770 },
      { title: 'Rebuilding', page: 1, y: 770 },
    ],
    pages: [
      { runs: [{ text: 'Preface', x: 60, y: 760, size: 16 }, ...column(['A word before the book begins.'], 60, 730)] },
      {
        runs: [
          { text: 'Rebuilding', x: 60, y: 760, size: 16 },
          ...column([`Every stone was numbered and cost ${price} crowns.`], 60, 730),
        ],
      },
    ],
  });

describe.each(ENGINES)('process_pdf, on $engine', ({ options }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-pdf-'));
  let [zapomni, server]: [TestClient, WebServer] = [undefined as never, undefined as never];
  const write = (name: string, content: string | Uint8Array): string => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  const count = async (): Promise<number> => (await zapomni.call('list_documents')).total;
  beforeAll(async () => {
    server = await WebServer.start();
    const files = openTestFiles({ roots: [folder], logger: createRecordingLogger() });
    zapomni = await openTestClient({ ...options(), filesForUser: files, web: webTo(server) });
  });
  afterAll(async () => {
    await zapomni.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('says "PDF not found" as an error, and checks the path before anything is done', async () => {
    verifies('R265');
    const missing = await zapomni.raw('process_pdf', { path: path.join(folder, 'none.pdf') });
    expect(missing.isError).toBe(true);
    expect(textOf(missing)).toMatch(/PDF not found/);
    for (const outside of ['/etc/none.pdf', `${folder}/../none.pdf`, 'none.pdf', '']) {
      const refused = await zapomni.raw('process_pdf', { path: outside });
      expect(refused.isError, outside).toBe(true);
      expect(textOf(refused), outside).toMatch(/path/);
    }
    expect(await count()).toBe(0);
    // The work is the service's: the same call of the application gives the same.
    const file = write('service.pdf', PDF(1));
    const asked = { workspace: 'default', client: 'test', add: false, maxChars: 8000 };
    const served = await zapomni.app.documents.processPdf({ ...asked, path: file });
    const told = await zapomni.call('process_pdf', { path: file, add: false });
    expect(told.text).toBe(served.part.text);
  });

  it('looks at one without keeping it', async () => {
    const file = write('look.pdf', PDF(2));
    const looked = await zapomni.call('process_pdf', { path: file, add: false, page: '2' });
    expect(looked).toMatchObject({
      status: 'looked_at',
      title: 'The Harbour Book',
      metadata: { author: 'Ada Mason' },
      pages: 2,
      outline: [
        { title: 'Preface', page: '1' },
        { title: 'Rebuilding', page: '2' },
      ],
      text: expect.stringContaining('cost 2 crowns'),
      citation: 'look.pdf p. 2 › Rebuilding',
    });
    expect(looked.text).not.toContain('A word before');
    expect(looked).not.toHaveProperty('document_id');
    expect(await count()).toBe(0);
  });

  it('keeps it as a document, does not read it twice, and reads on from a cursor', async () => {
    const file = write('book.pdf', PDF(3));
    const first = await zapomni.call('process_pdf', { pdf_path: file, max_chars: 100 });
    expect(first).toMatchObject({ status: 'read', title: 'The Harbour Book', metadata: { author: 'Ada Mason' } });
    const rest = await zapomni.call('process_pdf', { path: file, cursor: first.next_cursor ?? '0' });
    expect(rest).toMatchObject({ status: 'unchanged', document_id: first.document_id });
    expect(first.text + (first.next_cursor ? rest.text : '')).toContain('cost 3 crowns');
    expect(await zapomni.call('process_pdf', { path: file, skip_existing: false })).toMatchObject({
      status: 'updated',
      document_id: first.document_id,
    });
    const found = await zapomni.call('search_memory', { query: 'stone numbered', filters: { document: 'book.pdf' } });
    expect(found.results[0].document.citation).toBe('book.pdf p. 2 › Rebuilding');
    expect(await count()).toBe(1);
  });

  it('takes one from the network', async () => {
    server.page('/paper', says(PDF(4), { 'content-type': 'application/pdf' }));
    const url = `http://127.0.0.1:${server.port}/paper`;
    expect(await zapomni.call('process_pdf', { url })).toMatchObject({ status: 'read', pages: 2 });
    server.page('/page', says('<html><body>no PDF</body></html>', { 'content-type': 'application/pdf' }));
    const before = await count();
    expect(await zapomni.fails('process_pdf', { url: url.replace('paper', 'page') })).toMatch(
      /url: this is no PDF.*add_document/s,
    );
    expect(await count()).toBe(before);
  });

  it.each([
    [{}, /one of path, url/],
    [{ path: '/a.pdf', url: 'https://a.test/a.pdf' }, /one of path, url/],
    [{ url: 'nonsense' }, /URL/],
  ])('with %j says what to do', async (args, message) => {
    expect(await zapomni.fails('process_pdf', args)).toMatch(message);
  });

  it('refuses what is no PDF, locked or broken, and keeps nothing of what is no PDF', async () => {
    const before = await count();
    expect(await zapomni.fails('process_pdf', { path: write('notes.pdf', 'Just a text.') })).toMatch(/no PDF/);
    expect(await zapomni.fails('process_pdf', { path: folder })).toMatch(/folder/);
    expect(await count()).toBe(before);
    const locked = write('locked.pdf', makePdf({ pages: [{ runs: [] }], locked: true }));
    expect(await zapomni.fails('process_pdf', { path: locked })).toMatch(/encrypted|password/i);
    expect(await zapomni.fails('process_pdf', { path: write('broken.pdf', '%PDF-1.4 nothing') })).toMatch(
      /INVALID_INPUT/,
    );
  });
});
