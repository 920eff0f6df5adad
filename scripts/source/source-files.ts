import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface SourceFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

const SKIPPED = new Set(['node_modules', 'dist']);

/** Reads the files below `root` that match, in the order of their paths; dependencies and build results are left out. */
export function readSources(root: string, patterns: readonly string[]): SourceFile[] {
  return globSync(patterns, { cwd: root, exclude: (entry) => SKIPPED.has(path.basename(entry)) })
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort()
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }));
}
