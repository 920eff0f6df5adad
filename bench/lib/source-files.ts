/** Files that people wrote, to be read as source. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createCodeParser } from '@zapomni/providers/parsers';

const LONGEST = 900_000;
export const OURS = join(import.meta.dirname, '..', '..');

/** Of the library that python3 comes with, tests last; null where it is not installed. */
export function pythonFiles(most: number): { readonly root: string; readonly files: string[] } | null {
  const asked = spawnSync('python3', ['-c', 'import sysconfig; print(sysconfig.get_path("stdlib"))'], {
    encoding: 'utf8',
  });
  if (asked.status !== 0) return null;
  const root = asked.stdout.trim();
  const all = [...filesIn(root, /\.py$/, /^(?:site-packages|__pycache__)$/)];
  const isTest = (path: string) => /\/(?:tests?|idle_test)\//.test(path);
  return { root, files: [...all.filter((path) => !isTest(path)), ...all.filter(isTest)].slice(0, most) };
}

/** Of the packages that this project is made with, then its own. */
export function typescriptFiles(most: number): string[] {
  const source = /(?<!\.d)\.ts$/;
  const inPackages = [...filesIn(join(OURS, 'node_modules'), source, /^\.|^@zapomni$/)];
  return [...inPackages, ...filesIn(join(OURS, 'packages'), source, /^node_modules$/)].slice(0, most);
}

/** Only what people wrote: what indexing would leave out, nobody here reads. */
function* filesIn(folder: string, name: RegExp, but: RegExp): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !but.test(entry.name)) yield* filesIn(path, name, but);
    else if (entry.isFile() && name.test(entry.name) && isSource(path)) yield path;
  }
}

const { notSource } = createCodeParser({ logger: { log: () => undefined, child: (): never => undefined as never } });

function isSource(path: string): boolean {
  if (statSync(path).size > LONGEST) return false;
  const text = readFileSync(path, 'utf8');
  return text.trim() !== '' && notSource(plainly(path), text) === null;
}

/** Not where packages of others are kept, which indexing would leave out. */
function plainly(path: string): string {
  return path.replaceAll('node_modules', 'packages');
}

/** Into the folder `files` of this one; where they are then. */
export function copied(folder: string, root: string, files: readonly string[]): string[] {
  return files.map((path) => {
    const to = join(folder, 'files', plainly(relative(root, path)));
    mkdirSync(dirname(to), { recursive: true });
    cpSync(path, to);
    return to;
  });
}
