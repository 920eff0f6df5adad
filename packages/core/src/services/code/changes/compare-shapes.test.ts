import { describe, expect, it } from 'vitest';
import { compareFiles } from './compare-shapes.ts';
import type { Shape, Shapes } from './shapes.ts';

interface Given {
  readonly name: string;
  readonly own: string;
  readonly path?: string;
  readonly signature?: string;
  readonly parent?: string;
}

function shape({ name, own, path = 'a.ts', signature = `function ${name}()`, parent }: Given): Shape {
  const key = `${name}\0function\0${0}`;
  const around = parent === undefined ? null : `${parent}\0function\0${0}`;
  const facts = { path, name, qualified: name, kind: 'function', line: 1, signature };
  return { ...facts, key, parent: around, own: own.split('\n') };
}

const file = (...symbols: Given[]): Shapes => ({ symbols: symbols.map(shape), rest: [] });
const told = (changes: ReturnType<typeof compareFiles>): unknown =>
  changes.map(({ change, symbol, before, bodyChanged }) => [change, symbol.name, before?.name ?? null, bodyChanged]);

const LONG = 'const answer = 40 + 2;\nreturn answer * answer;';

describe('what became of symbols', () => {
  it('tells a signature from a body', () => {
    const old = file(
      { name: 'f', own: 'function f() { return 1 }' },
      { name: 'g', own: 'function g() { return 1 }' },
      { name: 'h', own: 'function h() { return 1 }' },
      { name: 'same', own: 'function same() {\nreturn 1\n}' },
    );
    const now = file(
      { name: 'f', own: 'function f(a) { return 1 }', signature: 'function f(a)' },
      { name: 'g', own: 'function g() { return 2 }' },
      { name: 'h', own: 'function h(b) { return 3 }', signature: 'function h(b)' },
      { name: 'same', own: 'function same() { return 1 }' },
    );
    expect(told(compareFiles([{ old, new: now }]))).toEqual([
      ['signature', 'f', 'f', false],
      ['body', 'g', 'g', true],
      ['signature', 'h', 'h', true],
    ]);
  });

  it('finds what moved to another file and what has another name, also when a little was changed', () => {
    const old = file({ name: 'moves', own: LONG }, { name: 'named', own: `named\n${LONG}\nconst more = 3;` });
    const now = file({ name: 'renamed', own: `renamed\n${LONG}\nconst more = 4;` });
    const elsewhere = { symbols: [shape({ name: 'moves', own: LONG, path: 'b.ts' })], rest: [] };
    expect(
      told(
        compareFiles([
          { old, new: now },
          { old: null, new: elsewhere },
        ]),
      ),
    ).toEqual([
      ['moved', 'moves', 'moves', false],
      ['renamed', 'renamed', 'named', true],
    ]);
  });

  it('takes names as they are, whatever is in them', () => {
    const named = (name: string): Shapes => file({ name, own: `${name} = calls(${name}, not${name})\n${LONG}` });
    for (const [was, is] of [
      ['#socket', '#door'],
      ['operator+', 'operator*'],
      ['(a|b', '[c'],
      ['$', '$$'],
    ] as const) {
      const changes = compareFiles([{ old: named(was), new: named(is) }]);
      expect(told(changes)).toEqual([['renamed', is, was, true]]);
    }
  });

  it('takes short ones that are alike by chance for what they are', () => {
    const changes = compareFiles([{ old: file({ name: 'a', own: 'a = 1' }), new: file({ name: 'b', own: 'b = 1' }) }]);
    expect(told(changes)).toEqual([
      ['added', 'b', null, false],
      ['removed', 'a', null, false],
    ]);
  });

  it('tells of a class and what came with it once', () => {
    const now = file({ name: 'Whole', own: 'class' }, { name: 'Whole.part', own: 'part', parent: 'Whole' });
    const [only, ...others] = compareFiles([{ old: file(), new: now }]);
    expect(only).toMatchObject({ change: 'added', members: 1, symbol: { name: 'Whole' } });
    expect(others).toEqual([]);
  });
});
