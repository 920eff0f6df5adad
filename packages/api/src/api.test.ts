import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '@zapomni/testkit/verifies';
import { endpoints } from './endpoints/index.ts';
import { BODY_BYTES, CODE, openTestApi, type TestApi } from '@zapomni/testkit/api';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const all = Object.entries(endpoints);
const addressOf = (path: string): string => path.replaceAll(/\{\w+\}/g, 'anything');
const json = (body: unknown, more: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...more },
  body: JSON.stringify(body),
});

async function added(text: string): Promise<string> {
  const response = await api.ask('/api/memories', json({ text }));
  return ((await response.json()) as { memory_id: string }).memory_id;
}

describe('who may ask', () => {
  it.each(all)('%s: nobody without having signed in, on loopback neither', async (_name, { method, path }) => {
    const response = await fetch(`${api.origin}${addressOf(path)}`, { method });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      error: { code: 'SIGNED_OUT', hint: expect.stringContaining('zapomni dashboard') },
    });
  });

  it('hears of no event without having signed in', async () => {
    expect((await fetch(`${api.origin}/api/events`)).status).toBe(401);
  });

  it.each(all.filter(([, { scope }]) => scope !== 'read'))('%s: nobody who may only read', async (_name, endpoint) => {
    const { method, path, scope } = endpoint;
    const response = await api.ask(addressOf(path), { method, scopes: ['read'] });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      error: { code: 'FORBIDDEN', message: `This needs the scope ${scope}.` },
    });
  });

  it.each([
    { origin: 'http://127.0.0.1:9' },
    { origin: 'http://localhost:9' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
  ])('no other page, whatever token it has: %o', async (headers) => {
    const response = await api.ask('/api/stats', { headers });
    expect(response.status).toBe(403);
  });

  it('the own page, by its origin', async () => {
    const headers = { origin: api.origin, 'sec-fetch-site': 'same-origin' };
    expect((await api.ask('/api/stats', { headers })).status).toBe(200);
  });

  it('nobody whose session was ended', async () => {
    const { id, token } = api.sessions.open(['read']);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${api.origin}/api/me`, { headers })).status).toBe(200);
    const ended = await fetch(`${api.origin}/api/page-sessions/${id}`, { method: 'DELETE', headers });
    expect(await ended.json()).toEqual({ ended: true });
    expect((await fetch(`${api.origin}/api/me`, { headers })).status).toBe(401);
  });

  it('ends no session of another without the scope admin', async () => {
    const { id } = api.sessions.open(['read']);
    const response = await api.ask(`/api/page-sessions/${id}`, { method: 'DELETE', scopes: ['read'] });
    expect(await response.json()).toEqual({ ended: false });
    expect(api.sessions.list().map((one) => one.id)).toContain(id);
  });
});

describe('signing in', () => {
  it('takes a code once, from the own page, and refuses all others in the same words', async () => {
    const elsewhere = await fetch(
      `${api.origin}/api/session`,
      json({ code: CODE }, { 'sec-fetch-site': 'cross-site' }),
    );
    expect(elsewhere.status).toBe(403);
    const opened = await fetch(`${api.origin}/api/session`, json({ code: CODE }));
    const { token } = (await opened.json()) as { token: string };
    expect((await fetch(`${api.origin}/api/me`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    const again = await (await fetch(`${api.origin}/api/session`, json({ code: CODE }))).json();
    const wrong = await (await fetch(`${api.origin}/api/session`, json({ code: 'wrong' }))).json();
    expect(again).toEqual(wrong);
  });

  it('lets nobody try many', async () => {
    const tries = Array.from({ length: 12 }, () => fetch(`${api.origin}/api/session`, json({ code: 'x' })));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses).toContain(429);
  });
});

describe('what is asked', () => {
  it('gives what the tool gives: stored, listed page by page, found, corrected, forgotten', async () => {
    verifies('R233');
    for (const n of [1, 2, 3]) await added(`The ${n}. harbour is called Quellmund.`);
    const first = (await (await api.ask('/api/memories?limit=2')).json()) as {
      memories: { memory_id: string }[];
      next_cursor: string;
    };
    expect(first.memories).toHaveLength(2);
    const rest = await api.ask(`/api/memories?limit=2&cursor=${encodeURIComponent(first.next_cursor)}`);
    const others = ((await rest.json()) as typeof first).memories.map(({ memory_id }) => memory_id);
    expect(others).not.toContain(first.memories[0]?.memory_id);
    const found = await api.ask('/api/search?query=Quellmund&limit=3&explain=true');
    expect(await found.json()).toMatchObject({ count: 3, explanation: expect.anything() });
    const id = first.memories[0]?.memory_id as string;
    await api.ask(`/api/memories/${id}`, { ...json({ text: 'Another harbour.' }), method: 'PATCH' });
    const corrected = await api.ask(`/api/memories/${id}?history=true`);
    expect(await corrected.json()).toMatchObject({ text: 'Another harbour.', version: 2, history: [{ version: 1 }] });
    await api.ask(`/api/memories/${id}`, { ...json({ confirm: true }), method: 'DELETE' });
    expect((await api.ask(`/api/memories/${id}`)).status).toBe(404);
  });

  it('shows a part of the graph by workspace and limit, and round one thing', async () => {
    const { app } = api;
    await app.graph.link({
      workspace: app.defaultWorkspace,
      links: [
        {
          source: { name: 'Marta', type: 'PERSON' },
          type: 'WORKS_FOR',
          target: { name: 'Initech', type: 'ORGANIZATION' },
        },
        {
          source: { name: 'Oskar', type: 'PERSON' },
          type: 'WORKS_FOR',
          target: { name: 'Initech', type: 'ORGANIZATION' },
        },
      ],
    });
    const whole = (await (await api.ask(`/api/graph?workspace=${app.defaultWorkspace}&limit=2`)).json()) as {
      nodes: { id: string; name: string }[];
      edges: { from: string; to: string; relation: string }[];
      truncated: number;
    };
    expect(whole.nodes).toHaveLength(2);
    expect(whole.nodes[0]).toMatchObject({ name: 'Initech', type: 'ORGANIZATION', weight: expect.any(Number) });
    expect(whole.truncated).toBe(1);
    const round = (await (await api.ask('/api/graph?entity=Marta&depth=1')).json()) as typeof whole & {
      centre: string;
    };
    expect(round.nodes.map(({ name }) => name).toSorted()).toEqual(['Initech', 'Marta']);
    expect(round.edges).toMatchObject([{ from: round.centre, relation: 'WORKS_FOR' }]);
    const before = await api.ask('/api/graph?entity=Marta&as_of=2001-01-01');
    expect(await before.json()).toMatchObject({ edges: [] });
  });

  it('sends the same twice only as a mark', async () => {
    const first = await api.ask('/api/workspaces');
    const etag = first.headers.get('etag') as string;
    expect(first.headers.get('cache-control')).toBe('no-store');
    const again = await api.ask('/api/workspaces', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  it.each([
    ['/api/memories?limit=many', 'limit'],
    ['/api/memories?limit=1&limit=2', 'limit'],
    ['/api/memories?nothing=1', 'nothing'],
    ['/api/graph?as_of=soon', 'as_of'],
    ['/api/memories/x?memory_id=y', 'memory_id'],
  ])('names the field that is wrong: %s', async (path, field) => {
    const response = await api.ask(path);
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain(field);
  });

  it('takes no form of another page, and no text that is not JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const response = await api.ask('/api/memories', {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{"text":"x"}',
      });
      expect(response.status).toBe(400);
    }
    expect((await api.ask('/api/memories', { ...json({}), body: '{' })).status).toBe(400);
  });

  it('takes no body that is too long', async () => {
    expect((await api.ask('/api/memories', json({ text: 'x'.repeat(BODY_BYTES + 1) }))).status).toBe(413);
  });

  it('takes an identifier with slashes as one part of the address', async () => {
    const response = await api.ask(`/api/articles/${encodeURIComponent('10.1000/nothing')}`);
    expect(await response.json()).toMatchObject({
      error: { code: 'NOT_FOUND', message: expect.not.stringContaining('address') },
    });
  });

  it.each(['/api/nothing', '/api/memories/../../etc/passwd', '/api/%2e%2e/tokens.json', '/api/memories/%'])(
    'has nothing at %s',
    async (path) => {
      expect([400, 404]).toContain((await api.ask(path)).status);
    },
  );
});

describe('what is written down of calls', () => {
  interface Told {
    readonly activity: {
      readonly client: string;
      readonly kind: string;
      readonly name: string;
      readonly memory_ids: string[];
    }[];
  }
  const told = async (query = ''): Promise<Told['activity']> =>
    ((await (await api.ask(`/api/activity${query}`)).json()) as Told).activity;

  it('has what a page stored, changed and forgot, also in vain, and not what it read to show itself', async () => {
    const before = (await told()).length;
    const id = await added('The lighthouse of Quellmund is red.');
    await api.ask(`/api/memories/${id}`);
    await api.ask(`/api/memories/${id}`, { ...json({ tags: ['sea'] }), method: 'PATCH' });
    await api.ask(`/api/memories/${id}`, { ...json({ confirm: true }), method: 'DELETE' });
    await api.ask(`/api/memories/${id}`, { ...json({ confirm: true }), method: 'DELETE' });
    const kept = await told();
    const names = kept.slice(0, kept.length - before).map(({ name }) => name);
    expect(names).toEqual(['delete_memory', 'delete_memory', 'update_memory', 'add_memory']);
    expect(kept[0]).toMatchObject({ client: 'dashboard', kind: 'forgot', memory_ids: [id], outcome: 'NOT_FOUND' });
    expect(kept[3]).toMatchObject({
      kind: 'stored',
      memory_ids: [id],
      memories: 1,
      workspace_id: 'default',
      outcome: 'ok',
    });
    expect(JSON.stringify(kept)).not.toContain('lighthouse');
    expect((await told('?kind=stored&client=dashboard')).every(({ kind }) => kind === 'stored')).toBe(true);
    expect(await told('?client=nobody')).toEqual([]);
  });

  it('says who is connected, and who was heard of lately', async () => {
    expect(await (await api.ask('/api/callers')).json()).toEqual({
      connected: [
        { client: 'an agent', since: '1970-01-01T00:00:00.000Z', heard: '1970-01-01T00:00:01.000Z', requests: 2 },
      ],
      lately: [{ client: 'an agent', calls: 3, last: '1970-01-01T00:00:01.000Z' }],
    });
  });
});

it('counts how much there was day by day, and at once what comes', async () => {
  const { app } = api;
  const workspace = 'growing';
  const day = (ago: number) => ({
    metadata: { timestamp: new Date(app.clock.now() - ago * 86_400_000).toISOString() },
  });
  const drafts = [400, 5.5, 5.5, 1.5].map((ago, i) => ({ text: `Stored ${i}.`, ...day(ago) }));
  await app.memories.add({ workspace, drafts, batch: true });
  const totals = async (): Promise<number[]> => {
    const response = await api.ask(`/api/growth?workspace_id=${workspace}&days=7`);
    return ((await response.json()) as { points: { total: number }[] }).points.map(({ total }) => total);
  };
  expect(await totals()).toEqual([1, 1, 3, 3, 3, 3, 4, 4]);
  await app.memories.add({ workspace, drafts: [{ text: 'Stored now.' }], batch: true });
  expect(await totals()).toEqual([1, 1, 3, 3, 3, 3, 4, 5]);
});
