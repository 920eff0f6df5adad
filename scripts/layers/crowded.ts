/** Folders in which nobody finds anything any more: more source files than this, tests and generated ones aside. */
import path from 'node:path';
import type { SourceFile } from '../source/source-files.ts';
import type { Violation } from './check.ts';

const MOST = 25;
const NOT_COUNTED = /\.test\.ts$|\/generated\//;

export function findCrowded(files: readonly SourceFile[]): Violation[] {
  const folders = new Map<string, number>();
  for (const { path: file } of files) {
    if (NOT_COUNTED.test(file)) continue;
    const folder = path.posix.dirname(file);
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  return [...folders]
    .filter(([, count]) => count > MOST)
    .map(([file, count]) => ({
      file,
      line: 0,
      message: `holds ${count} source files; divide it by concern (${MOST} at most)`,
    }));
}
