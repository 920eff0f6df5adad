/**
 * Bundles what the tests start by the thousand: the command, and the threads and processes that it has. Every store of a test opens a thread,
 * and to load its modules one by one from their sources takes longer than all that it is then asked. What is bundled stays where it
 * was: it looks for its files beside its sources.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type OutputFile, type Plugin } from 'esbuild';

const root = path.join(import.meta.dirname, '../..');
const home = path.join(tmpdir(), 'zapomni-test-bundles');
const DAY_MS = 86_400_000;

/** As scripts/build.ts has them; named by where they are, because five are called worker. */
const ENTRIES = [
  'packages/cli/src/main.ts',
  'packages/db/src/drivers/sqlite/connection/worker.ts',
  'packages/providers/src/embed/workers/worker.ts',
  'packages/providers/src/readers/thread/worker.ts',
  'packages/providers/src/parsers/processes/worker.ts',
  'packages/providers/src/styles/thread/worker.ts',
  'packages/cli/src/linking/worker.ts',
];
const PRELOAD = 'test/bundle/take-bundle.ts';

/** Called by vitest before the tests and the processes that run them. */
export async function setup(): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [...ENTRIES, PRELOAD],
    outbase: root,
    outdir: '.',
    write: false,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.18',
    splitting: true,
    logLevel: 'error',
    banner: {
      js: 'import{createRequire as zapomniRequire}from"node:module";const require=zapomniRequire(import.meta.url);',
    },
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    define: {
      ZAPOMNI_BUNDLED: JSON.stringify(ENTRIES.map((entry) => path.join(root, entry))),
      ZAPOMNI_ROOT: JSON.stringify(root),
    },
    plugins: [inItsPlace, fromOurModules],
  });
  const hash = createHash('sha256');
  for (const file of outputFiles) hash.update(file.path).update('\0').update(file.contents);
  const folder = path.join(home, hash.digest('hex').slice(0, 32));
  if (!existsSync(folder)) await write(folder, outputFiles);
  process.env['ZAPOMNI_TEST_BUNDLE'] = folder;
}

/** Whole or not at all: others may be about to do the same. */
async function write(folder: string, files: readonly OutputFile[]): Promise<void> {
  await mkdir(home, { recursive: true });
  await removeOld();
  const draft = await mkdtemp(path.join(home, 'draft-'));
  // Some tests start commands as another user.
  await chmod(draft, 0o755);
  for (const file of files) {
    const place = path.join(draft, path.relative(root, file.path));
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, file.contents);
  }
  await writeFile(path.join(draft, 'package.json'), '{ "type": "module" }\n');
  await rename(draft, folder).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  });
}

async function removeOld(): Promise<void> {
  for (const name of await readdir(home)) {
    const place = path.join(home, name);
    const { mtimeMs } = await stat(place).catch(() => ({ mtimeMs: Date.now() }));
    if (mtimeMs < Date.now() - DAY_MS) await rm(place, { recursive: true, force: true });
  }
}

const inItsPlace: Plugin = {
  name: 'in-its-place',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]packages[\\/][^\\/]+[\\/]src[\\/].*\.ts$/ }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8');
      const contents = text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)));
      return { contents, loader: 'ts' };
    });
  },
};

/** Native, or looking for files of its own, or perhaps not there: taken from where it is installed. */
const fromOurModules: Plugin = {
  name: 'from-our-modules',
  setup({ onResolve, resolve }) {
    const filter = /^(?:onnxruntime-node|citeproc|playwright-core|canvas)$/;
    onResolve({ filter }, async ({ path: name, pluginData, ...asked }) => {
      if (pluginData === filter) return null;
      const found = await resolve(name, { ...asked, pluginData: filter });
      return { path: found.path === '' ? name : pathToFileURL(found.path).href, external: true };
    });
  },
};
