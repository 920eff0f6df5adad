import { expect, test } from 'vitest';
import { findNamedPaths, isThere } from './named-paths.ts';

const FILES = ['packages/core/src/app/app.ts', 'docs/search.md'];

test('paths in backticks are found with their lines; patterns, words and code are not', () => {
  const text =
    'See `app/app.ts` and\n`docs/search.md`, not `npm run gen`, `a.b()`, `<tool>.ts`, `*.ts` or `search_memory`.';
  expect(findNamedPaths(text)).toEqual([
    { name: 'app/app.ts', line: 1 },
    { name: 'docs/search.md', line: 2 },
  ]);
});

test.each([
  ['app/app.ts', true],
  ['app.ts', true],
  ['packages/core/src/', true],
  ['app/', true],
  ['pp.ts', false],
  ['packages/core/src/app.ts', false],
  ['services/', false],
])('%s is there: %s', (name, there) => {
  expect(isThere(name, FILES)).toBe(there);
});
