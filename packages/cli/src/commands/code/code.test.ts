/** `zapomni code` on a real index, and beside the tools of the same job. */
import path from 'node:path';
import { createApp, type App } from '@zapomni/core';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { indexedRepository, type IndexedRepository } from '@zapomni/testkit/repository';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeIn } from '../../output/code-rows.ts';
import { runWithWire } from '../../testing/run-in-process.ts';

const FILES = {
  'shop/price.py': `def tax(item, rate):
    """What is due. More of it."""
    return item * rate


def total(items):
    return sum(tax(item, 7) for item in items) + other.thing(items)


class Base:
    def show(self):
        return total([])


class Price(Base):
    def show(self):
        return super().show()


def _unused():
    return 1
`,
  'tests/test_price.py': `from shop.price import tax


def test_tax():
    assert tax(1, 2)
`,
};

let repository: IndexedRepository;
let app: App;
let client: TestClient;
beforeAll(async () => {
  repository = await indexedRepository(FILES, { options: { include_tests: true } });
  app = createApp(repository.deps);
  client = await openTestClient({ app });
});
afterAll(async () => {
  await client.close();
  await repository.close();
});

const zapomni = (...argv: string[]) =>
  runWithWire(['code', ...argv], {
    env: { ZAPOMNI_DATA_DIR: repository.test.dataDir },
    wire: () => ({ ...app, close: async () => undefined }),
  });
const shown = async (...argv: string[]): Promise<string> => {
  const { stdout, stderr, status } = await zapomni(...argv);
  expect(status, stderr).toBe(0);
  return stdout.replaceAll(`${repository.root}${path.sep}`, '');
};

describe('code', () => {
  it('searches, as the tool does, and shows the lines that answer', async () => {
    const text = await shown('search', 'what', 'is', 'due', '--no-tests');
    expect(text).toMatch(/^shop\/price\.py:1 {2}tax {2}function, 2 callers\n {5}1 {2}def tax\(item, rate\):\n/);
    const { stderr } = await zapomni('search', 'tax', '--limit', '1');
    expect(stderr).toBe('1 place; 1 more file match less well. Found by words and names: there are no vectors yet.\n');
    expect((await zapomni('search', 'zyzzyva', '--path', 'nowhere')).stderr).toBe(
      'Nothing in the indexed code matches.\n',
    );
    expect((await zapomni('search')).stderr).toContain('say what to look for');
    const printed = await shown('search', 'total', '--kind', 'function', '--language', 'python', '--json');
    const told = await client.call('search_code', { query: 'total', kind: 'function', language: 'python' });
    expect(JSON.parse(printed)).toEqual(told);
  });

  it('finds, with a place that an editor can open', async () => {
    expect(await shown('find', 'tax')).toBe('shop/price.py:1  tax  function  def tax(item, rate)\n');
    const { stderr } = await zapomni('find', 'sh', '--match', 'prefix', '--limit', '1');
    expect(stderr).toBe('1 of 2 symbols.\n');
    expect((await zapomni('find', 'nothing')).stderr).toBe('No symbol has this name.\n');
    expect(await shown('find', 'show', '--kind', 'method', '--path', 'shop')).toContain('Price.show');
  });

  it('shows a symbol with its source', async () => {
    const text = await shown('show', 'tax', '--lines', '2');
    expect(text).toMatch(/^shop\/price\.py:1 {2}tax {2}function\n/);
    expect(text).toMatch(/doc +What is due\.\n/);
    expect(text).toMatch(/called by +2 symbols\n/);
    expect(text).toContain('\n\n1  def tax(item, rate):\n2      """What is due. More of it."""\n');
    expect((await zapomni('show', 'tax', '--lines', '2')).stderr).toBe('1 more line: --lines.\n');
  });

  it('shows callers, callees and uses', async () => {
    expect(await shown('callers', 'tax', '--depth', '2')).toBe(
      [
        'shop/price.py:1  tax  function',
        'is called by',
        '  shop/price.py:7  total  scope, function, 2 arguments',
        '  tests/test_price.py:5  test_tax  import, function, 2 arguments',
        '  shop/price.py:12  Base.show  scope, function, 1 argument, step 2, calls total',
        '',
      ].join('\n'),
    );
    const callees = await zapomni('callees', 'total');
    expect(callees.stdout).toContain('sum (builtin)');
    expect(callees.stderr).toContain('could not be resolved: other.thing');
    expect(await shown('refs', 'Base')).toContain('  shop/price.py:15  Price  inherits, scope\n');
    expect((await zapomni('refs', 'tax', '--kind', 'call')).stderr).toContain('2 of 2 uses in 2 files.');
  });

  it('shows relatives, what may break, a map and what may be unused', async () => {
    expect(await shown('hierarchy', 'Price')).toContain('comes from\n  shop/price.py:10  Base  class  inherits\n');
    const impact = await shown('impact', 'tax', '--depth', '5');
    expect(impact).toMatch(/May break \(\d of \d\)\n {2}0\.70 {2}shop\/price\.py:7 {2}total/);
    expect(impact).toContain('Tests that reach it (1 of 1)');
    expect(await shown('map', 'shop', '--budget', '500')).toContain('\nshop/price.py\n  1: def tax(item, rate)\n');
    expect(await shown('dead')).toContain('_unused  function  likely');
  });

  it('answers a name that several have with all of them', async () => {
    const { stdout, stderr, status } = await zapomni('callers', 'show');
    expect(status).toBe(1);
    expect(stdout.split('\n').filter((line) => /price\.py:\d+ {2}(?:Base|Price)\.show/.test(line))).toHaveLength(2);
    expect(stderr).toBe('2 symbols have this name. Say which: a longer name (Foo.bar), path:line, or the id.\n');
  });

  it.each([
    [['dance'], /no action 'dance'.*map, find/],
    [['callers'], /code callers: name a symbol/],
    [['callers', 'taxx'], /Near it: tax\nNOT_FOUND: No symbol has this name/],
    [['callers', 'tax', '--limit', '101'], /--limit.*1–100/],
    [['impact', 'tax', '--depth', '6'], /--depth.*1–5/],
    [['find', 'tax', '--match', 'magic'], /--match.*exact, prefix, fuzzy/],
    [['map', 'a', 'b'], /one folder/],
    [['find', 'tax', '--repository', 'nowhere'], /NOT_FOUND: repository/],
  ])('%o is refused', async (argv, why) => {
    const { status, stdout, stderr } = await zapomni(...argv);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(why);
  });
});

describe('--json is what the tool answers', () => {
  it.each([
    [['find', 'tax'], 'find_symbol', { name: 'tax' }],
    [['find', 'to', '--match', 'prefix', '--limit', '1'], 'find_symbol', { name: 'to', match: 'prefix', limit: 1 }],
    [['show', 'Price'], 'get_symbol', { name: 'Price' }],
    [['show', 'show'], 'get_symbol', { name: 'show' }],
    [['callers', 'tax', '--depth', '3'], 'get_callers', { name: 'tax', depth: 3 }],
    [['callees', 'total', '--guesses'], 'get_callees', { name: 'total', guesses: true }],
    [['refs', 'tax'], 'get_references', { name: 'tax' }],
    [['hierarchy', 'Base'], 'get_hierarchy', { name: 'Base' }],
    [['impact', 'tax', '--limit', '2'], 'get_impact', { name: 'tax', limit: 2 }],
    [['map', '--budget', '100'], 'get_code_map', { budget_tokens: 100 }],
    [['dead', '--exported'], 'find_dead_code', { include_exported: true }],
  ])('%o', async (argv, tool, args) => {
    const { stdout, stderr } = await zapomni(...argv, '--json');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(await client.call(tool, args));
  });
});

it('says places from the folder that one is in, where the repository is around or below it', () => {
  const kept = { value: { root: path.resolve('/home/ada/shop') } } as Parameters<typeof placeIn>[0];
  const at = (cwd: string) => placeIn(kept, 'src/a.py', 3, path.resolve(cwd)).replaceAll('\\', '/');
  expect(at('/home/ada/shop')).toBe('src/a.py:3');
  expect(at('/home/ada/shop/src')).toBe('a.py:3');
  expect(at('/home/ada/shop/docs')).toBe('../src/a.py:3');
  expect(at('/home/ada')).toBe('shop/src/a.py:3');
  expect(at('/home/bob')).toContain('/home/ada/shop/src/a.py:3');
});
