import { createApp } from '@zapomni/core';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { IndexedRepository } from '@zapomni/testkit/repository';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const SHOP = 'def price(of):\n    known = {"apple": 1, "pear": 2}\n    return known.get(of, 0)\n';

describe('explain_change', () => {
  let repository: IndexedRepository;
  let zapomni: TestClient;
  beforeAll(async () => {
    repository = new IndexedRepository();
    repository.write('shop.py', SHOP);
    repository.made.commit('A price list');
    repository.write('shop.py', SHOP.replace('price(of)', 'price(of, tax=19)'));
    repository.write('new.py', 'def other():\n    return 1\n');
    repository.made.commit('Prices have taxes');
    await repository.index();
    zapomni = await openTestClient({ app: createApp(repository.deps), settings: { tools: 'code' } });
  });
  afterAll(async () => {
    await zapomni.close();
    await repository.close();
  });

  it('tells which symbols changed, how, and in which commits', async () => {
    const { structuredContent, content } = await zapomni.raw('explain_change');
    expect(structuredContent).toMatchObject({
      repository: 'repository',
      from: { at: '2023-11-14T22:13:20.000Z' },
      to: { at: '2023-11-14T22:14:20.000Z' },
      counts: { added: 1, removed: 0, moved: 0, renamed: 0, signature: 1, body: 0 },
      files: [
        { path: 'new.py', state: 'added', symbols: [{ change: 'added', name: 'other', kind: 'function', line: 1 }] },
        {
          path: 'shop.py',
          state: 'modified',
          symbols: [{ change: 'signature', name: 'price', before: { signature: 'def price(of)' } }],
        },
      ],
      commits: [{ author: 'Ann Author', subject: 'Prices have taxes' }],
      more_commits: false,
      left_out: { files: 0, symbols: 0 },
    });
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    expect(text).toContain('1 added, 1 with another signature.');
    expect(text).toContain('signature price (function) :1; was def price(of); now def price(of, tax=19)');
    expect(text).toMatch(/- [0-9a-f]{12} 2023-11-14 Ann Author: Prices have taxes/);
  });

  it('takes both ends, a path, a limit and the work tree, and says what it left out', async () => {
    const all = await zapomni.call('explain_change', { from: '2023-11-14', to: 'HEAD', limit: 1 });
    expect(all).toMatchObject({ counts: { added: 2 }, left_out: { symbols: 1 } });
    expect(all).not.toHaveProperty('from');
    const one = await zapomni.call('explain_change', { from: 'HEAD~1', path: 'shop.py' });
    expect(one.files.map(({ path }: { path: string }) => path)).toEqual(['shop.py']);
    const now = await zapomni.call('explain_change', { to: 'worktree' });
    expect(now).toMatchObject({ to: { commit: 'worktree' }, files: [], commits: [] });
  });

  it('says what it does not know', async () => {
    expect(await zapomni.fails('explain_change', { from: 'nothing' })).toContain('from: names no commit');
    expect(await zapomni.fails('explain_change', { repository: 'nowhere' })).toContain('There are: repository.');
  });
});
