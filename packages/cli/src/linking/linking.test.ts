import { decodeEdges, decodeInbound, encodeFacts, fileKey } from '@zapomni/core/code';
import { linkPacked } from '@zapomni/core/linking';
import type { FileLinks, PackedFacts } from '@zapomni/core/ports';
import { createCodeLinker } from '@zapomni/providers/linker';
import { createCodeParser } from '@zapomni/providers/parsers';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { beforeAll, describe, expect, it } from 'vitest';
import { LINK_WORKER } from './link-worker.ts';

const SHOP: Readonly<Record<string, string>> = {
  'base/model.py':
    'class Model:\n    def save(self):\n        return self.check()\n\n    def check(self):\n        return True\n',
  'base/__init__.py': 'from base.model import Model\n',
  'shop/order.py':
    'from base import Model\nfrom shop.price import total\n\n\nclass Order(Model):\n    def pay(self):\n        self.save()\n        return total([1])\n',
  'shop/price.py': 'def total(items):\n    return sum(map(tax, items))\n\n\ndef tax(item):\n    return item\n',
  'tools/report.py': 'import shop.price\n\nprint(shop.price.total([]))\nunknown.total_of_all()\n',
  'web/api.ts': "import { send } from './send.ts';\nexport const service = { run: () => send(1) };\n",
  'web/send.ts': 'export function send(x: number) {\n  return x;\n}\n',
  'web/use.ts': "import { service } from './api.ts';\nservice.run();\n",
};
const PARTS = { limits: { mostFiles: 3, mostBytes: 1e9 } };

let files: PackedFacts[];
/** Of one file with very many functions. */
let long: Uint8Array;
beforeAll(async () => {
  const parser = createCodeParser({ logger: createRecordingLogger(), processes: 1 });
  const read = Object.entries(SHOP).map(async ([path, text]): Promise<PackedFacts> => {
    const language = path.endsWith('.py') ? 'python' : 'typescript';
    return { path, language, facts: encodeFacts(await parser.parse({ language, text })) };
  });
  files = await Promise.all(read);
  const text = Array.from({ length: 2000 }, (_, i) => `def f${i}(a, b):\n    return [a.x(b) for a in b]\n`).join('');
  long = encodeFacts(await parser.parse({ language: 'python', text }));
  await parser.close();
});

const asked = (given: readonly PackedFacts[]) => ({
  repository: 'shop',
  manifests: [],
  files: (async function* () {
    yield* given;
  })(),
});

async function all(links: AsyncIterable<FileLinks>): Promise<FileLinks[]> {
  const found = [];
  for await (const one of links) found.push(one);
  return found;
}

/** Who calls what is defined in a file, as `path:line`. */
function callers(found: readonly FileLinks[], path: string): string[] {
  const file = found.find((one) => one.path === path);
  const edges = (file?.inbound ?? []).flatMap(({ packed }) => decodeInbound(packed));
  return edges.filter(({ kind }) => kind === 'call').map((edge) => `${edge.path}:${edge.line}`);
}

describe('linking what is kept', () => {
  it('gives edges, inbound edges, numbers and counts of each file, in the order of the paths', async () => {
    const found = await all(linkPacked(asked(files)));
    expect(found.map(({ path }) => path)).toEqual(Object.keys(SHOP).toSorted());
    expect(callers(found, 'shop/price.py').toSorted()).toEqual([
      'shop/order.py:8',
      'shop/price.py:2',
      'tools/report.py:3',
    ]);
    const report = found.find(({ path }) => path === 'tools/report.py') as FileLinks;
    const { edges, unresolved } = decodeEdges(report.edges ?? '');
    expect(edges[0]).toMatchObject({ from: fileKey('tools/report.py'), to: [{ builtin: 'print' }] });
    expect(unresolved).toEqual([{ from: fileKey('tools/report.py'), line: 4, name: 'unknown.total_of_all' }]);
    expect(report.counts).toEqual({ edges: 1, external: 1, unresolved: 1 });
    const [total] = found.find(({ path }) => path === 'shop/price.py')?.numbers ?? [];
    expect(total?.slice(1, 3)).toEqual([2, 1]);
  });

  it('finds what other parts give by name, and nothing that is not there', async () => {
    const whole = await all(linkPacked(asked(files)));
    const found = await all(linkPacked(asked(files), PARTS));
    expect(found.map(({ path }) => path)).toEqual(whole.map(({ path }) => path));
    for (const path of Object.keys(SHOP))
      expect(callers(whole, path)).toEqual(expect.arrayContaining(callers(found, path)));
    expect(callers(found, 'base/model.py').toSorted()).toEqual(['base/model.py:3', 'shop/order.py:7']);
    expect(callers(found, 'shop/price.py').toSorted()).toEqual([
      'shop/order.py:8',
      'shop/price.py:2',
      'tools/report.py:3',
    ]);
    expect(callers(found, 'web/send.ts')).toEqual(['web/api.ts:2']);
  });

  it.each([
    ['at once', {}],
    ['by parts', PARTS],
  ])('the order of the files does not matter (%s)', async (_, options) => {
    const once = await all(linkPacked(asked(files), options));
    expect(await all(linkPacked(asked(files.toReversed()), options))).toEqual(once);
  });
});

describe('what is kept already', () => {
  const again = async (given: readonly PackedFacts[], before: readonly FileLinks[]) => {
    const known = new Map(before.map(({ path, state }) => [path, state]));
    return all(linkPacked(asked(given.map((file) => ({ ...file, links: known.get(file.path) ?? null })))));
  };
  const told = ({ path, edges, inbound, numbers }: FileLinks) =>
    [path, edges !== undefined && 'edges', inbound && 'inbound', numbers && 'numbers'].filter(Boolean).join(' ');

  it('is not said again', async () => {
    const before = await all(linkPacked(asked(files)));
    const found = await again(files, before);
    expect(found.map(told)).toEqual(Object.keys(SHOP).toSorted());
    expect(found.map(({ state, counts }) => ({ state, counts }))).toEqual(
      before.map(({ state, counts }) => ({ state, counts })),
    );
  });

  it('is told where it is other: who is no longer called, and what no longer calls', async () => {
    const empty = files.find(({ path }) => path === 'shop/__init__.py') ?? files[0];
    const without = files.map((file) =>
      file.path === 'tools/report.py' ? { ...file, facts: (empty as PackedFacts).facts } : file,
    );
    const clean = await all(linkPacked(asked(without)));
    const found = await again(without, await all(linkPacked(asked(files))));
    const isSaid = (path: string) => told(found.find((file) => file.path === path) as FileLinks);
    expect(isSaid('tools/report.py')).toContain('edges');
    expect(isSaid('shop/price.py')).toContain('inbound');
    expect(isSaid('web/send.ts')).not.toMatch(/edges|inbound/u);
    for (const [i, file] of found.entries()) expect(clean[i]).toMatchObject(file);
  });
});

describe('a process that links', () => {
  const open = (options: { mostMemoryMb?: number; entry?: URL } = {}) =>
    createCodeLinker({ logger: createRecordingLogger(), entry: LINK_WORKER, ...options });

  it('finds the same', async () => {
    const linker = open();
    expect(await all(linker.link(asked(files)))).toEqual(await all(linkPacked(asked(files))));
    await linker.close();
    await expect(all(linker.link(asked(files)))).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('ends when nobody wants it any more', async () => {
    const controller = new AbortController();
    const endless = {
      ...asked([]),
      files: (async function* () {
        for (;;) {
          yield { ...(files[0] as PackedFacts), facts: new Uint8Array(1_000_000) };
          controller.abort();
        }
      })(),
    };
    await expect(all(open().link(endless, { signal: controller.signal }))).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('says what to do when the repository is too large for its memory', async () => {
    const many = Array.from({ length: 40 }, (_, i) => ({ path: `a/${i}.py`, language: 'python', facts: long }));
    const failed = all(open({ mostMemoryMb: 40 }).link(asked(many)));
    await expect(failed).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: expect.stringMatching(/40 MB.*index its folders apart/u),
    });
  });

  it('says so when it dies, and when facts are not facts', async () => {
    const dying = open({ entry: new URL('./is-not-there.ts', import.meta.url) });
    await expect(all(dying.link(asked(files)))).rejects.toMatchObject({ code: 'INTERNAL' });
    const wrong = [{ path: 'a.py', language: 'python', facts: Uint8Array.of(9, 9) }];
    await expect(all(open().link(asked(wrong)))).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});
