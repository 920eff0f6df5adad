/** Bundles the page into a folder: names carry a hash of what is in them, and the start page names them. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

const SHARED = {
  bundle: true,
  format: 'esm',
  minify: true,
  target: 'es2023',
  legalComments: 'none',
  logLevel: 'warning',
  jsx: 'automatic',
  jsxImportSource: 'preact',
} as const;

export async function buildDashboard(outdir: string): Promise<void> {
  const source = path.join(import.meta.dirname, '../../packages/dashboard/src');
  await mkdir(outdir, { recursive: true });
  const worker = await buildWorker(source, outdir);
  const { outputFiles } = await build({
    ...SHARED,
    entryPoints: { page: path.join(source, 'main.tsx') },
    outdir,
    splitting: true,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    // The address of the worker is known only now.
    plugins: [
      {
        name: 'worker-address',
        setup({ onLoad }) {
          onLoad({ filter: /generated\/worker\.ts$/ }, () => ({
            contents: `export const LAYOUT_WORKER = ${JSON.stringify(`/${worker}`)};`,
            loader: 'ts',
          }));
        },
      },
    ],
    write: false,
  });
  for (const { path: file, contents } of outputFiles) await writeFile(file, contents);
  const script =
    outputFiles.map(({ path: file }) => path.basename(file)).find((name) => name.startsWith('page-')) ?? '';
  const style = await buildStyle(source, outdir);
  const start = await readFile(path.join(source, 'index.html'), 'utf8');
  await writeFile(
    path.join(outdir, 'index.html'),
    start.replace('/STYLE', `/${style}`).replace('/SCRIPT', `/${script}`),
  );
}

async function buildWorker(source: string, outdir: string): Promise<string> {
  const { outputFiles } = await build({
    ...SHARED,
    entryPoints: [path.join(source, 'graph/layout-worker.ts')],
    outdir,
    entryNames: 'layout-[hash]',
    write: false,
  });
  const [file] = outputFiles;
  if (!file) throw new Error('The worker of the page was not built.');
  await writeFile(file.path, file.contents);
  return path.basename(file.path);
}

async function buildStyle(source: string, outdir: string): Promise<string> {
  const { outputFiles } = await build({
    ...SHARED,
    entryPoints: [path.join(source, 'style.css')],
    outdir,
    target: 'chrome123',
    write: false,
  });
  const contents = outputFiles[0]?.contents ?? new Uint8Array();
  const name = `style-${createHash('sha256').update(contents).digest('hex').slice(0, 8)}.css`;
  await writeFile(path.join(outdir, name), contents);
  return name;
}
