import { describe, expect, test } from 'vitest';
import { parseParts } from './parse.ts';
import { compile } from './program.ts';
import { scan } from './scan.ts';
import { parseUriTemplate } from './uri-template.ts';

const HOSTILE: [string, (size: number) => string][] = [
  ['x://{+a}{+b}{+c}{+d}{+e}/z', (size) => `x://${'/'.repeat(size)}`],
  ['x://{+a}{+b}{+c}{+d}{+e}/z', (size) => `x://${'q'.repeat(size)}/z`],
  ['x://{+a}/{+b}/{+c}/{+d}/z', (size) => `x://${'/'.repeat(size)}`],
  ['{+a*}{+b*}{+c*}!', (size) => 'a,'.repeat(size / 2)],
  ['{+a*}{+b*}{+c*}', (size) => `${'a,'.repeat(size / 2)}a`],
  ['x{/p*}{/q*}{.r*}', (size) => `x${'/a.b'.repeat(size / 4)}`],
  ['x{?a*,b*}{&c*}{&d*}#', (size) => `x?${'k=v&'.repeat(size / 4)}k`],
  ['{a:9000}{b:9000}{c:9000}', (size) => 'a'.repeat(size)],
  ['{a}{b}{c}', (size) => '%E2%82%AC'.repeat(size / 8)],
];

describe('the work of a match', () => {
  test.each(HOSTILE)('%s grows as the URI does', (source, uri) => {
    const program = compile(parseParts(source));
    const steps = [4096, 8192, 16_384].map((size) => scan(program, uri(size)).steps);
    const [small = 0, medium = 0, large = 0] = steps;
    expect(medium / small).toBeLessThan(2.05);
    expect(large / medium).toBeLessThan(2.05);
    // Every node looks at every position once, and the walk passes once more.
    expect(large).toBeLessThan(16_500 * 2 * (program.consuming.length + program.choices.length));
  });

  test('100 kB against five wild variables', () => {
    // With backtracking this takes longer than anyone can wait.
    const template = parseUriTemplate('x://{+a}{+b}{+c}{+d}{+e}/z');
    expect(template.match(`x://${'/'.repeat(100_000)}`)).toBe(undefined);
    expect(template.match(`x://${'q'.repeat(100_000)}/z`)).toMatchObject({ b: 'q', e: 'q' });
  });
});
