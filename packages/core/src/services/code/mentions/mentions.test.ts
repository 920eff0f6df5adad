import { createApp, type App } from '@zapomni/core';
import type { CodeMention } from '@zapomni/core/code';
import { condition } from '@zapomni/testkit/condition';
import { IndexedRepository, WORKSPACE } from '@zapomni/testkit/repository';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const FUNCTIONS = ['one', 'two', 'three'] as const;
const bodyOf = (name: string, value = 1): string => `def ${name}():\n    value = ${value}\n    return value\n`;
const fileOf = (bodies: readonly string[]): string => bodies.join('\n\n');

describe('memories that name code', () => {
  let repository: IndexedRepository;
  let app: App;
  const run = { names: 0 };
  beforeAll(() => {
    repository = new IndexedRepository();
    app = createApp(repository.deps);
  });
  afterAll(async () => {
    await app.close();
    await repository.close();
  });
  beforeEach(() => {
    run.names += 1;
    repository.write('src/shop.py', fileOf(FUNCTIONS.map((name) => bodyOf(name))));
    repository.write(
      'src/till.py',
      'class Till:\n    def ring(self):\n        return one_bell(2)\n\n\ndef one_bell(n):\n    return n\n',
    );
  });
  afterEach(async () => {
    await app.memories.clear(WORKSPACE);
    repository.remove('src');
  });

  const remember = async (text: string): Promise<string> => {
    const { memories } = await app.memories.add({ workspace: WORKSPACE, drafts: [{ text }], batch: false });
    return memories[0]?.id ?? '';
  };
  const named = async (memory: string): Promise<readonly CodeMention[]> => {
    await app.code.linkMemories();
    return app.code.namedBy(WORKSPACE, memory);
  };
  const told = (mentions: readonly CodeMention[]): unknown =>
    mentions.map(({ name, path, line, stale }) => [name, path, line, stale]).toSorted();

  it('are linked to files and symbols, whichever came first', async () => {
    const early = await remember('Remember: `Till.ring` calls one_bell; see src/shop.py.');
    await repository.index();
    expect(told(await named(early))).toEqual([
      ['Till.ring', 'src/till.py', 2, null],
      ['one_bell', 'src/till.py', 6, null],
      ['src/shop.py', 'src/shop.py', null, null],
    ]);
    const late = await remember('`two` is the one to call.');
    // In the background, without being asked.
    await condition(async () => (await app.code.namedBy(WORKSPACE, late)).length === 1);
    expect(told(await named(late))).toEqual([['two', 'src/shop.py', 6, null]]);
    const [mention] = await app.code.namedBy(WORKSPACE, late);
    const { symbol } = await symbolOf('two');
    expect(await app.code.memoriesNaming(WORKSPACE, symbol)).toEqual([mention]);
  });

  it('are found by a search with what they name, and whether it still holds', async () => {
    await repository.index();
    const memory = await remember('The till of the shop rings by `Till.ring`, see src/shop.py.');
    await app.code.linkMemories();
    const search = async () => {
      const found = await app.search.run({ workspaces: [WORKSPACE], query: 'how does the till ring', limit: 5 });
      const { hits } = await app.code.nameHits(found);
      return told(hits.find((hit) => hit.memory.id === memory)?.code ?? []);
    };
    expect(await search()).toEqual([
      ['Till.ring', 'src/till.py', 2, null],
      ['src/shop.py', 'src/shop.py', null, null],
    ]);
    repository.write('src/till.py', 'class Till:\n    def ring(self):\n        return 0\n');
    await repository.index();
    expect(await search()).toContainEqual(['Till.ring', 'src/till.py', 2, 'changed']);
  });

  const symbolOf = async (name: string): Promise<{ symbol: string }> => {
    const { store } = (await repository.kept()).value;
    const { items } = await repository.deps.storage.records.scan(store, { collection: 'code_symbols', limit: 100 });
    const found = items.find(({ value }) => (JSON.parse(value) as { name: string }).name === name);
    return { symbol: found?.key ?? '' };
  };

  it('are linked to nothing by common words, nor by names that several have', async () => {
    await repository.index();
    expect(await named(await remember('There is one way or two to do it in three steps.'))).toEqual([]);
    repository.write('src/other.py', bodyOf('two', 5));
    await repository.index();
    expect(await named(await remember('`two` could be any of both.'))).toEqual([]);
    expect(await named(await remember('`nothing.of` the `kind`'))).toEqual([]);
  });

  it('are linked when what they name comes later, and know when it goes', async () => {
    await repository.index();
    const memory = await remember('We need a `discount`.');
    expect(await named(memory)).toEqual([]);
    repository.write('src/later.py', bodyOf('discount'));
    await repository.index();
    expect(told(await named(memory))).toEqual([['discount', 'src/later.py', 1, null]]);
    repository.remove('src/later.py');
    await repository.index();
    expect(told(await named(memory))).toEqual([['discount', 'src/later.py', null, 'gone']]);
  });

  it('are up to date again when they are said anew', async () => {
    await repository.index();
    const id = await remember('`one` returns 1.');
    expect(told(await named(id))).toEqual([['one', 'src/shop.py', 1, null]]);
    repository.write('src/shop.py', fileOf(FUNCTIONS.map((name) => bodyOf(name, 22))));
    await repository.index();
    expect(told(await named(id))).toEqual([['one', 'src/shop.py', 1, 'changed']]);
    await app.memories.update({ workspace: WORKSPACE, id, change: { text: '`one` returns 22.' } });
    expect(told(await named(id))).toEqual([['one', 'src/shop.py', 1, null]]);
    await app.memories.update({ workspace: WORKSPACE, id, change: { text: 'Nothing of it holds.' } });
    expect(await named(id)).toEqual([]);
  });

  it('go stale if and only if the lines changed or are gone', async () => {
    const random = trialRandom();
    const pick = (most: number): number => Math.floor(random() * most);
    await repository.index();
    const ids = [];
    for (const name of FUNCTIONS) ids.push(await remember(`Mind \`${name}\`, it is delicate.`));
    await app.code.linkMemories();
    const values = new Map<string, number | null>(FUNCTIONS.map((name) => [name, 1]));
    let [path, above] = ['src/shop.py', 0];
    for (let step = 0; step < 10; step++) {
      const name = FUNCTIONS[pick(FUNCTIONS.length)] ?? 'one';
      const what = pick(5);
      if (what === 0) values.set(name, null);
      else if (what === 1) values.set(name, 1);
      else if (what === 2) values.set(name, 10 + step);
      else if (what === 3) above = pick(4);
      else {
        repository.remove(path);
        path = `src/moved${pick(2)}.py`;
      }
      const bodies = FUNCTIONS.filter((one) => values.get(one) !== null).map((one) =>
        bodyOf(one, values.get(one) ?? 1),
      );
      repository.write(path, `${'# above\n'.repeat(above)}x = ${step + 100}\n\n\n${fileOf(bodies)}`);
      await repository.index();
      await app.code.linkMemories();
      for (const [i, one] of FUNCTIONS.entries()) {
        const value = values.get(one);
        // In another file, one that says something else is not known to be the same.
        const changed = path === 'src/shop.py' ? 'changed' : 'gone';
        const stale = value === 1 ? null : value === null ? 'gone' : changed;
        const [mention, ...others] = await app.code.namedBy(WORKSPACE, ids[i] ?? '');
        expect(others).toEqual([]);
        expect(mention, `${step}: ${one}`).toMatchObject({ name: one, stale });
        if (stale === null) expect(mention?.path).toBe(path);
      }
    }
  });
});
