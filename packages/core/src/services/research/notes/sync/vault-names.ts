/** Names of files in a vault, as links find them. */
import { nameKey } from '../../../mirror/note/file-name.ts';

export class VaultNames {
  readonly #paths = new Set<string>();
  /** By their names without folder and `.md`. */
  readonly #byName = new Map<string, string[]>();

  clear(): void {
    this.#paths.clear();
    this.#byName.clear();
  }

  add(relative: string): void {
    const key = nameKey(relative);
    if (this.#paths.has(key)) return;
    this.#paths.add(key);
    const name = nameOf(key);
    this.#byName.set(name, [...(this.#byName.get(name) ?? []), relative]);
  }

  /** Asked with keys of names. */
  has(key: string): boolean {
    return this.#paths.has(key);
  }

  /** No other file is called so, in whichever folder. */
  isAlone(relative: string): boolean {
    return (this.#byName.get(nameOf(nameKey(relative)))?.length ?? 0) < 2;
  }

  /** Where a link leads that stands in a note: by path, or by name wherever it lies, the nearest first. Null for nowhere. */
  leadsTo(target: string, from: string): string | null {
    const key = nameKey(target.replace(/#.*$/s, '').trim()).replace(/\.md$/, '');
    const plain = joined(folderOf(nameKey(from)), key);
    const fitting = (this.#byName.get(nameOf(key)) ?? []).filter((relative) => {
      const path = nameKey(relative).replace(/\.md$/, '');
      return path === plain || path === key || path.endsWith(`/${key}`);
    });
    const exact = fitting.find((relative) => [plain, key].includes(nameKey(relative).replace(/\.md$/, '')));
    return exact ?? fitting.toSorted((a, b) => a.length - b.length)[0] ?? null;
  }
}

function nameOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1).replace(/\.md$/, '');
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** From a folder, with `..` on the way. */
function joined(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}${path}`.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  return parts.join('/');
}
