/** What the name of a module stands for. */
export type Found =
  | { readonly file: number }
  /** A folder that modules lie in. */
  | { readonly folder: string }
  | { readonly external: string };

export interface Modules {
  /** `from` as it is written in an import of the file. */
  resolve(path: string, from: string): Found;
  /** A module that lies in another, where attributes reach it. */
  inside?(folder: string, name: string): Found | null;
}

export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

export function join(folder: string, rest: string): string {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of rest.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** The folders around a path, the nearest first; '' is the repository's own. */
export function foldersAround(path: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) folders.push(folder);
  return [...folders, ''];
}
