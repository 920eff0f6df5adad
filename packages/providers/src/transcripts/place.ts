/** Where programs keep what is theirs, and the plain files there. */
import { lstat, opendir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { TranscriptFile, TranscriptPlace } from '@zapomni/core/ports';

/** Paths in the way of the platform. */
export function joined({ platform }: TranscriptPlace, ...parts: string[]): string {
  return (platform === 'win32' ? path.win32 : path.posix).join(...parts);
}

export const inHome = (place: TranscriptPlace, ...parts: string[]): string => joined(place, place.home, ...parts);

/** A folder that a variable may name. */
export function named(place: TranscriptPlace, variable: string, ...fallback: string[]): string {
  return place.env[variable] || inHome(place, ...fallback);
}

/** Where programs with windows keep what is theirs. */
export function support(place: TranscriptPlace, ...parts: string[]): string {
  if (place.platform === 'darwin') return inHome(place, 'Library', 'Application Support', ...parts);
  const [variable, ...fallback] =
    place.platform === 'win32'
      ? (['APPDATA', 'AppData', 'Roaming'] as const)
      : (['XDG_CONFIG_HOME', '.config'] as const);
  return joined(place, named(place, variable, ...fallback), ...parts);
}

/** Plain files below a folder, by name; folders are followed to this depth, links to folders are not. */
export async function* filesBelow(
  folder: string,
  depth: number,
  wants: (name: string, folder: string) => boolean,
): AsyncGenerator<string> {
  const entries = await entriesOf(folder);
  for (const { name, isFolder, isFile } of entries) {
    const entry = path.join(folder, name);
    if (isFolder && depth > 1 && wants(`${name}/`, folder)) yield* filesBelow(entry, depth - 1, wants);
    else if (isFile && wants(name, folder)) yield entry;
  }
}

/** What is in the files below these folders. */
export async function* filesIn(
  client: string,
  folders: readonly string[],
  depth: number,
  wants: (name: string, folder: string) => boolean,
): AsyncGenerator<TranscriptFile> {
  for (const folder of folders)
    for await (const file of filesBelow(folder, depth, wants)) {
      const facts = await fileFacts(client, file);
      if (facts) yield facts;
    }
}

interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly isFile: boolean;
}

/** None of a folder that is not there or may not be read. */
async function entriesOf(folder: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  try {
    for await (const entry of await opendir(folder))
      entries.push({ name: entry.name, isFolder: entry.isDirectory(), isFile: entry.isFile() });
  } catch {
    return [];
  }
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Null for what is not there or is no plain file: a pipe would keep its reader waiting. */
export async function fileFacts(client: string, file: string): Promise<TranscriptFile | null> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) return null;
  const { size, mtimeMs } = found;
  return { client, path: file, bytes: size, modifiedAt: mtimeMs, version: `${size}:${mtimeMs}` };
}

/** With what was written of late and lies in the log beside it. */
export async function databaseFacts(client: string, file: string): Promise<TranscriptFile | null> {
  const [facts, log] = await Promise.all([fileFacts(client, file), lstat(`${file}-wal`).catch(() => null)]);
  if (!facts || !log || log.size === 0) return facts;
  return {
    ...facts,
    bytes: facts.bytes + log.size,
    modifiedAt: Math.max(facts.modifiedAt, log.mtimeMs),
    version: `${facts.version}:${log.size}:${log.mtimeMs}`,
  };
}

/** The name of a file without its folder and ending, in whichever way its path is written. */
export const baseName = (file: string): string => file.replace(/^.*[/\\]/, '').replace(/\.[^.]+$/, '');
