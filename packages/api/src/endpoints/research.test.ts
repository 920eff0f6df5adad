/** Papers, queries and findings as the page asks for them; what sources say comes from lists. */
import { createListedSources } from '@zapomni/testkit/fakes';
import { openTestApi, type TestApi } from '@zapomni/testkit/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const NAME = 'quiet rotors';
const day = new Date().toISOString().slice(0, 10);
const FOUND = Array.from({ length: 5 }, (_, i) => ({
  title: `Turbine noise, part ${i}`,
  day,
  doi: `10.5555/noise.${i}`,
  abstract: 'How wind turbines are made quiet.',
}));

describe('research over HTTP', () => {
  let api: TestApi;
  let id = '';
  beforeAll(async () => {
    const sources = createListedSources(['arxiv']);
    sources.papers.set('arxiv', FOUND);
    api = await openTestApi({}, { paperSources: sources });
    const { research } = api.app;
    const item = {
      type: 'article-journal' as const,
      citekey: 'mueller2019',
      title: 'Quiet rotors for small wind turbines',
      abstract: 'Serrated blades lower turbine noise.',
      contributors: [{ role: 'author' as const, family: 'Müller', given: 'Jana' }],
      identifiers: [{ scheme: 'doi' as const, value: '10.1000/rotors' }],
    };
    const [saved] = await research.library.save({
      workspace: 'default',
      arrivals: [{ item, source: 'bibliography' }],
    });
    id = saved?.paper?.key ?? '';
    await research.queries.create('default', {
      name: NAME,
      research_question: 'How can wind turbines be made quiet?',
      keywords: ['turbine noise'],
    });
    await research.discovery.createSource('default', {
      kind: 'arxiv',
      name: 'rotors',
      keywords: ['turbine'],
      onDemand: true,
      queries: [NAME],
    });
  });
  afterAll(() => api.close());
  const query = encodeURIComponent(NAME);
  const get = async (to: string) => (await (await api.ask(to)).json()) as Record<string, unknown>;
  const send = async (method: string, to: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    return (await (await api.ask(to, { method, headers, body: JSON.stringify(body) })).json()) as Record<string, never>;
  };
  const findings = async (more = '') =>
    (await get(`/api/queries/${query}/findings?${more}`)) as {
      total: number;
      next_cursor?: string;
      findings: { seen: boolean; verdict?: string; article: { id: string } }[];
    };

  it('shows a paper with who said what, its references, sentences and notes, by an identifier with a slash', async () => {
    expect(await get('/api/articles')).toMatchObject({ total: 1, articles: [{ id, citekey: 'mueller2019' }] });
    const doi = encodeURIComponent('10.1000/rotors');
    expect(await get(`/api/articles/${doi}`)).toMatchObject({
      id,
      said: expect.arrayContaining([expect.objectContaining({ field: 'title', source: 'bibliography' })]),
    });
    expect(await get(`/api/articles/${doi}/citations`)).toMatchObject({ references_total: 0 });
    expect(await get(`/api/articles/${doi}/sentences`)).toMatchObject({ total: 0 });
    expect(await get(`/api/articles/${doi}/notes`)).toEqual({ notes: [] });
    expect((await api.ask('/api/articles/none/notes')).status).toBe(404);
    await send('PATCH', `/api/articles/${id}`, { update_metadata: { read_state: 'reading' } });
    expect(await get(`/api/articles/${id}`)).toMatchObject({ read_state: 'reading' });
  });

  it('looks at a source now, with how it went, and lists the runs', async () => {
    const run = await send('POST', '/api/runs', { source_name: 'rotors', wait_seconds: 50 });
    expect(run).toMatchObject({ new: 5, sources: [{ source: 'rotors', status: 'ok' }] });
    expect(await get('/api/sources/rotors')).toMatchObject({ runs: [{ status: 'ok', new: 5 }] });
    expect((await api.ask('/api/sources/none')).status).toBe(404);
  });

  it('lists what was found, page by page, and nothing counts as seen by it', async () => {
    const first = await findings('which=all&limit=3');
    expect(first).toMatchObject({ total: 5, count: 3 });
    const rest = await findings(`which=all&limit=3&cursor=${encodeURIComponent(first.next_cursor ?? '')}`);
    const ids = [...first.findings, ...rest.findings].map(({ article }) => article.id);
    expect(new Set(ids).size).toBe(5);
    expect(rest.next_cursor).toBeUndefined();
    const again = await findings('which=all');
    expect(again.findings.every(({ seen }) => !seen)).toBe(true);
    expect((await api.ask('/api/queries/none/findings')).status).toBe(404);
    expect((await api.ask(`/api/queries/${query}/findings?which=some`)).status).toBe(400);
  });

  it('takes a verdict and takes it back; what was judged leaves the reading queue', async () => {
    const queue = (await send('POST', `/api/queries/${query}/evaluate`, { limit: 50 })) as unknown as {
      total: number;
      evaluations: { article: { id: string } }[];
    };
    expect(queue.evaluations.map(({ article }) => article.id)).toContain(id);
    const judge = (verdict: string) =>
      send('POST', `/api/queries/${query}/verdicts`, { article_identifier: id, verdict });
    expect(await judge('like')).toMatchObject({ status: 'judged', verdict: 'like' });
    expect(await send('POST', `/api/queries/${query}/evaluate`, {})).toMatchObject({ total: queue.total - 1 });
    expect(await judge('none')).toMatchObject({ status: 'taken_back', before: 'like' });
    const [one] = (await findings('which=all')).findings;
    await send('POST', `/api/queries/${query}/verdicts`, { article_identifier: one?.article.id, verdict: 'skip' });
    const verdicts = (await findings('which=all')).findings.map(({ verdict }) => verdict);
    expect(verdicts.filter((verdict) => verdict !== undefined)).toEqual(['skip']);
  });

  it('knows which screens have something to show, and what would turn the tools on', async () => {
    expect(await get('/api/capabilities')).toEqual({
      documents: { count: 0, offered: false, turn_on: 'ZAPOMNI_TOOLS=memory,papers,documents' },
      code: { count: 0, offered: false, turn_on: 'ZAPOMNI_TOOLS=memory,papers,code' },
      research: { count: 3, offered: true, turn_on: 'ZAPOMNI_TOOLS=memory,papers,research' },
    });
    expect((await api.ask('/api/capabilities?workspace_id=nowhere')).status).toBe(404);
  });
});
