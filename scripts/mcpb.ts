/** `npm run mcpb`: dist/ as one file that Claude Desktop installs, on every platform (zapomni-<version>.mcpb). `npm run build` comes first. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { makeBundle } from './mcpb/make-bundle.ts';

const root = path.join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
const outfile = path.join(root, `zapomni-${version}.mcpb`);

if (existsSync(path.join(root, 'dist', 'zapomni.js'))) {
  await makeBundle({ product: root, modules: path.join(root, 'node_modules'), outfile });
  console.log(`${path.basename(outfile)}: ${(statSync(outfile).size / 1e6).toFixed(1)} MB`);
} else {
  console.error('There is no dist/ to bundle. Run: npm run build');
  process.exitCode = 1;
}
