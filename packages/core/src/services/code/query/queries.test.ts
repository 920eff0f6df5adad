/** Questions about a small real repository: real files, Git and parser. */
import { IndexedRepository, indexedRepository, WORKSPACE as workspace } from '@zapomni/testkit/repository';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { estimateTokens } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { REPOSITORIES } from '../store/index.ts';
import { findDeadCode } from './find-dead-code.ts';
import { findSymbol } from './find-symbol.ts';
import { getCallees } from './get-callees.ts';
import { getCallers } from './get-callers.ts';
import { getCodeMap } from './get-code-map.ts';
import { getHierarchy } from './get-hierarchy.ts';
import { getImpact } from './get-impact.ts';
import { getReferences } from './get-references.ts';
import { getSymbol } from './get-symbol.ts';
import type { Unclear } from './meaning.ts';

const FILES = {
  'shop/cart.py': `"""Carts."""
from shop.base import Base, tax
from shop.registry import register


class Cart(Base):
    """What is bought. And more."""

    def __init__(self, owner):
        self.owner = owner

    def add(self, item):
        return self.check(item) + tax(item, 7)

    def check(self, item):
        return len(item)


@register('cart')
def make(owner):
    return Cart(owner)


def _forgotten(x):
    return _forgotten(x - 1)


def by_name(x):
    return x


def total(cart):
    cart.add('x')
    return unknown.thing(cart)
`,
  'shop/base.py': `def tax(value, rate, *rest):
    return rate


class Base:
    def add(self, item):
        return item

    def check(self, item):
        return 0

    def run(self, item):
        return self.add(item)


def even(n):
    return n == 0 or odd(n - 1)


def odd(n):
    return n != 0 and even(n - 1)


def fact(n):
    return 1 if n < 2 else n * fact(n - 1)
`,
  'shop/registry.py': `def register(name):
    def wrap(function):
        return function
    return wrap


TABLE = {'one': 'by_name'}
`,
  'shop/guess.py': `class Gadget:
    def frobnicate(self):
        return 1


def poke(thing):
    return thing.frobnicate()
`,
  'tests/test_cart.py': `from shop.base import tax
from shop.cart import Cart


def check_tax(value):
    return tax(value, 1)


def test_tax():
    assert check_tax(2)
`,
  'src/strange.ts': `
export class Éléphant { 'with space'() { return this.__proto__x(); } 'a.b'() { return 1; } __proto__x() { return 1; } }
export function __proto__(a: number) { return a; }
export function constructor2() { return __proto__(1) + hasOwnProperty(); }
export function hasOwnProperty() { return 2; }
export namespace Outer { export namespace Inner { export function deep() { return hasOwnProperty(); } } }
`,
};

let repository: IndexedRepository;
let deps: Deps;
beforeAll(async () => {
  repository = await indexedRepository(FILES, { options: { include_tests: true } });
  ({ deps } = repository);
});
afterAll(() => repository.close());

/** Fails for a name that is not clear. */
function clear<Answer extends object>(answer: Answer | Unclear): Answer {
  expect(answer).not.toHaveProperty('status');
  return answer as Answer;
}

const calls = (name: string, depth = 1) => ({ workspace, name, depth, limit: 50, guesses: false });
const find = async (name: string, more = {}) => {
  const { found } = await findSymbol(deps, { workspace, name, limit: 20, ...more });
  return found.map(({ match, symbol: { value } }) => `${match} ${value.path}:${value.line} ${value.qualified}`);
};
const callersOf = async (name: string, depth = 1) =>
  clear(await getCallers(deps, calls(name, depth))).edges.map(
    ({ depth: at, caller, line, how }) => `${at} ${how} ${caller?.value.qualified ?? ''}:${line}`,
  );

describe('find', () => {
  test.each([
    ['tax', ['exact shop/base.py:1 tax']],
    ['TAX', ['case shop/base.py:1 tax']],
    ['Cart.add', ['exact shop/cart.py:12 Cart.add']],
    ['shop.cart.Cart.add', ['exact shop/cart.py:12 Cart.add']],
    ['cart.Cart.add', ['exact shop/cart.py:12 Cart.add']],
    ['shop/cart.py:Cart.add', ['exact shop/cart.py:12 Cart.add']],
    ['cart.py:add', ['exact shop/cart.py:12 Cart.add']],
    ['shop/cart.py:13', ['place shop/cart.py:12 Cart.add']],
    ['cart.py:7', ['place shop/cart.py:6 Cart']],
    ['Outer.Inner.deep', ['exact src/strange.ts:6 Outer.Inner.deep']],
    ['Outer::Inner::deep', ['exact src/strange.ts:6 Outer.Inner.deep']],
    ['éléphant', ['case src/strange.ts:2 Éléphant']],
    ['__proto__', ['exact src/strange.ts:3 __proto__']],
    ['Éléphant.__proto__x', ['exact src/strange.ts:2 Éléphant.__proto__x']],
    ['with space', ['exact src/strange.ts:2 Éléphant.with space']],
    ['a.b', ['exact src/strange.ts:2 Éléphant.a.b']],
    ['Éléphant.a.b', ['exact src/strange.ts:2 Éléphant.a.b']],
    ['hasOwnProperty', ['exact src/strange.ts:5 hasOwnProperty']],
    ['_forgot', ['prefix shop/cart.py:24 _forgotten']],
    ['fogotten', ['fuzzy shop/cart.py:24 _forgotten']],
    ['Cart.ch', ['prefix shop/cart.py:15 Cart.check']],
    ['Nobody.add', []],
    ['zzzzzz', []],
    ['shop/cart.py:9999', []],
    ['toString', []],
  ])('%s: %o', async (name, expected) => {
    expect(await find(name)).toEqual(expected);
  });

  test('puts what many stand on above others, and tests last', async () => {
    const found = await find('ch', { match: 'prefix' });
    expect(found.at(-1)).toBe('prefix tests/test_cart.py:5 check_tax');
    expect(found).toHaveLength(3);
    const [first] = await find('add');
    expect(first).toMatch(/^exact /);
  });

  test('narrows by kind and folder, and says how many there are', async () => {
    expect(await find('add', { path: 'shop/base.py' })).toEqual(['exact shop/base.py:6 Base.add']);
    expect(await find('add', { path: './shop/' })).toHaveLength(2);
    expect(await find('add', { kind: 'function' })).toEqual([]);
    const { found, total, complete } = await findSymbol(deps, { workspace, name: 'add', limit: 1 });
    expect([found.length, total, complete]).toEqual([1, 2, true]);
  });

  test('knows a symbol by its id', async () => {
    const { found } = await findSymbol(deps, { workspace, name: 'Cart', limit: 1 });
    expect(await find(found[0]?.symbol.key ?? '')).toEqual(['id shop/cart.py:6 Cart']);
  });
});

describe('a symbol', () => {
  test('has its source, doc, bases, members and counts', async () => {
    const details = clear(await getSymbol(deps, { workspace, name: 'Cart', maxLines: 3 }));
    expect(details.source).toEqual({
      text: 'class Cart(Base):\n    """What is bought. And more."""\n',
      first: 6,
      last: 8,
      leftOut: 8,
    });
    expect(details.meant.symbol.value).toMatchObject({ doc: 'What is bought.', bases: ['Base'], kind: 'class' });
    expect(details.members.map(({ value }) => value.name)).toEqual(['__init__', 'add', 'check']);
    const add = clear(await getSymbol(deps, { workspace, name: 'Cart.add', maxLines: 0 }));
    expect(add.source).toBeNull();
    expect(add.parent?.value.name).toBe('Cart');
    expect(add.meant.symbol.value.callees).toBe(2);
    const make = clear(await getSymbol(deps, { workspace, name: 'make', maxLines: 9 }));
    expect(make.meant.symbol.value.decorators).toEqual(['register']);
    expect(make.source?.text).toBe("@register('cart')\ndef make(owner):\n    return Cart(owner)");
  });

  test('that several can be is answered with all of them, and one that is none with what is near', async () => {
    const several = await getSymbol(deps, { workspace, name: 'add', maxLines: 1 });
    expect(several).toMatchObject({ status: 'ambiguous', total: 2, complete: true });
    expect(await getSymbol(deps, { workspace, name: 'taxx', maxLines: 1 })).toMatchObject({
      status: 'not_found',
      suggestions: [{ symbol: { value: { name: 'tax' } } }],
    });
    // A line between two symbols: those that are nearest.
    const line = await getSymbol(deps, { workspace, name: 'shop/cart.py:27', maxLines: 1 });
    const near = 'suggestions' in line ? line.suggestions.map(({ symbol }) => symbol.value.name) : [];
    expect(near.slice(0, 2)).toEqual(['by_name', '_forgotten']);
  });
});

describe('callers', () => {
  test('say where and how, tests last', async () => {
    expect(await callersOf('tax')).toEqual(['1 import Cart.add:13', '1 import check_tax:6']);
    const { edges, total } = clear(await getCallers(deps, calls('tax')));
    expect(edges[0]).toMatchObject({ type: 'function', args: 2, candidates: 1, path: 'shop/cart.py', isTest: false });
    expect([edges[1]?.isTest, total]).toEqual([true, 2]);
  });

  test('of a class are those who make one', async () => {
    expect(await callersOf('Cart')).toEqual(['1 scope make:21']);
  });

  test('of callers are followed as far as asked, and recursion ends', async () => {
    expect(await callersOf('tax', 3)).toContain('2 scope test_tax:10');
    expect(await callersOf('even', 5)).toEqual(['1 scope odd:21', '2 scope even:17']);
    expect(await callersOf('fact', 5)).toEqual(['1 scope fact:25']);
  });

  test('that only their name speaks for are counted, and shown to who asks', async () => {
    const quiet = clear(await getCallers(deps, calls('frobnicate')));
    expect([quiet.total, quiet.guesses]).toEqual([0, 1]);
    const all = clear(await getCallers(deps, { ...calls('frobnicate'), guesses: true }));
    expect(all.edges).toMatchObject([{ low: true, how: 'unique-name', caller: { value: { name: 'poke' } }, line: 7 }]);
    const down = clear(await getCallees(deps, calls('poke')));
    expect([down.total, down.guesses]).toEqual([0, 1]);
  });

  test('are cut at the limit, and that is said', async () => {
    const { edges, total } = clear(await getCallers(deps, { ...calls('tax'), limit: 1 }));
    expect([edges.length, total]).toEqual([1, 2]);
  });
});

describe('callees', () => {
  test('are symbols, builtins and what is unknown, each by its name', async () => {
    const { edges } = clear(await getCallees(deps, calls('Cart.check')));
    expect(edges).toMatchObject([{ targets: [{ builtin: 'len' }], type: 'function', args: 1, line: 16 }]);
    const open = clear(await getCallees(deps, calls('total')));
    expect(open.unresolved.map(({ name }) => name)).toEqual(['cart.add', 'unknown.thing']);
    const add = clear(await getCallees(deps, calls('Cart.add')));
    expect(add.edges.map(({ type, args, targets }) => ({ type, args, to: targets.length }))).toEqual([
      { type: 'method', args: 1, to: 1 },
      { type: 'function', args: 2, to: 1 },
    ]);
  });

  test('are followed as far as asked', async () => {
    const { edges } = clear(await getCallees(deps, calls('make', 2)));
    expect(edges.map(({ depth, type }) => `${depth} ${type}`)).toEqual(['1 constructor']);
    const down = clear(await getCallees(deps, calls('even', 5)));
    expect(down.edges.map(({ caller }) => caller.value.name)).toEqual(['even', 'odd']);
  });
});

describe('what stands on a symbol', () => {
  test('references are calls, mentions and subclasses', async () => {
    const base = clear(await getReferences(deps, { workspace, name: 'Base', limit: 100, guesses: false }));
    expect(base.references).toMatchObject([{ kind: 'inherits', path: 'shop/cart.py', line: 6 }]);
    const tax = clear(await getReferences(deps, { workspace, name: 'tax', limit: 1, guesses: false }));
    expect(tax).toMatchObject({ total: 2, files: 2, counts: { call: 2 }, references: [{ path: 'shop/cart.py' }] });
    const none = { workspace, name: 'tax', kinds: ['inherits' as const], limit: 9, guesses: false };
    expect(clear(await getReferences(deps, none)).total).toBe(0);
  });

  test('classes know what they come from and what comes from them, methods what they override', async () => {
    const cart = clear(await getHierarchy(deps, { workspace, name: 'Cart', limit: 10 }));
    expect(cart.above.map(({ symbol, relation }) => [symbol.value.name, relation])).toEqual([['Base', 'inherits']]);
    expect([cart.below, cart.unknownBases]).toEqual([[], []]);
    const add = clear(await getHierarchy(deps, { workspace, name: 'Base.add', limit: 10 }));
    expect(add.below.map(({ symbol }) => symbol.value.qualified)).toEqual(['Cart.add']);
  });

  test('impact goes from callers to their callers, each less, with tests and files', async () => {
    const impact = clear(await getImpact(deps, { workspace, name: 'tax', depth: 5, limit: 30 }));
    expect(impact.affected[0]).toMatchObject({ depth: 1, kind: 'call', symbol: { value: { qualified: 'Cart.add' } } });
    const scores = impact.affected.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(impact.tests.map(({ symbol }) => symbol?.value.name)).toEqual(['check_tax', 'test_tax']);
    expect(impact.files.map(({ path }) => path)).toContain('tests/test_cart.py');
    expect(impact.levels[0]).toBe(2);
    expect(impact.complete).toBe(true);
  });

  test('what changes together is told by whoever knows it', async () => {
    const together = () => Promise.resolve([{ path: 'docs/tax.md', score: 0.9, commits: 4 }]);
    const impact = clear(await getImpact(deps, { workspace, name: 'tax', depth: 1, limit: 30 }, together));
    expect(impact.files[0]).toEqual({ path: 'docs/tax.md', score: 0.9, symbols: 0, isTest: false, together: 4 });
  });
});

describe('a map', () => {
  test.each([100, 150, 300, 1000, 50_000])(
    'of %i tokens is never larger, and says what it leaves out',
    async (budget) => {
      const { text, tokens, symbols, files } = await getCodeMap(deps, { workspace, budget });
      expect(estimateTokens(text)).toBeLessThanOrEqual(budget);
      expect(tokens).toBeLessThanOrEqual(budget);
      expect(text).toContain('repository: 6 files');
      expect(symbols.shown).toBeLessThanOrEqual(symbols.total);
      if (symbols.shown < symbols.total) expect(text).toMatch(/Left out: \d+ of \d+ symbols, \d+ of 6 files\.$/);
      expect(files.total).toBe(6);
    },
  );

  test('has what matters most, in its place, and only of the folder that was asked for', async () => {
    const { text } = await getCodeMap(deps, { workspace, path: 'shop', budget: 60 + 100 });
    expect(text).toContain('1: def tax(value, rate, *rest)');
    expect(text).not.toContain('tests/');
    const whole = await getCodeMap(deps, { workspace, path: 'shop/cart.py', budget: 2000 });
    expect(whole.text).toContain(
      '\n  6: class Cart(Base)\n    9: def __init__(self, owner)\n    12: def add(self, item)',
    );
  });
});

describe('dead code', () => {
  test('is what nothing leads to and nobody names, each with why', async () => {
    const { found, spared, complete } = await findDeadCode(deps, { workspace, exported: false, limit: 50 });
    const said = found.map(({ symbol, belief }) => `${symbol.value.name} ${belief}`);
    expect(said[0]).toBe('_forgotten likely');
    // A guess may be right, so Gadget is used; even and odd call each other; by_name is found by a string.
    expect(said.slice(1).toSorted()).toEqual(['fact possible', 'poke possible', 'run possible', 'total possible']);
    expect(found[0]?.why.join('; ')).toContain('no call');
    expect(complete).toBe(true);
    expect(spared).toEqual({ decorated: 1, exported: 5, may_override: 1, named_elsewhere: 1 });
  });

  test('can be asked for of one folder, exported or not, and is cut at a limit that is told', async () => {
    const dead = (more: object) => findDeadCode(deps, { workspace, exported: false, limit: 50, ...more });
    expect((await dead({ path: 'shop/base.py' })).found.map(({ symbol }) => symbol.value.name)).toEqual([
      'run',
      'fact',
    ]);
    expect((await dead({ path: 'src', exported: true })).found.map(({ belief }) => belief)).toContain('possible');
    const { found, complete } = await dead({ limit: 1 });
    expect([found.length, complete]).toEqual([1, false]);
  });

  test('is not looked for while calls are not known yet', async () => {
    const { key, value } = await repository.kept();
    const repositories = collection(deps, REPOSITORIES);
    await repositories.put(workspace, key, { ...value, generation: value.generation + 1 });
    await expect(findDeadCode(deps, { workspace, exported: false, limit: 1 })).rejects.toThrow(/still being indexed/);
    await repositories.put(workspace, key, value);
  });
});
