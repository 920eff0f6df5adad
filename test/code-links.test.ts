/** Files are edited, come and go: what is linked is always what a first reading of the same files gives, and every edge can be checked in the text. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { link, type Linked, type LinkEdge } from '@zapomni/core/code';
import type { CodeFacts, CodeParser, Logger } from '@zapomni/core/ports';
import { createCodeParser } from '@zapomni/providers/parsers';

const silent: Logger = { log: () => undefined, child: () => silent };

/** What each file can say; the first is how it begins, null is that it is not there. */
const VARIANTS: Readonly<Record<string, readonly (string | null)[]>> = {
  'app.py': [
    'from shop import Shop, pay as settle\n\nshop = Shop()\nshop.sell(settle)\n',
    'import shop\n\ndef run(f):\n    f()\n\nrun(shop.pay)\nshop.Shop().open()\n',
    'from shop import *\n\ndef sell():\n    pass\n\npay()\nsell()\n',
    null,
  ],
  'shop/__init__.py': [
    'from .stock import Shop, pay\n',
    'from .stock import *\n',
    'def pay():\n    pass\n\nclass Shop:\n    def open(self):\n        pay()\n',
    null,
  ],
  'shop/stock.py': [
    'def pay():\n    pass\n\nclass Base:\n    def open(self):\n        self.count()\n\nclass Shop(Base):\n    def count(self):\n        pass\n    def sell(self, how):\n        how()\n',
    'class Shop:\n    def __init__(self):\n        self.how = pay\n    def sell(self, how):\n        self.how()\n        how()\n\ndef pay():\n    log()\n\ndef log():\n    print("x")\n',
    'def pay(:\n',
    null,
  ],
  'app.js': [
    "import { pay } from './pay.js';\nfunction run(f) {\n  f();\n}\nrun(pay);\n",
    "import * as all from './pay.js';\nall.pay();\nconst table = { go: all.pay };\ntable.go();\n",
    'function pay() {}\npay();\n',
    null,
  ],
  'pay.js': [
    'export function pay() {\n  log();\n}\nfunction log() {}\n',
    'export const pay = () => {};\n',
    "export { settle as pay } from './settle.ts';\n",
    null,
  ],
  'settle.ts': [
    'export function settle(): void {}\n',
    'class Till {\n  ring(): void {}\n}\nexport function settle(till: Till): void {\n  till.ring();\n}\n',
    null,
  ],
};
const PATHS = Object.keys(VARIANTS);

let parser: CodeParser;
/** As an index keeps them: by what was read. */
const kept = new Map<string, CodeFacts>();

beforeAll(async () => {
  parser = createCodeParser({ logger: silent, processes: 1 });
  for (const path of PATHS) {
    for (const text of VARIANTS[path] ?? []) if (text !== null) kept.set(text, await read(path, text));
  }
});
afterAll(() => parser.close());

async function read(path: string, text: string): Promise<CodeFacts> {
  return parser.parse({ language: parser.languageOf(path, Buffer.from(text)) ?? '', text });
}

type Tree = Readonly<Record<string, string | null>>;
const START: Tree = Object.fromEntries(PATHS.map((path) => [path, VARIANTS[path]?.[0] ?? null]));
const edits = fc.array(fc.tuple(fc.constantFrom(...PATHS), fc.nat(3)), { maxLength: 12 });

function after(script: readonly (readonly [string, number])[]): Tree {
  return script.reduce<Tree>((tree, [path, which]) => ({ ...tree, [path]: VARIANTS[path]?.[which] ?? null }), START);
}

function linkTree(tree: Tree, order: readonly string[] = PATHS): Linked {
  const files = order.flatMap((path) => {
    const text = tree[path];
    return text === null || text === undefined ? [] : [{ path, facts: kept.get(text) as CodeFacts }];
  });
  return link({ repository: 'shop', files });
}

const calls = ({ edges }: Linked): LinkEdge[] => edges.filter(({ kind }) => kind === 'call');

describe('linking', () => {
  test('after any edits equals linking what was never read before', async () => {
    await fc.assert(
      fc.asyncProperty(edits, async (script) => {
        const tree = after(script);
        const files = [];
        for (const path of PATHS) {
          const text = tree[path];
          if (typeof text === 'string') files.push({ path, facts: await read(path, text) });
        }
        expect(linkTree(tree)).toEqual(link({ repository: 'shop', files }));
      }),
      { numRuns: 25 },
    );
  });

  test('does not depend on the order of files or on facts having been stored in between', () => {
    fc.assert(
      fc.property(edits, fc.shuffledSubarray(PATHS, { minLength: PATHS.length }), (script, order) => {
        const tree = after(script);
        for (const text of Object.values(tree))
          if (text !== null) kept.set(text, structuredClone(kept.get(text) as CodeFacts));
        expect(linkTree(tree, order)).toEqual(linkTree(tree));
      }),
    );
  });

  test('shows every call in the text, under its own name unless it was followed', () => {
    fc.assert(
      fc.property(edits, (script) => {
        const tree = after(script);
        const linked = linkTree(tree);
        for (const edge of calls(linked)) checkEdge(linked, edge, tree);
      }),
    );
  });

  test('keeps every call once: with its targets, or among those that are not resolved', () => {
    fc.assert(
      fc.property(edits, (script) => {
        const tree = after(script);
        const linked = linkTree(tree);
        const written = Object.values(tree).flatMap((text) =>
          text === null ? [] : (kept.get(text) as CodeFacts).calls,
        );
        expect(calls(linked).filter(({ implied }) => !implied).length + linked.unresolved.length).toBe(written.length);
      }),
    );
  });

  test('leaves the ids of symbols alone when other files change', () => {
    fc.assert(
      fc.property(edits, fc.constantFrom(...PATHS), (script, path) => {
        const [tree, changed] = [after(script), after([...script, [path, 3]])];
        const ids = (linked: Linked): string[] =>
          linked.symbols.filter((symbol) => symbol.path !== path).map(({ id }) => id);
        expect(ids(linkTree(changed))).toEqual(ids(linkTree(tree)));
        expect(new Set(linkTree(tree).symbols.map(({ id }) => id)).size).toBe(linkTree(tree).symbols.length);
      }),
    );
  });
});

/** Whom a call or what the language calls by itself may mean, by names. */
async function calledIn(path: string, text: string): Promise<string[]> {
  const linked = link({ repository: 'one', files: [{ path, facts: await read(path, text) }] });
  const name = (id: number): string => linked.symbols[id]?.qualified ?? '';
  return calls(linked)
    .flatMap(({ from, to }) => to.flatMap((one) => ('symbol' in one ? [`${name(from)} → ${name(one.symbol)}`] : [])))
    .sort();
}

describe('what is read of an object by a key that nobody knows', () => {
  test('is a member in JavaScript: its iterator is not asked', async () => {
    const text =
      'class Row {\n  *[Symbol.iterator]() {}\n  at(key) {\n    return this[key];\n  }\n  all() {\n    return [...this];\n  }\n}\n' +
      'new Row().at(KEY);\nnew Row().all();\n';
    const called = await calledIn('row.js', text);
    expect(called).toContain('Row.all → Row.[Symbol.iterator]');
    expect(called).not.toContain('Row.at → Row.[Symbol.iterator]');
  });

  test('comes from __getitem__ in Python, not from __iter__', async () => {
    const text =
      'class Row:\n    def __getitem__(self, key):\n        return key\n    def __iter__(self):\n        return iter([])\n' +
      '    def at(self, key):\n        return self[key]\n\nRow().at(input())\n';
    const called = await calledIn('row.py', text);
    expect(called).toContain('Row.at → Row.__getitem__');
    expect(called).not.toContain('Row.at → Row.__iter__');
  });
});

function checkEdge({ symbols }: Linked, { from, to, line, site, implied }: LinkEdge, tree: Tree): void {
  const caller = symbols[from];
  const text = tree[caller?.path ?? ''] ?? '';
  const [start, end] = site ?? [0, 0];
  expect(text.slice(0, start).split('\n').length).toBe(line);
  for (const target of to) {
    if (!('symbol' in target)) continue;
    const callee = symbols[target.symbol];
    expect(callee?.path.endsWith('.py')).toBe(caller?.path.endsWith('.py'));
    if (target.how === 'flow' || implied) continue;
    const isConstructor = callee?.name === '__init__' || callee?.kind === 'constructor';
    const name = isConstructor ? callee?.qualified.split('.').at(-2) : callee?.name;
    const shown = [name ?? '', ...aliasesOf(text, name ?? '')];
    expect(shown.some((one) => text.slice(start, end).includes(one))).toBe(true);
  }
}

/** What the file calls it. */
function aliasesOf(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`\\b${name} as (\\w+)`, 'g'))].map(([, alias]) => alias as string);
}
