/** What is to be settled, as the page asks for it. */
import { condition } from '@zapomni/testkit/condition';
import { openTestApi, type TestApi } from '@zapomni/testkit/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOM = 'The quarterly planning meeting with the whole platform team moved to the large room on the third floor';
const SLOW = 'The build of the platform on the large machine took 47 minutes and passed every single test';
const FAST = 'The build of the platform on the large machine took 31 minutes and passed every single test';
const TOKEN = `ghp_${'a1B2'.repeat(9)}`;

interface Pairs {
  readonly pairs: { readonly older: { memory_id: string }; readonly newer: { memory_id: string; text: string } }[];
}

describe('review over HTTP', () => {
  let api: TestApi;
  const ids: string[] = [];
  beforeAll(async () => {
    api = await openTestApi();
    for (const text of [ROOM, `${ROOM} today`, SLOW, FAST, `Deploying needs ${TOKEN} now.`]) {
      const { memories } = await api.app.memories.add({ workspace: 'default', drafts: [{ text }], batch: false });
      ids.push(memories[0]?.id ?? '');
    }
    await api.app.resume();
    await condition(async () => (await api.app.store.stats('default')).pendingReadings === 0);
  });
  afterAll(() => api.close());
  const get = async (to: string) => (await (await api.ask(to)).json()) as Record<string, unknown>;
  const send = (method: string, to: string, body: object) =>
    api.ask(to, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

  it('shows pairs side by side, and leaves them alone once settled, until that is taken back', async () => {
    const { pairs } = (await get('/api/review/duplicates')) as unknown as Pairs;
    expect(pairs.map(({ older, newer }) => [older.memory_id, newer.memory_id])).toEqual([[ids[0], ids[1]]]);
    const settling = { kind: 'duplicates', memory_ids: [ids[1], ids[0]] };
    expect((await send('POST', '/api/review/settled', settling)).status).toBe(200);
    expect(await get('/api/review/duplicates')).toMatchObject({ pairs: [] });
    expect(await (await send('DELETE', '/api/review/settled', settling)).json()).toMatchObject({ was_settled: true });
    expect(await get('/api/review/duplicates')).toMatchObject({ pairs: [{}] });
    expect((await send('POST', '/api/review/settled', { kind: 'duplicates', memory_ids: ['none'] })).status).toBe(404);
    expect((await send('POST', '/api/review/settled', { kind: 'other', memory_ids: ids.slice(0, 1) })).status).toBe(
      400,
    );
  });

  it('merges and supersedes', async () => {
    const merged = await send('POST', '/api/review/merge', { keep: ids[1], drop: ids[0] });
    expect(await merged.json()).toMatchObject({ memory_id: ids[1] });
    expect((await api.ask(`/api/memories/${ids[0]}`)).status).toBe(404);
    const { pairs } = (await get('/api/review/contradictions')) as unknown as Pairs;
    expect(pairs).toMatchObject([{ older: { memory_id: ids[2] }, newer: { memory_id: ids[3], text: FAST } }]);
    const superseded = await send('POST', '/api/review/supersede', { older: ids[2], newer: ids[3] });
    const { memory_id: id } = (await superseded.json()) as { memory_id: string };
    expect(await get(`/api/memories/${ids[2]}`)).toMatchObject({ superseded_by: id });
    expect(await get('/api/review/contradictions')).toMatchObject({ pairs: [] });
    expect((await send('POST', '/api/review/supersede', { older: ids[2], newer: id })).status).toBe(400);
    expect((await send('POST', '/api/review/merge', { keep: id, drop: 'none' })).status).toBe(404);
  });

  it('shows a secret by what stands round it, and never itself', async () => {
    const found = await get('/api/review/secrets');
    expect(found).toMatchObject({ memories: [{ memory_id: ids[4], before: 'Deploying needs ', after: ' now.' }] });
    expect(JSON.stringify(found)).not.toContain(TOKEN);
  });

  it('has nothing out of date where no code is named, and names a field that is wrong', async () => {
    expect(await get('/api/review/stale')).toEqual({ looked_at: 0, memories: [] });
    expect(await get('/api/review/stale?limit=0')).toMatchObject({ error: { issues: [{ field: 'limit' }] } });
  });
});
