/** `npm run check:docs`: the pages that show the way through the sources name only files and folders that exist. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findNamedPaths, isThere } from './docs/named-paths.ts';

const PAGES = [
  'ARCHITECTURE.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
  'packages/*/README.md',
  'docs/search.md',
  'docs/graph.md',
];
const SKIPPED = new Set(['node_modules', 'dist', '.git']);

const root = path.join(import.meta.dirname, '..');
const files = globSync('{packages,scripts,test,docs,evals,bench,examples,.ci}/**/*', {
  cwd: root,
  exclude: (entry) => SKIPPED.has(path.basename(entry)),
}).concat(globSync('*.{json,md}', { cwd: root }));

const missing = globSync(PAGES, { cwd: root }).flatMap((page) =>
  findNamedPaths(readFileSync(path.join(root, page), 'utf8'))
    .filter(({ name }) => !isThere(name, files))
    .map(({ name, line }) => `${page}:${line} names ${name}, which is not there`),
);

for (const one of missing) console.error(one);
if (missing.length > 0) process.exitCode = 1;
else console.log('Every file that the pages name is there');
