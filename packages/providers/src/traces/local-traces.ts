/** Caches and copies in folders of this machine. */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { StoreCopy, Traces } from '@zapomni/core/ports';

export interface LocalTracesOptions {
  readonly dataDir: string;
  /** Absolute: files, and folders of which every file counts. */
  readonly caches: readonly string[];
  /** Absolute folders. */
  readonly backups: string;
  readonly exports: string;
}

/** An upgrade that changes what is stored keeps the store as it was before; so does a restore in the place of a store. */
const OLD_STORE = /^(?:zapomni\.v\d+\.backup\.db|aside-.+|restore-.+\.partial)$/;

export function createLocalTraces({ dataDir, caches, backups, exports }: LocalTracesOptions): Traces {
  const toCopy = async (kind: StoreCopy['kind'], file: string): Promise<StoreCopy[]> => {
    const facts = await stat(file).catch(ignoreMissing);
    if (!facts) return [];
    const inside = path.relative(dataDir, file);
    const name = inside.startsWith('..') || path.isAbsolute(inside) ? file : inside;
    return [{ kind, name, madeAt: Math.floor(facts.mtimeMs) }];
  };
  return {
    async clearCaches() {
      const files = (await Promise.all(caches.map(filesAt))).flat();
      await Promise.all(files.map((file) => rm(file, { force: true })));
      return files.length;
    },
    async copies() {
      const names = (await readdir(dataDir).catch(ignoreMissing)) ?? [];
      const old = names.filter((name) => OLD_STORE.test(name)).map((name) => path.join(dataDir, name));
      const found = await Promise.all([
        ...[...old, ...(await filesAt(backups))].map((file) => toCopy('backup', file)),
        ...(await filesAt(exports)).map((file) => toCopy('export', file)),
      ]);
      return found.flat().toSorted((one, other) => other.madeAt - one.madeAt);
    },
  };
}

/** The file itself, or the plain files of a folder; nothing where nothing is. */
async function filesAt(place: string): Promise<string[]> {
  const facts = await stat(place).catch(ignoreMissing);
  if (!facts) return [];
  if (facts.isFile()) return [place];
  const entries = await readdir(place, { withFileTypes: true }).catch(ignoreMissing);
  return (entries ?? []).filter((entry) => entry.isFile()).map(({ name }) => path.join(place, name));
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
