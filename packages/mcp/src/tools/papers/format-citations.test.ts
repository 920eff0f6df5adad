/** `format_citations` through a real client, with the real processor. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ITEMS = [
  {
    id: 'doe',
    type: 'article-journal',
    title: 'On wind',
    author: [{ family: 'Doe', given: 'Ann' }],
    issued: { 'date-parts': [[2020]] },
    'container-title': 'Journal of Things',
  },
  { id: 7, type: 'book', title: 'Of rain', author: [{ family: 'Roe', given: 'Bob' }], issued: { raw: '2019' } },
];
const STYLE =
  '<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0"><info><id>s</id><title>S</title></info><citation><layout prefix="{" suffix="}"><text variable="title"/></layout></citation></style>';

describe('format_citations', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-styles-'));
  let zapomni: TestClient;
  beforeAll(async () => {
    const filesForUser = openTestFiles({ roots: [folder], logger: createRecordingLogger() });
    zapomni = await openTestClient({ filesForUser });
  });
  afterAll(async () => {
    await zapomni.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('writes a bibliography of items that are in no library, and how each is cited', async () => {
    const { count, bibliography } = await zapomni.call('format_citations', { items: ITEMS, style: 'apa' });
    expect(count).toBe(2);
    expect(bibliography).toEqual([
      { id: 'doe', text: 'Doe, A. (2020). On wind. Journal of Things.', citation: '(Doe, 2020)' },
      { id: '7', text: 'Roe, B. (2019). Of rain.', citation: '(Roe, 2019)' },
    ]);
  });

  it('is IEEE unless told otherwise, and another style, language and format write otherwise', async () => {
    const text = async (more: object) => textOf(await zapomni.raw('format_citations', { items: ITEMS, ...more }));
    expect(await text({})).toMatch(/^\[1\] +A\. Doe, “On wind,” Journal of Things, 2020\./);
    expect(await text({ style: 'mla' })).not.toBe(await text({}));
    expect(await text({ style: 'mla', format: 'markdown' })).toContain('*Journal of Things*');
    expect(await text({ style: 'mla', format: 'html' })).toContain('<i>Journal of Things</i>');
    expect(await text({ style: 'mla', format: 'rtf' })).toContain('{\\i{}Journal of Things}');
    expect(await text({ locale: 'de-DE' })).toContain('„On wind“');
  });

  it('writes the citations of a text', async () => {
    const clusters = [
      { cites: [{ id: 'doe', locator: '4', label: 'page', prefix: 'see ' }, { id: '7' }] },
      { cites: [{ id: 'doe', suppress_author: true }] },
    ];
    const answer = await zapomni.call('format_citations', { items: ITEMS, style: 'apa', clusters });
    expect(answer.citations).toEqual(['(see Doe, 2020, p. 4; Roe, 2019)', '(2020)']);
    expect(answer.bibliography[0]).toEqual({ id: 'doe', text: expect.stringContaining('On wind') });
  });

  it('takes a style by its path or as its text', async () => {
    const file = path.join(folder, 'own.csl');
    writeFileSync(file, STYLE);
    for (const style of [file, STYLE]) {
      const { bibliography } = await zapomni.call('format_citations', { items: ITEMS, style });
      expect(bibliography[0]).toEqual({ id: 'doe', text: '', citation: '{On wind}' });
    }
  });

  it.each([
    [{ style: 'nature ' }, /nothing to cite.*Give articles/],
    [{ search_query: 'gardening' }, /search_query: no paper has to do with it/],
    [{ items: ITEMS, style: 'natur' }, /no style 'natur'.*nature/],
    [{ items: ITEMS, locale: 'klingon' }, /no locale 'klingon'/],
    [{ items: ITEMS, locale: 'de-DEE' }, /no locale 'de-DEE'. Nearest: de-DE/],
    [{ items: ITEMS, style: '/nowhere/own.csl' }, /style: there is no such file, or it may not be read/],
    [{ items: [...ITEMS, ITEMS[0]] }, /items\[2\]\.id: there is another item 'doe'/],
    [
      { items: ITEMS, clusters: [{ cites: [{ id: 'poe' }] }] },
      /clusters\[0\]\.cites\[0\]\.id: no paper of this workspace is named so exactly/,
    ],
    [{ articles: ['smith2020'] }, /articles\[0\]: no paper of this workspace is named so exactly/],
    [{ items: ITEMS, max_results: 51 }, /max_results/],
  ])('says what is wrong with %j', async (args, words) => {
    expect(await zapomni.fails('format_citations', args)).toMatch(words);
  });
});
