import { seeded } from '@zapomni/testkit/seeded';
import { expect, test } from 'vitest';
import { showNul, writeParams } from './literal.ts';

test('values are written so that none can end early or be taken for something else', () => {
  const params = {
    text: `a"b\\c$x'\n`,
    whole: -7,
    broken: 0.5,
    huge: 2 ** 60,
    tiny: 5e-324,
    list: [1, 'x', null, true],
    map: { a: 1, b: undefined },
    vector: Float32Array.of(1, 0.1, -2),
  };
  expect(writeParams(params)).toBe(
    `CYPHER text="a\\"b\\\\c$x'\n" whole=-7 broken=0.5 huge=1152921504606847000.0 tiny=5e-324 ` +
      `list=[1,"x",null,true] map={a:1,b:null} vector=[1.0,100000001e-9,-2.0] `,
  );
  expect(writeParams({})).toBe('');
});

test('a vector comes back bit by bit, however large or small its parts', () => {
  const random = seeded(4);
  const parts = Array.from({ length: 5000 }, () => (random() - 0.5) * 10 ** (4 - random() * 12));
  const edges = [0, -0, 1, -1, 0.1, 0.01, 0.001, 0.0001, 0.09999999, 0.9999999, 0.99999997, 1e-45, 3.4e38];
  const vector = Float32Array.from([...parts, ...edges]);
  const [, written = ''] = /^CYPHER v=(.*) $/.exec(writeParams({ v: vector })) ?? [];
  expect(Float32Array.from(JSON.parse(written) as number[])).toEqual(vector.map((part) => part + 0));
});

test('NUL is hidden from the engine and shown again, and so is what hides it', () => {
  for (const text of ['\0', 'a\0b\u0001a', '\u0001\u0001b\0', 'plain']) {
    const [, written = ''] = /^CYPHER t="(.*)" $/s.exec(writeParams({ t: text })) ?? [];
    expect(written).not.toContain('\0');
    expect(showNul(written)).toBe(text);
  }
});

test('what cannot be bound never reaches the engine', () => {
  for (const value of [Number.NaN, Infinity, Float32Array.of(Number.NaN)]) {
    expect(() => writeParams({ value })).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  }
  expect(() => writeParams({ 'a b': 1 })).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
  expect(() => writeParams({ map: { 'x}) RETURN 1 //': 1 } })).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
});
