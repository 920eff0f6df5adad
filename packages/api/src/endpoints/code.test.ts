/** Code as the page asks for it: a real repository, the real parser. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { MadeRepository } from '@zapomni/testkit/git';
import { codeParts } from '@zapomni/testkit/repository';
import { openTestApi, type TestApi } from '@zapomni/testkit/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const SHAPES = `class Shape:
    def area(self):
        return 0


class Square(Shape):
    def area(self):
        return side() ** 2


def side():
    return 3


def total():
    return Square().area() + side()
`;

describe('code over HTTP', () => {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-api-code-')));
  const made = new MadeRepository(home);
  let api: TestApi;
  beforeAll(async () => {
    const files = openTestFiles({ roots: [home], logger: createRecordingLogger() });
    api = await openTestApi({ files, ...codeParts(files, home) });
    writeFileSync(path.join(made.root, 'shapes.py'), SHAPES);
    made.commit('Shapes');
    const body = JSON.stringify({ repo_path: made.root });
    const headers = { 'content-type': 'application/json' };
    const indexed = await api.ask('/api/repositories', { method: 'POST', headers, body });
    expect(await indexed.json()).toMatchObject({ status: 'indexed' });
  });
  afterAll(async () => {
    await api.close();
    rmSync(home, { recursive: true, force: true });
  });
  const get = async (to: string) => (await (await api.ask(to)).json()) as Record<string, unknown>;
  const idOf = async (name: string): Promise<string> => {
    const found = (await get(`/api/symbols?name=${name}`)) as { symbols: { symbol_id: string }[] };
    return found.symbols[0]?.symbol_id ?? '';
  };

  it('lists repositories, finds places and symbols', async () => {
    expect(await get('/api/repositories')).toMatchObject({ count: 1, repositories: [{ state: 'ready' }] });
    expect(await get('/api/code?query=area+of+a+square')).toMatchObject({
      results: [{ path: 'shapes.py', symbol: { symbol_id: expect.any(String) } }],
    });
    expect(await get('/api/symbols?name=Square')).toMatchObject({ symbols: [{ name: 'Square', kind: 'class' }] });
  });

  it('goes from symbol to symbol by its id: source, callers, callees, bases, what may break, commits', async () => {
    const id = await idOf('side');
    expect(await get(`/api/symbol?name=${id}&history=true`)).toMatchObject({
      status: 'found',
      source: 'def side():\n    return 3',
      first_line: 11,
      history: { commits: [{ subject: 'Shapes' }] },
    });
    const { callers } = (await get(`/api/symbol/callers?name=${id}`)) as { callers: { caller: { name: string } }[] };
    expect(callers.map(({ caller }) => caller.name).toSorted()).toEqual(['Square.area', 'total']);
    expect(await get(`/api/symbol/callees?name=${await idOf('total')}`)).toMatchObject({ total: expect.any(Number) });
    expect(await get(`/api/symbol/hierarchy?name=${await idOf('Square')}`)).toMatchObject({
      above: [{ name: 'Shape', symbol_id: await idOf('Shape') }],
    });
    expect(await get(`/api/symbol/impact?name=${id}`)).toMatchObject({ affected_total: 2 });
  });

  it('says of a name that it is none, or several', async () => {
    expect(await get('/api/symbol?name=nothing_of_the_kind')).toMatchObject({ status: 'not_found' });
    expect(await get('/api/symbol?name=area')).toMatchObject({
      status: 'ambiguous',
      candidates: [{ symbol_id: expect.any(String) }, { symbol_id: expect.any(String) }],
    });
    expect(await get('/api/symbol?name=')).toMatchObject({ error: { code: 'INVALID_INPUT' } });
  });
});
