import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, test } from 'vitest';
import { parseUriTemplate } from './uri-template.ts';

const match = (template: string, uri: string) => parseUriTemplate(template).match(uri);

describe('match', () => {
  test.each([
    ['file:///{+path}', 'file:///a/b/c.txt', { path: 'a/b/c.txt' }],
    ['repo://{owner}/{repo}', 'repo://me/it', { owner: 'me', repo: 'it' }],
    ['api://{service}{/version}', 'api://users/v2', { service: 'users', version: 'v2' }],
    ['api://{service}{/version}', 'api://users', { service: 'users' }],
    ['x://{a}-{b}', 'x://1-2-3', { a: '1-2', b: '3' }],
    ['x://{+a}/end', 'x://p/end/q/end', { a: 'p/end/q' }],
    ['x://{+a}?q=1', 'x://y?q=1', { a: 'y' }],
    ['x://fixed', 'x://fixed', {}],
    ['x://{name}', 'x://a%20b%2Fc%C3%A9', { name: 'a b/cé' }],
    ['x://{name}', 'x://a,b', { name: 'a,b' }],
    ['x://{+name}', 'x://a%20b/%E2%82%AC', { name: 'a b/€' }],
    ['x://{__proto__}', 'x://1', { ['__proto__']: '1' }],
    ['x://{a}{/b}{/c}', 'x://1/2/3', { a: '1', b: '2', c: '3' }],
    ['x://{a}{/b}{/c}', 'x://1/2', { a: '1', b: '2' }],
    ['{+all}', 'anything at all?#', { all: 'anything at all?#' }],
  ])('%s takes %s', (template, uri, variables) => {
    verifies('R203', 'R204', 'R205', 'R206', 'R231');
    expect(match(template, uri)).toEqual(variables);
  });

  test.each([
    ['pairs in any order', 'x{?a,b}', 'x?b=2&a=1', { a: '1', b: '2' }],
    ['some pairs', 'x{?a,b}', 'x?b=2', { b: '2' }],
    ['no pair', 'x{?a,b}', 'x', {}],
    ['an empty value', 'x{?a}', 'x?a=', { a: '' }],
    ['a name alone', 'x{?a}', 'x?a', { a: '' }],
    ['a name that begins like another', 'x{?a,ab}', 'x?ab=1&a=2', { a: '2', ab: '1' }],
    ['slashes in a query', 'x{?u}', 'x?u=http://y/?z=1', { u: 'http://y/?z=1' }],
    ['a query that goes on', 'x?fixed=1{&a,b}', 'x?fixed=1&b=2', { b: '2' }],
    ['two queries in a row', 'x{?a}{&b}', 'x?a=1&b=2', { a: '1', b: '2' }],
    ['a fragment', 'x{#f}', 'x#a/b?c', { f: 'a/b?c' }],
    ['no fragment', 'x{#f}', 'x', {}],
    ['parameters', 'x{;a,b}/y', 'x;b;a=2/y', { a: '2', b: '' }],
    ['a label', 'x://{name}{.ext}', 'x://report.v2.pdf', { name: 'report.v2', ext: 'pdf' }],
    ['two labels', 'x{.a,b}', 'x.1.2', { a: '1', b: '2' }],
    ['a query after anything', 'file:///{+path}{?line}', 'file:///a/b?line=3', { path: 'a/b', line: '3' }],
    ['the last of two optional ones', '{+p}{.ext}{?q}', 'a/b?q=1', { p: 'a/b', q: '1' }],
    ['values by position', '{a,b}', '1,2', { a: '1', b: '2' }],
    ['the left one first', '{a,b}', '1', { a: '1' }],
    ['segments by position', '{/a,b}', '/1/2', { a: '1', b: '2' }],
    ['reserved values by position', '{+a,b}', 'x/y,z?', { a: 'x/y', b: 'z?' }],
    ['a prefix and the rest', '{x:3}{y}', 'abcdef', { x: 'abc', y: 'def' }],
    ['a prefix in encoded characters', '{x:2}{y}', '%CE%B1%CE%B2%CE%B3', { x: 'αβ', y: 'γ' }],
    ['a prefix in characters beyond the plane', '{x:1}{y}', '𝄞a', { x: '𝄞', y: 'a' }],
    ['a short value of a long prefix', '{x:9999}', 'value', { x: 'value' }],
    ['a whole and its prefix', '{/v:1,v}', '/v/value', { v: 'value' }],
    ['a name twice', '{a}/{a}', 'x/x', { a: 'x' }],
    ['a list', '{l*}', 'a,b%2Cc', { l: ['a', 'b,c'] }],
    ['a list of one', '{l*}', 'a', { l: ['a'] }],
    ['a map', '{m*}', 'a=1,b=%3D', { m: { a: '1', b: '=' } }],
    ['a path', 'x{/p*}', 'x/a/b/c', { p: ['a', 'b', 'c'] }],
    ['a path of pairs', 'x{/p*}', 'x/a=1/b=2', { p: { a: '1', b: '2' } }],
    ['a repeated name', 'x{?l*}', 'x?l=1&l=2', { l: ['1', '2'] }],
    ['any names', 'x{?m*}', 'x?k=1&l=', { m: { k: '1', l: '' } }],
    ['a name and any names', 'x{?id,m*}', 'x?k=1&id=7', { id: '7', m: { k: '1' } }],
    ['parameters of any name', 'x{;m*}', 'x;k=1;l', { m: { k: '1', l: '' } }],
    ['encoded literals', 'café/{x}', 'caf%c3%a9/1', { x: '1' }],
    ['literals as they are', 'café/{x}', 'café/1', { x: '1' }],
    ['triplets kept whole', '{a}{b}', '%41%42', { a: 'A', b: 'B' }],
    ['no prototype in a map', 'x{?m*}', 'x?__proto__=1', { m: { ['__proto__']: '1' } }],
  ])('%s: %s takes %s', (_, template, uri, variables) => {
    verifies('R207');
    expect(match(template, uri)).toEqual(variables);
  });

  test.each([
    ['repo://{owner}/{repo}', 'repo://me'],
    ['repo://{owner}/{repo}', 'repo://me/'],
    ['repo://{owner}/{repo}', 'repo://me/it/more'],
    ['x://{a}', 'x://'],
    ['x://{a}', 'x://a?b'],
    ['x://{a}', 'x://a#b'],
    ['x://{+a}', 'x://'],
    ['api://{service}{/version}', 'api://users/'],
    ['api://{service}{/version}', 'api://users/v1/x'],
    ['x://fixed', 'x://fixed/'],
    ['x://{a}', 'y://a'],
    ['x://{a}', 'x://%zz'],
    ['x://{a}', 'x://%C3'],
    ['x://{a}', `x://${'a'.repeat(300_000)}`],
    ['', 'x'],
    ['x{?a}', 'x?'],
    ['x{?a}', 'x?b=1'],
    ['x{?a}', 'x?a=1&a=2'],
    ['x{?a}', 'x?a=%C3'],
    ['x{?a}', 'x?ab=1'],
    ['x{?m*}', 'x?k=1&k=2'],
    ['x{?m*}', 'x?%C3=1'],
    ['{a,b}', '1,2,3'],
    ['{x:3}', 'abcd'],
    ['{/v:1,v}', '/w/value'],
    ['{a}/{a}', 'x/y'],
    ['{l*}', 'a,%C3'],
    ['{l*}', 'a,'],
  ])('%s does not take %s', (template, uri) => {
    verifies('R203', 'R204', 'R205');
    expect(match(template, uri)).toBe(undefined);
  });

  test('what is found has no names that nobody put there', () => {
    const found = match('x://{a}{?m*}', 'x://1?k=v') ?? {};
    expect(found['constructor']).toBe(undefined);
    expect((found['m'] as Record<string, string>)['toString']).toBe(undefined);
  });
});

describe('parse', () => {
  test.each([
    ['x://{}', 'is no variable'],
    ['x://{a', 'a brace has no partner'],
    ['x://a}', 'a brace has no partner'],
    ['x://{{a}}', 'a brace has no partner'],
    ['x://{a,}', 'is no variable'],
    ['x://{a:0}', 'is no variable'],
    ['x://{a:10000}', 'is no variable'],
    ['x://{a*:3}', 'is no variable'],
    ['x://{!a}', 'is no variable'],
    ['x://{a b}', 'is no variable'],
    ['x://a b/{c}', 'must be percent-encoded'],
    ['x://100%/{c}', 'must be percent-encoded'],
  ])('refuses %s', (template, why) => {
    expect(() => parseUriTemplate(template)).toThrow(
      expect.objectContaining({ code: 'INVALID_REGISTRATION', message: expect.stringContaining(why) }),
    );
  });

  test('tells the variables and how much is fixed', () => {
    expect(parseUriTemplate('x://{a}/y{?b,a,c*}')).toMatchObject({
      source: 'x://{a}/y{?b,a,c*}',
      variables: ['a', 'b', 'c'],
      literalLength: 6,
    });
  });
});

describe('expand', () => {
  test('takes what belongs to an object only', () => {
    expect(parseUriTemplate('{constructor}{a}').expand({ a: 1 })).toBe('1');
  });

  test('leaves absent members out, and a list that has no others', () => {
    const template = parseUriTemplate('x{?l*,m*}');
    expect(template.expand({ l: [null, 'a', undefined, 0], m: { k: undefined, b: false } })).toBe('x?l=a&l=0&b=false');
    expect(template.expand({ l: [null], m: {} })).toBe('x');
  });

  test('gives half a surrogate pair no bytes of its own', () => {
    expect(parseUriTemplate('{a}{+b}').expand({ a: 'x\ud800', b: '[\udfff]' })).toBe('x%EF%BF%BD[%EF%BF%BD]');
  });

  test('refuses a prefix of a list', () => {
    expect(() => parseUriTemplate('{a:3}').expand({ a: ['x'] })).toThrow('takes text, not a list or a map');
  });
});
