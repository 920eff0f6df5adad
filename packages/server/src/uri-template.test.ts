import { verifies } from '@zapomni/testkit/verifies';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseUriTemplate } from './uri-template.ts';

const match = (template: string, uri: string) => {
  const found = parseUriTemplate(template).match(uri);
  return found && { ...found };
};

describe('parseUriTemplate', () => {
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
    ['x://{+name}', 'x://a%20b/%E2%82%AC', { name: 'a b/€' }],
    ['x://{__proto__}', 'x://1', { ['__proto__']: '1' }],
    ['x://{a}{/b}{/c}', 'x://1/2/3', { a: '1', b: '2', c: '3' }],
    ['x://{a}{/b}{/c}', 'x://1/2', { a: '1', b: '2' }],
    ['{+all}', 'anything at all?#', { all: 'anything at all?#' }],
  ])('%s takes %s', (template, uri, variables) => {
    verifies('R203', 'R204', 'R205', 'R206');
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
    ['x://{a}', `x://${'a'.repeat(70_000)}`],
    ['', 'x'],
  ])('%s does not take %s', (template, uri) => {
    verifies('R203', 'R204', 'R205');
    expect(match(template, uri)).toBe(undefined);
  });

  test.each([
    'x://{?q}',
    'x://{a,b}',
    'x://{a*}',
    'x://{a:3}',
    'x://{}',
    'x://{a',
    'x://a}',
    'x://{{a}}',
    'x://{a}/{a}',
    'x://{#f}',
  ])('refuses %s when it is registered', (template) => {
    expect(() => parseUriTemplate(template)).toThrow(expect.objectContaining({ code: 'INVALID_REGISTRATION' }));
  });

  test('finds again what was put in', () => {
    const value = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(value, value, fc.option(value), (a, b, c) => {
        const uri = `x://${encodeURIComponent(a)}/y/${encodeURIComponent(b)}${c === null ? '' : `/${encodeURIComponent(c)}`}`;
        expect(match('x://{a}/y/{b}{/c}', uri)).toEqual({ a, b, ...(c === null ? {} : { c }) });
      }),
    );
  });

  test('a hostile URI for a template of many wild parts is no work', () => {
    // With backtracking this takes longer than anyone can wait.
    const template = parseUriTemplate('x://{+a}{+b}{+c}{+d}{+e}{+f}/z');
    expect(template.match(`x://${'/'.repeat(20_000)}`)).toBe(undefined);
    expect(template.match(`x://${'q'.repeat(20_000)}/z`)).toMatchObject({ b: 'q', f: 'q' });
  });
});
