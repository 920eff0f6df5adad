import { describe, expect, test } from 'vitest';
import type { KeptSymbol } from '../store/index.ts';
import { edits, squash } from './fuzzy.ts';
import { containerOf, endsInPath, readName, standsIn } from './name-query.ts';

function symbolAt(path: string, qualified: string, name = qualified.slice(qualified.lastIndexOf('.') + 1)): KeptSymbol {
  return { value: { path, qualified, name } } as KeptSymbol;
}

describe('a name', () => {
  test.each([
    ['bar', ['bar']],
    ['Foo.bar', ['Foo.bar', 'bar']],
    ['Foo::bar', ['Foo.bar', 'bar']],
    ['Foo#bar', ['Foo.bar', 'bar']],
    ['foo->bar', ['foo.bar', 'bar']],
    ['`bar()`', ['bar']],
    ['a.b.c.d.e', ['a.b.c.d.e', 'b.c.d.e', 'c.d.e', 'd.e', 'e']],
    ['#secret', ['#secret']],
    ['.hidden', ['.hidden', 'hidden']],
    ['__proto__', ['__proto__']],
    ['имя с пробелом', ['имя с пробелом']],
    ['...', ['...', '..', '.']],
  ])('%s may end in %o', (given, lasts) => {
    expect(readName(given).lasts).toEqual(lasts);
  });

  test.each([
    ['src/foo.py:12', { path: 'src/foo.py', line: 12 }],
    ['./src/foo.py:12:7', { path: 'src/foo.py', line: 12 }],
    ['C:\\src\\foo.py:3', { path: 'C:/src/foo.py', line: 3 }],
    ['Makefile:1', { path: 'Makefile', line: 1 }],
    ['Foo.bar', null],
  ])('%s means the line %o', (given, place) => {
    expect(readName(given).place).toEqual(place);
  });

  test.each([
    ['src/foo.py:Foo.bar', { path: 'src/foo.py', name: 'Foo.bar' }],
    ['foo.py::test_it', { path: 'foo.py', name: 'test_it' }],
    ['src/Makefile:all', { path: 'src/Makefile', name: 'all' }],
    ['Foo::bar', null],
    ['std::vec::Vec', null],
  ])('%s names something in a file: %o', (given, inFile) => {
    expect(readName(given).inFile).toEqual(inFile);
  });

  test.each([
    ['', /name: is empty/],
    ['  ', /is empty/],
    ['x'.repeat(1001), /1000/],
  ])('%j is refused', (given, why) => {
    expect(() => readName(given)).toThrow(why);
  });

  test('stands in classes, files and folders, from the inside out', () => {
    const symbol = symbolAt('src/shop/cart.py', 'Cart.add');
    for (const said of ['add', 'Cart.add', 'cart.Cart.add', 'shop.cart.Cart.add', 'src.shop.cart.Cart.add'])
      expect(standsIn(symbol, containerOf(said, 'add')), said).toBe(true);
    for (const said of ['art.add', 'shop.Cart.add', 'cart.add', 'Cart.cart.add'])
      expect(standsIn(symbol, containerOf(said, 'add')), said).toBe(false);
    expect(standsIn(symbol, 'cart.')).toBe(false);
    expect(standsIn(symbol, 'CART.', true)).toBe(true);
    expect(standsIn(symbolAt('src/shop/__init__.py', 'open'), 'src.shop.')).toBe(true);
    expect(standsIn(symbolAt('a.py', 'x.y.z', 'y.z'), 'a.x.')).toBe(true);
  });

  test('of a file may leave out the folders before it, and no part of a name', () => {
    expect(endsInPath('src/app/views.py', 'views.py')).toBe(true);
    expect(endsInPath('src/app/views.py', 'app/views.py')).toBe(true);
    expect(endsInPath('src/app/views.py', 'iews.py')).toBe(false);
  });

  test('is told from others by letters that are changed, left out, added or swapped', () => {
    expect(edits('helper', 'helper')).toBe(0);
    expect([edits('halper', 'helper'), edits('helpr', 'helper'), edits('hlelper', 'helper')]).toEqual([1, 1, 1]);
    expect(edits('ehlper', 'helper')).toBe(1);
    expect(edits('', 'abc')).toBe(3);
    expect(squash('get_User-byID')).toBe(squash('getUserById'));
  });
});
