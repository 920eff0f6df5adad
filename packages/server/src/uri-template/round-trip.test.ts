import { verifies } from '@zapomni/testkit/verifies';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UriValue } from './collect.ts';
import { parseUriTemplate } from './uri-template.ts';

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const named = fc.string({ unit: 'grapheme', maxLength: 12 });
const list = fc.array(text, { minLength: 1, maxLength: 4 });
const map = fc.dictionary(text, named, { minKeys: 1, maxKeys: 4, noNullPrototype: true });
// No percent sign: reserved expansion leaves triplets alone, so that `%41` and `A` become the same URI.
const free = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((value) => value.replaceAll('%', '_'));

/** Values for some of the names. */
function some(values: Record<string, fc.Arbitrary<UriValue>>, required: string[] = []) {
  return fc.record(values, { requiredKeys: required }) as fc.Arbitrary<Record<string, UriValue>>;
}

const UNIQUE: [string, fc.Arbitrary<Record<string, UriValue>>][] = [
  ['x://{a}/y/{b}{/c}', some({ a: text, b: text, c: text }, ['a', 'b'])],
  ['x:{/a,b,c}', some({ a: text, b: text, c: text }, ['a', 'b', 'c'])],
  ['{a,b}', some({ a: text, b: text }, ['a', 'b'])],
  ['x{?a,b,c}', some({ a: named, b: named, c: named })],
  ['x?y=1{&a,b}', some({ a: named, b: named })],
  ['x{;a,b}', some({ a: named, b: named })],
  ['x{#f}', some({ f: free })],
  ['x://{+p}', some({ p: free }, ['p'])],
  ['x{/a*}{?q}', some({ a: list, q: named })],
  ['x{/m*}', some({ m: map })],
  ['{l*}', some({ l: list }, ['l'])],
  [
    'x{.m*}',
    some({
      m: fc.dictionary(
        text.map((key) => key.replaceAll('.', '_')),
        text.map((one) => one.replaceAll('.', '_')),
        { minKeys: 1, maxKeys: 3 },
      ),
    }),
  ],
  ['x{?l*}', some({ l: fc.array(named, { minLength: 1, maxLength: 4 }) })],
  ['x{;l*}', some({ l: fc.array(named, { minLength: 1, maxLength: 4 }) })],
];

describe('match(expand(v)) = v', () => {
  test.each(UNIQUE)('%s', (source, values) => {
    verifies('R203', 'R205', 'R207');
    const template = parseUriTemplate(source);
    fc.assert(
      fc.property(values, (given) => {
        expect(template.match(template.expand(given))).toEqual(given);
      }),
    );
  });

  test('a map whose keys are not the variable’s own name', () => {
    const template = parseUriTemplate('x{?id,m*}');
    const foreign = map.filter((one) => !Object.hasOwn(one, 'm') && !Object.hasOwn(one, 'id'));
    fc.assert(
      fc.property(some({ id: named, m: foreign }), (given) => {
        expect(template.match(template.expand(given))).toEqual(given);
      }),
    );
  });

  test('up to three characters of a prefix', () => {
    const short = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), { minLength: 1, maxLength: 3 });
    const template = parseUriTemplate('x/{a:3}/y');
    fc.assert(
      fc.property(short, (characters) => {
        const a = [...characters.join('')].slice(0, 3).join('');
        expect(template.match(template.expand({ a }))).toEqual({ a });
      }),
    );
  });
});

describe('any template', () => {
  const literal = fc.constantFrom('', '/', 'x', '-', '.', '?', '&', '=', ',', 'a=', 'é', '%C3%A9', 'v0', '#');
  const operator = fc.constantFrom('', '+', '#', '.', '/', ';', '?', '&');
  const modifier = fc.constantFrom('', '', '*', ':2', ':50');
  const expression = fc.tuple(literal, operator, fc.array(modifier, { minLength: 1, maxLength: 3 }));
  // A separator inside a value would end it where it is not encoded.
  const word = free.map((value) => value.replaceAll(/[,.]/g, '_'));
  const expressions = fc.array(expression, { minLength: 1, maxLength: 4 });

  /** Every variable has a name of its own; exploded ones get lists, the others text. */
  function build(parts: [string, string, string[]][], words: string[]) {
    const values: Record<string, UriValue> = {};
    let next = 0;
    const pieces = parts.map(([before, sign, modifiers]) => {
      const names = modifiers.map((one) => {
        const name = `v${next}`;
        const value = words[next % words.length] ?? 'w';
        next += 1;
        values[name] = one === '*' ? [value, `${value}2`] : value;
        return name + one;
      });
      return `${before}{${sign}${names.join(',')}}`;
    });
    return { source: pieces.join(''), values };
  }

  test('takes back what it made, whatever it is', () => {
    fc.assert(
      fc.property(expressions, fc.array(word, { minLength: 1, maxLength: 5 }), (parts, words) => {
        const pairs = parts.filter(([, sign]) => ';?&'.includes(sign) && sign !== '');
        // Exploded pairs take any name, those of the pairs behind them too.
        const isExploded = pairs.some(([, , modifiers]) => modifiers.includes('*'));
        fc.pre(pairs.length < 2 || !isExploded);
        // So do they with what is not encoded behind them and looks like a pair.
        const isBare = parts.some(([, sign]) => sign === '+' || sign === '#');
        fc.pre(!isExploded || !isBare || !words.some((one) => /[&;=]/.test(one)));
        const { source, values } = build(parts, words);
        const template = parseUriTemplate(source);
        const found = template.match(template.expand(values));
        expect(found, `${source} ${JSON.stringify(values)}`).toBeDefined();
        for (const name of Object.keys(found ?? {})) expect(template.variables).toContain(name);
      }),
      { numRuns: 500 },
    );
  });

  test('never throws, whatever the URI', () => {
    fc.assert(
      fc.property(
        expressions,
        fc.string({ unit: fc.constantFrom(...'x/?#&=;.,%C3A9v0é𝄞', '\ud800') }),
        (parts, uri) => {
          const { source } = build(parts, ['w']);
          const found = parseUriTemplate(source).match(uri);
          expect(found === undefined || typeof found === 'object').toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});
