import { collection } from '@zapomni/core/records';
import {
  CODE_FILES,
  CODE_OUTLINES,
  CODE_SYMBOLS,
  readEdges,
  readInbound,
  fileKey,
  type KeptSymbol,
} from '@zapomni/core/code';
import { indexedRepository, type IndexedRepository } from '@zapomni/testkit/repository';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const FILES = {
  'shop/cart.py':
    'from shop.price import total\n\n\nclass Cart:\n    """What somebody wants to buy. More."""\n\n    def sum(self):\n        return total(self.items)\n',
  'shop/price.py':
    'def total(items):\n    return sum(tax(item) for item in items)\n\n\ndef tax(item):\n    return item * 2\n',
  'shop/__init__.py': '',
  'README.md': '# Shop\n\nSells things.\n',
};

describe('a folder that is indexed', () => {
  let repository: IndexedRepository;
  let store = '';
  beforeAll(async () => {
    repository = await indexedRepository(FILES);
    store = (await repository.kept()).value.store;
  });
  afterAll(() => repository.close());

  const symbol = async (name: string): Promise<KeptSymbol> => {
    const { items } = await collection(repository.deps, CODE_SYMBOLS).list(store, {
      index: 'by_name',
      where: { folded: name },
    });
    return items[0] as KeptSymbol;
  };

  it('has a record, counts and a workspace of its own', async () => {
    const { value } = await repository.kept();
    expect(value).toMatchObject({
      name: 'repository',
      root: repository.root,
      git: true,
      branch: 'main',
      state: 'ready',
    });
    expect(value.counts).toMatchObject({
      files: 3,
      symbols: 4,
      left_out: { empty: 1 },
      languages: { python: 2, text: 1 },
    });
    expect(value.linked).toBe(value.generation);
  });

  it('has a memory for each file whose passages are the units of its outline', async () => {
    const file = await collection(repository.deps, CODE_FILES).get(store, fileKey('shop/price.py'));
    const [memory] = await repository.deps.storage.memories.get(store, [file?.value.memory ?? '']);
    expect(memory).toMatchObject({ kind: 'code', source: 'shop/price.py', text: FILES['shop/price.py'] });
    const outline = await collection(repository.deps, CODE_OUTLINES).get(store, fileKey('shop/price.py'));
    expect(memory?.passageCount).toBe(outline?.value.units.length);
    const [hit] = await repository.deps.storage.fullText.search({ terms: ['tax'] }, 5, { workspace: store });
    expect(hit?.memoryId).toBe(memory?.id);
  });

  it('knows who calls whom, from both sides', async () => {
    const [total, tax, sum] = [await symbol('total'), await symbol('tax'), await symbol('sum')];
    expect(await readInbound(repository.deps, store, fileKey('shop/price.py'), total.key)).toMatchObject([
      { kind: 'call', from: sum.key, path: 'shop/cart.py', line: 8, how: 'import' },
    ]);
    const { edges } = await readEdges(repository.deps, store, fileKey('shop/price.py'));
    expect(edges.filter(({ from }) => from === total.key).flatMap(({ to }) => to)).toContainEqual({
      symbol: tax.key,
      how: 'scope',
    });
    expect([total.value.callers, tax.value.callers, sum.value.callees]).toEqual([1, 1, 1]);
    expect(tax.value.importance).toBeGreaterThan(sum.value.importance);
  });
});
