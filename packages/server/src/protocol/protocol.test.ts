import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifies } from '@zapomni/testkit/verifies';
import { expect, test } from 'vitest';
import { METHOD, NOTIFICATION, RPC_ERROR } from './protocol.ts';

const SOURCES = join(import.meta.dirname, '..');

test('methods, notifications and error numbers have names, and are written out nowhere else', () => {
  verifies('R291');
  const sources = globSync('**/*.ts', { cwd: SOURCES })
    .filter((file) => !/\.test\.ts$|^testing|\/testing\/|^protocol\/protocol\.ts$/.test(file))
    .map((file) => [file, readFileSync(join(SOURCES, file), 'utf8')] as const);
  expect(sources.length).toBeGreaterThan(50);
  const named = [...Object.values(METHOD), ...Object.values(NOTIFICATION)].filter((name) => name.includes('/'));
  const literals = [...named.map((name) => `'${name}'`), ...Object.values(RPC_ERROR).map(String)];
  const found = sources.flatMap(([file, text]) => {
    const plain = text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '').replaceAll('_', '');
    return literals.filter((literal) => plain.includes(literal)).map((literal) => `${file}: ${literal}`);
  });
  expect(found).toEqual([]);
});
