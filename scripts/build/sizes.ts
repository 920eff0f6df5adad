/** What the build weighs, and how much it may. */
import { globSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';

export interface FileSize {
  /** Relative to the build folder, with forward slashes. */
  readonly file: string;
  readonly bytes: number;
}

export interface Budget {
  /** Files it covers; their sum counts. */
  readonly files: RegExp;
  readonly label: string;
  readonly bytes: number;
}

export function measure(outdir: string): FileSize[] {
  return globSync('**/*', { cwd: outdir })
    .map((file) => ({ file: file.replaceAll(path.sep, '/'), stat: statSync(path.join(outdir, file)) }))
    .filter(({ stat }) => stat.isFile())
    .map(({ file, stat }) => ({ file, bytes: stat.size }))
    .sort((a, b) => b.bytes - a.bytes || (a.file < b.file ? -1 : 1));
}

/** What is loaded when these sources are: their files and all that those import, but nothing that waits for an import(). */
export function loadedBy({ outputs }: Pick<Metafile, 'outputs'>, sources: readonly string[]): FileSize {
  const entries = Object.entries(outputs).filter(([, { entryPoint }]) => sources.includes(entryPoint ?? ''));
  if (entries.length < sources.length) throw new Error('A source that the start loads is no entry of the bundle.');
  const loaded = new Set(entries.map(([file]) => file));
  for (const file of loaded) {
    for (const imported of outputs[file]?.imports ?? []) {
      if (imported.kind === 'import-statement' && outputs[imported.path]) loaded.add(imported.path);
    }
  }
  const bytes = [...loaded].reduce((sum, file) => sum + (outputs[file]?.bytes ?? 0), 0);
  return { file: 'at the start', bytes };
}

export function sizeTable(sizes: readonly FileSize[]): string {
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  return [...sizes, { file: 'all', bytes: total }]
    .map(({ file, bytes }) => `${kilobytes(bytes).padStart(12)}  ${file}`)
    .join('\n');
}

/** One sentence per budget that is exceeded. */
export function overBudget(sizes: readonly FileSize[], budgets: readonly Budget[]): string[] {
  return budgets.flatMap(({ files, label, bytes }) => {
    const sum = sizes.filter(({ file }) => files.test(file)).reduce((total, size) => total + size.bytes, 0);
    return sum > bytes ? [`${label}: ${kilobytes(sum)}, the budget is ${kilobytes(bytes)}`] : [];
  });
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
