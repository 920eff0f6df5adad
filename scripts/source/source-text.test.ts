import { describe, expect, it } from 'vitest';
import { codeOnly, lineAt, withoutComments } from './source-text.ts';

describe('withoutComments', () => {
  it.each([
    ['line comment', "a; // import 'x'\nb;", /^a; +\nb;$/],
    ['block comment', "a; /* import 'x'\n */ b;", /^a; +\n +b;$/],
    ['slashes in a string', "const u = 'http://x'; // y", /^const u = 'http:\/\/x'; +$/],
    ['slashes in a template', 'const u = `http://x/*`; b;', /^const u = `http:\/\/x\/\*`; b;$/],
    ['quotes in a pattern', 's.match(/[\'"`]/); b; // c', /^s\.match\(\/\['"`\]\/\); b; +$/],
    ['escaped slash in a pattern', 's.split(/\\//); b;', /^s\.split\(\/\\\/\/\); b;$/],
    ['slash in a character class', 'x = /[/*]/; b;', /^x = \/\[\/\*\]\/; b;$/],
    ['division', 'a = b / c; // d', /^a = b \/ c; +$/],
  ])('%s', (_name, source, expected) => {
    const text = withoutComments(source);
    expect(text).toMatch(expected);
    expect(text).toHaveLength(source.length);
  });
});

describe('codeOnly', () => {
  it('blanks strings and patterns and keeps what a template evaluates', () => {
    const text = codeOnly("f('process.env', /process.env/); g(`${process.env.A}`);");
    expect(text.match(/process\.env/g)).toHaveLength(1);
    expect(text).toContain('g(`${process.env.A}`)');
  });
});

describe('lineAt', () => {
  it('counts from one', () => {
    expect(lineAt('a\nb\nc', 0)).toBe(1);
    expect(lineAt('a\nb\nc', 4)).toBe(3);
  });
});
