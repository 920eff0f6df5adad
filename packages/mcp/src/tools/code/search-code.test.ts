/** Places in code through a real client: real files, the real program of Git, the real parser, both engines. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { enginesForTests } from '@zapomni/testkit/engines';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { MadeRepository } from '@zapomni/testkit/git';
import { codeParts } from '@zapomni/testkit/repository';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();
const logger = createRecordingLogger();

const FILES = {
  'app/cache.py':
    'class Cache:\n    """Keeps answers until they are too old."""\n\n    def evict(self, now):\n        """Drops what has expired."""\n        for key, entry in list(self.entries.items()):\n            if entry.until <= now:\n                del self.entries[key]\n\n    def put(self, key, value, until):\n        self.entries[key] = value\n        self.evict(until)\n\n    def size(self):\n        return len(self.entries)\n',
  'app/main.py': 'from app.cache import Cache\n\n\ndef start():\n    Cache().evict(0)\n',
  'web/page.ts': 'export function render(title: string): string {\n  return `<h1>${title}</h1>`;\n}\n',
};

describe.each(ENGINES)('search_code, on $engine', ({ options }) => {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-search-code-')));
  const files = openTestFiles({ roots: [home], logger, maxBytes: 200_000_000 });
  let zapomni: TestClient = undefined as never;
  beforeAll(async () => {
    zapomni = await openTestClient({ ...options(), filesForUser: files, ...codeParts(files, home) });
    expect(await zapomni.fails('search_code', { query: 'anything' })).toContain('index_codebase');
    const shop = new MadeRepository(home, 'shop');
    for (const [file, text] of Object.entries(FILES)) shop.write(file, text);
    shop.commit('First');
    await zapomni.call('index_codebase', { repo_path: shop.root });
  });
  afterAll(async () => {
    await zapomni.close();
    rmSync(home, { recursive: true, force: true });
  });

  it('names the place, the symbol with its callers, and the lines', async () => {
    const raw = await zapomni.raw('search_code', { query: 'where are expired entries dropped' });
    expect(raw.structuredContent).toMatchObject({
      results: [
        {
          path: 'app/cache.py',
          line: 4,
          end_line: 8,
          repository: 'shop',
          symbol: { name: 'Cache.evict', kind: 'method', signature: 'def evict(self, now)', callers: 2 },
          text_line: 4,
        },
      ],
    });
    expect(textOf(raw)).toContain('app/cache.py:4–8  def evict(self, now)  (method, called by 2)');
    expect(textOf(raw)).toContain('     7              if entry.until <= now:');
  });

  it('takes one or several languages and kinds, and fits a budget', async () => {
    const { results } = await zapomni.call('search_code', { query: 'title', language: 'typescript' });
    expect(results).toMatchObject([{ path: 'web/page.ts' }]);
    const both = { query: 'cache render', kind: ['class', 'function'] };
    const all = await zapomni.call('search_code', both);
    expect(all).toMatchObject({ left_out: 0 });
    const few = await zapomni.call('search_code', { ...both, budget_tokens: 150 });
    expect(few['count']).toBeLessThan(Number(all['count']));
    expect(few['left_out']).toBe(Number(all['count']) - Number(few['count']));
    expect(textOf(await zapomni.raw('search_code', { ...both, budget_tokens: 1 }))).toContain('Raise it');
  });

  it('says what is wrong with what it is asked', async () => {
    expect(await zapomni.fails('search_code', { query: ' ' })).toContain('query');
    expect(await zapomni.fails('search_code', { query: 'x', repository: 'other' })).toContain('There are: shop');
    expect(await zapomni.fails('search_code', { query: 'x', symbol: 'nothing' })).toContain('find_symbol');
    expect(textOf(await zapomni.raw('search_code', { query: 'cache', path: 'nowhere' }))).toContain(
      'Nothing in the indexed code',
    );
  });

  it('is found among memories by who asks for it, behind them', async () => {
    await zapomni.call('add_memory', {
      text: 'The cache evicts expired entries twice a day.',
      metadata: { kind: 'note' },
    });
    const kinds = async (filters: object) => {
      const { results } = await zapomni.call('search_memory', { query: 'cache evicts expired entries', filters });
      return (results as { kind: string; document?: { citation: string } }[]).map(({ kind }) => kind);
    };
    const { results: plain } = await zapomni.call('search_memory', { query: 'cache evicts expired entries' });
    expect((plain as { kind: string }[]).every(({ kind }) => kind !== 'code')).toBe(true);
    expect(plain).toHaveLength(1);
    const only = await kinds({ kind: 'code' });
    expect(new Set(only)).toEqual(new Set(['code']));
    const raw = await zapomni.raw('search_memory', { query: 'expired entries', filters: { kind: 'code' } });
    expect(textOf(raw)).toContain('From shop app/cache.py:4–8 Cache.evict');
  });
});
