/** The files below what the user named, in the order of their names. Only plain files; links are not followed. */
import { lstatSync, opendirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { SourceFile } from '@zapomni/core/import';
import { invalidField } from '@zapomni/core/errors';

export interface FoundFile extends SourceFile {
  readonly bytes: number;
  /** The user named this very file. */
  readonly named: boolean;
}

/** Hidden folders and files are settings and bin; packages are not the user's own words. */
const LEFT_ALONE = /^\.|^node_modules$/;

export function findSourceFiles(place: string): FoundFile[] {
  const found = statSync(place, { throwIfNoEntry: false });
  if (!found) throw invalidField(place, 'there is no such file or folder');
  const root = realpathSync(place);
  if (found.isFile()) return [{ path: root, relative: path.basename(root), bytes: found.size, named: true }];
  if (!found.isDirectory()) throw invalidField(place, 'is neither a file nor a folder');
  return [...walk(root, '')];
}

function* walk(folder: string, prefix: string): Generator<FoundFile> {
  for (const name of namesIn(folder)) {
    const entry = path.join(folder, name);
    const stat = lstatSync(entry, { throwIfNoEntry: false });
    if (stat?.isDirectory()) yield* walk(entry, `${prefix}${name}/`);
    else if (stat?.isFile()) yield { path: entry, relative: `${prefix}${name}`, bytes: stat.size, named: false };
  }
}

/** None of a folder that may not be read. */
function namesIn(folder: string): string[] {
  try {
    const names: string[] = [];
    const dir = opendirSync(folder);
    for (let entry = dir.readSync(); entry; entry = dir.readSync()) names.push(entry.name);
    dir.closeSync();
    return names.filter((name) => !LEFT_ALONE.test(name)).toSorted();
  } catch {
    return [];
  }
}
