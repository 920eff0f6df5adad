/**
 * `npm run build`: dist/, the whole of what is published. The command, the file for hooks, what it loads, the six workers and their shared
 * chunks, PDFium, the runtime of models in WebAssembly, the grammars of code, styles of citations, the model with its licence, and the licences of all that was bundled. `npm pack` runs it first.
 */
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { buildDashboard } from './build/dashboard.ts';
import { BUILTIN_MODEL_FILES, findBuiltinModel } from '../packages/providers/src/embed/builtin-model.ts';
import { HEADS_SHA256 } from '../packages/providers/src/extract/heads/weights.ts';
import { bundle, bundleAlone } from './build/bundle.ts';
import { copyGrammars, GRAMMAR_PACKAGES } from './build/grammars.ts';
import { collectLicences } from './build/licences.ts';
import { copyModel } from './build/model.ts';
import { copyStyles } from './build/styles.ts';
import { copyWasmRuntime } from './build/wasm-runtime.ts';
import { loadedBy, measure, overBudget, sizeTable, type Budget } from './build/sizes.ts';

const root = path.join(import.meta.dirname, '..');
const outdir = path.join(root, 'dist');
const SOURCES = {
  command: { name: 'zapomni', source: 'packages/cli/bin/zapomni.ts' },
  modules: {
    main: 'packages/cli/src/main.ts',
    'db-worker': 'packages/db/src/drivers/sqlite/connection/worker.ts',
    'embed-worker': 'packages/providers/src/embed/workers/worker.ts',
    'document-worker': 'packages/providers/src/readers/thread/worker.ts',
    'parser-worker': 'packages/providers/src/parsers/processes/worker.ts',
    'style-worker': 'packages/providers/src/styles/thread/worker.ts',
    'link-worker': 'packages/cli/src/linking/worker.ts',
  },
  // The first is native, the second has a licence by which it stays a package of its own, and the third loads files of its own by their paths.
  external: ['onnxruntime-node', 'citeproc', 'playwright-core'],
};

/** What clients run at their events: loaded at every prompt, so that every kilobyte is waited for. */
const HOOK = 'packages/cli/src/hook/hook.ts';

/** Who has PDFium; its WebAssembly is looked for beside the bundle. */
const READERS = path.join(root, 'packages/providers/package.json');

/** The weights of the reader's heads, and where the texts came from that they were trained on. */
const HEADS = path.join(root, 'packages/providers/heads');

/** What a client's `zapomni` loads before it answers the first call. */
const START = [
  'packages/cli/src/main.ts',
  'packages/cli/src/commands/server/serve.ts',
  'packages/cli/src/serve/serve-mcp.ts',
  'packages/mcp/src/tools/memory.ts',
  'packages/mcp/src/tools/workspaces.ts',
];

const BUDGETS: Budget[] = [
  // A megabyte of code is six of memory and forty milliseconds: what another group of tools needs has to wait for it.
  { label: 'What a start loads', files: /^at the start$/, bytes: 1_800_000 },
  { label: 'The page, all of it', files: /^dashboard\//, bytes: 500_000 },
  { label: 'The command', files: /^zapomni\.js$/, bytes: 2_000 },
  { label: 'The hook', files: /^hook\.mjs$/, bytes: 6_000 },
  // Most of it is loaded when it is first asked for; papers and what is new of them are a fifth of it.
  { label: 'All code', files: /^(?!pdfjs-|dashboard\/|static\.extrasmall-).*\.js$/, bytes: 5_650_000 },
  // Statistics of sixty languages, loaded where a model of other languages is installed and by nobody else.
  { label: 'The guess of languages', files: /^static\.extrasmall-.*\.js$/, bytes: 1_000_000 },
  { label: 'The second reader of PDF', files: /^pdfjs-.*\.js$/, bytes: 1_750_000 },
  { label: 'PDFium', files: /^pdfium\.wasm$/, bytes: 4_700_000 },
  // Forty-three of them and what runs them; packed already, so the tarball takes as much.
  { label: 'The grammars', files: /^grammars\//, bytes: 4_300_000 },
  // For machines on which the native library does not load; packed already.
  { label: 'The runtime in WebAssembly', files: /^onnxruntime\.wasm\.br$/, bytes: 3_000_000 },
  { label: 'The styles and locales', files: /^styles\//, bytes: 120_000 },
  { label: 'The model', files: /^model\//, bytes: 36_000_000 },
];

async function main(): Promise<void> {
  await rm(outdir, { recursive: true, force: true });
  const metafile = await bundle({ root, outdir, ...SOURCES });
  await bundleAlone({ root, outfile: path.join(outdir, 'hook.mjs'), source: HOOK });
  await copyFile(createRequire(READERS).resolve('@embedpdf/pdfium/pdfium.wasm'), path.join(outdir, 'pdfium.wasm'));
  await copyGrammars(path.join(outdir, 'grammars'));
  await copyStyles(path.join(outdir, 'styles'));
  await copyWasmRuntime(outdir);
  await buildDashboard(path.join(outdir, 'dashboard'));
  await copyModel(findBuiltinModel(), path.join(outdir, 'model'), BUILTIN_MODEL_FILES);
  await copyModel(HEADS, path.join(outdir, 'model'), { 'heads.bin': HEADS_SHA256 });
  await copyFile(path.join(HEADS, 'NOTICE'), path.join(outdir, 'model', 'NOTICE-heads'));
  await writeFile(
    path.join(outdir, 'THIRD-PARTY-LICENSES.txt'),
    `${collectLicences(root, metafile, GRAMMAR_PACKAGES)}\n`,
  );
  const sizes = measure(outdir);
  console.log(sizeTable(sizes));
  const excess = overBudget([...sizes, loadedBy(metafile, START)], BUDGETS);
  if (excess.length > 0) throw new Error(`Over the budget in scripts/build.ts. ${excess.join('. ')}.`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
