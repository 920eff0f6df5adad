/** Pages of the network as documents: what their site allows, and what they said before they changed. */
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { enginesForTests } from '@zapomni/testkit/engines';
import { says, leadsTo, WebServer, webTo } from '@zapomni/testkit/web-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();
const HTML = { 'content-type': 'text/html' };
const words = 'The ferry to the island leaves every morning at eight from the old pier. '.repeat(8);
const PAGE = (price: number, section: string) =>
  `<!doctype html><html><head><title>Ferry</title></head><body><article><h1>Ferry</h1><p>${words}</p><h2>${section}</h2><p>A ticket costs ${price} crowns.</p></article></body></html>`;

describe.each(ENGINES)('pages, on $engine', ({ options }) => {
  let [zapomni, server]: [TestClient, WebServer] = [undefined as never, undefined as never];
  const at = (path: string): string => `http://127.0.0.1:${server.port}${path}`;
  beforeAll(async () => {
    server = await WebServer.start();
    server.page('/robots.txt', says('User-agent: *\nDisallow: /members'));
    zapomni = await openTestClient({ ...options(), web: webTo(server) });
  });
  afterAll(async () => {
    await zapomni.close();
    await server.close();
  });

  it('are not read where their site asks programs not to, nor after a redirection', async () => {
    server.page('/members', says(PAGE(1, 'Members'), HTML));
    expect(await zapomni.fails('add_document', { url: at('/members') })).toMatch(/robots\.txt.*save it/s);
    expect(server.paths()).not.toContain('/members');
    server.page('/door', leadsTo('/members'));
    expect(await zapomni.fails('add_document', { url: at('/door') })).toMatch(/robots\.txt/);
    expect(await zapomni.call('list_documents')).toMatchObject({ total: 0 });
  });

  it('are shown as they were, though they have changed since: text, sections and place', async () => {
    let page = PAGE(120, 'Fares');
    server.page('/ferry', (response) => response.setHeader('content-type', 'text/html').end(page));
    const document = at('/ferry');
    const { document: first } = await zapomni.call('add_document', { url: document });
    expect(await zapomni.call('read_document', { document, outline: true })).not.toHaveProperty('versions');
    page = PAGE(150, 'Prices');
    await zapomni.call('refresh_document', { document });
    page = PAGE(180, 'Tickets');
    await zapomni.call('refresh_document', { document });

    const outline = await zapomni.raw('read_document', { document, outline: true });
    const { versions } = outline.structuredContent as { versions: readonly { version: number; blob: string }[] };
    expect(versions).toMatchObject([{ version: 1, title: 'Ferry', blob: first.blob }, { version: 2 }]);
    expect(textOf(outline)).toMatch(/Earlier: version 1, of \d{4}-/);
    const was = await zapomni.call('read_document', { document, version: 1, section: 'Fares' });
    expect(was).toMatchObject({
      text: expect.stringContaining('120 crowns'),
      citation: expect.stringMatching(/› Fares$/),
    });
    const between = await zapomni.call('read_document', { document, version: 2 });
    expect(between.text).toContain('150 crowns');
    expect((await zapomni.call('read_document', { document })).text).toContain('180 crowns');
    expect(await zapomni.fails('read_document', { document, version: 9 })).toMatch(/There are 1 \(of .*\), 2 \(of/);
    expect(await zapomni.fails('read_document', { document, version: 1, section: 'Tickets' })).toMatch(
      /no such section/,
    );

    await zapomni.call('remove_document', { document, confirm: true });
    expect(await zapomni.fails('read_document', { document, version: 1 })).toMatch(/list_documents/);
  });

  it('that say the same in other markup have no earlier version', async () => {
    let page = PAGE(10, 'Same');
    server.page('/same', (response) => response.setHeader('content-type', 'text/html').end(page));
    await zapomni.call('add_document', { url: at('/same') });
    page = page.replace('<body>', '<body class="new">');
    expect(await zapomni.call('refresh_document', { document: at('/same') })).toMatchObject({ status: 'updated' });
    const outline = await zapomni.call('read_document', { document: at('/same'), outline: true });
    expect(outline).not.toHaveProperty('versions');
    expect(await zapomni.fails('read_document', { document: at('/same'), version: 7 })).toMatch(/never read otherwise/);
  });
});
