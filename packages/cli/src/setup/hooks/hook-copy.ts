/**
 * The hook file lies in the data folder, where no update of a package and no cache of npx takes it away, and knows its data by that. Setup puts
 * it there, and a server that finds another version of it there puts its own in its place.
 */
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const NAME = 'hook.mjs';
/** Beside the bundle; from source there is none, and the source itself will do. */
const BUILT = path.join(import.meta.dirname, NAME);
const SOURCE = path.join(import.meta.dirname, '..', '..', 'hook', 'hook.ts');

const hookFile = (dataDir: string): string => path.join(dataDir, 'hooks', NAME);

/** A command that every shell and every client takes: double quotes, forward slashes, no arguments. */
export const hookCommand = (dataDir: string): string => `node "${hookFile(dataDir).replaceAll('\\', '/')}"`;

export async function placeHook(dataDir: string): Promise<void> {
  const file = hookFile(dataDir);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.tmp`;
  if (existsSync(BUILT)) await copyFile(BUILT, draft);
  else await writeFile(draft, `import ${JSON.stringify(pathToFileURL(SOURCE).href)};\n`, { mode: 0o600 });
  await rename(draft, file);
}

/** Only where one lies already. */
export async function refreshHook(dataDir: string): Promise<void> {
  const [there, own] = await Promise.all([
    readFile(hookFile(dataDir)).catch(() => null),
    readFile(BUILT).catch(() => null),
  ]);
  if (there && own && !there.equals(own)) await placeHook(dataDir);
}

export async function removeHook(dataDir: string): Promise<void> {
  await rm(path.dirname(hookFile(dataDir)), { recursive: true, force: true });
}
