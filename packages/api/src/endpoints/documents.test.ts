/** Documents as the page asks for them: real files, the real readers. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { openTestApi, type TestApi } from '@zapomni/testkit/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PARTS = Array.from(
  { length: 12 },
  (_, i) =>
    `## Part ${i}\n\n${`Sentence of part ${i}, said for its length. `.repeat(30)}\n\nThe word of part ${i} is quell${i}mund.\n`,
);
const LONG = `# Harbours\n\n${PARTS.join('\n')}`;

describe('documents over HTTP', () => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-api-documents-')));
  const file = path.join(folder, 'harbours.md');
  let api: TestApi;
  let id = '';
  beforeAll(async () => {
    const files = openTestFiles({ roots: [folder], logger: createRecordingLogger() });
    api = await openTestApi({ files });
    writeFileSync(file, LONG);
    const { document } = await api.app.documents.add({ workspace: 'default', client: 'test', path: file });
    id = document.key;
  });
  afterAll(async () => {
    await api.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const get = async (to: string) => (await (await api.ask(to)).json()) as Record<string, unknown>;

  it('lists them, and turns every leaf from the first to the last', async () => {
    expect(await get('/api/documents')).toMatchObject({ total: 1, documents: [{ document_id: id, state: 'ok' }] });
    let text = '';
    let leaf: Record<string, unknown> = await get(`/api/documents/${id}/leaf`);
    expect(leaf).toMatchObject({ number: 1, start: 0, document: { name: 'harbours.md', title: 'Harbours' } });
    expect(leaf['total']).toBeGreaterThan(2);
    for (;;) {
      text += String(leaf['text']);
      if (leaf['after'] === undefined) break;
      const next = await get(`/api/documents/${id}/leaf?at=${String(leaf['after'])}`);
      expect(next['before']).toBe(leaf['start']);
      leaf = next;
    }
    expect(leaf['number']).toBe(leaf['total']);
    expect(text).toContain('quell11mund');
    const whole = await get(`/api/documents/${id}?max_chars=100000`);
    expect(text).toBe(whole['text']);
  });

  it('goes from a hit of the search, and from words, to the leaf where they stand', async () => {
    const quotes = (await get(`/api/quotes?document=${id}&quote=The+word+of+part+9`)) as {
      places: { start: number; end: number }[];
    };
    const [place] = quotes.places as [{ start: number; end: number }];
    const leaf = (await get(`/api/documents/${id}/leaf?at=${place.start}`)) as { text: string; start: number };
    expect(leaf.text.slice(place.start - leaf.start, place.end - leaf.start)).toBe('The word of part 9');
    const found = (await get('/api/search?query=quell9mund')) as {
      results: { document: { id: string }; passage: { start: number } }[];
    };
    expect(found.results[0]?.document.id).toBe(id);
    expect(found.results[0]?.passage.start).toEqual(expect.any(Number));
  });

  it('names what is wrong: no such document, no such page, no number', async () => {
    expect((await api.ask('/api/documents/none/leaf')).status).toBe(404);
    expect(await get(`/api/documents/${id}/leaf?page=7`)).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect(await get(`/api/documents/${id}/leaf?at=-1`)).toMatchObject({ error: { issues: [{ field: 'at' }] } });
    expect((await api.ask(`/api/documents/${id}/leaf?workspace_id=nowhere`)).status).toBe(404);
  });

  it('looks whether it changed, and forgets it when that is meant', async () => {
    const send = (method: string, to: string, body: object) =>
      api.ask(to, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    expect(await (await send('POST', `/api/documents/${id}/refresh`, {})).json()).toMatchObject({
      status: 'unchanged',
    });
    expect((await send('DELETE', `/api/documents/${id}`, {})).status).toBe(403);
    expect(await (await send('DELETE', `/api/documents/${id}`, { confirm: true })).json()).toMatchObject({
      status: 'removed',
    });
    expect((await api.ask(`/api/documents/${id}/leaf`)).status).toBe(404);
  });
});
