import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { GeneratedFile } from './generate.ts';

/** The files on disk that differ from what they should be, by path. */
export function findStale(root: string, files: readonly GeneratedFile[]): GeneratedFile[] {
  return files.filter(({ path: file, text, encoding }) => {
    const target = path.join(root, file);
    return !existsSync(target) || readFileSync(target, encoding ?? 'utf8') !== text;
  });
}

export function writeFiles(root: string, files: readonly GeneratedFile[]): void {
  for (const { path: file, text, encoding } of files) {
    const target = path.join(root, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text, encoding ?? 'utf8');
  }
}
