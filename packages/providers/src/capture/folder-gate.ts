/** The switch is a file of the data folder, which every process of it can see: hooks, servers and importers ask it each time. */
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CaptureGate } from '@zapomni/core/ports';
import { offFile } from './off-file.ts';

export interface CaptureGateOptions {
  readonly dataDir: string;
  /** As the user wrote them. */
  readonly excluded: readonly string[];
  /** From what the user wrote to an absolute folder. */
  readonly toFolder: (written: string) => string;
}

const WHY = 'While this file is here, nothing of conversations is captured. `zapomni capture on` takes it away.\n';

export function createCaptureGate({ dataDir, excluded, toFolder }: CaptureGateOptions): CaptureGate {
  const folders = excluded.filter(isPath).map((written) => real(toFolder(written)));
  const names = new Set(excluded.filter((written) => !isPath(written)));
  return {
    excluded,
    isOpen: () => !existsSync(offFile(dataDir)),
    async set(open) {
      if (open) return rm(offFile(dataDir), { force: true });
      await mkdir(dataDir, { recursive: true, mode: 0o700 });
      await writeFile(offFile(dataDir), WHY, { mode: 0o600 });
    },
    isExcluded: (folder, workspace) =>
      names.has(workspace) || (folder !== null && folders.some((one) => isWithin(one, real(folder)))),
  };
}

/** A name of a workspace has no such signs. */
const isPath = (written: string): boolean => /[\\/~]|^\.+$/.test(written);

function isWithin(folder: string, other: string): boolean {
  const way = path.relative(folder, other);
  return way === '' || (!way.startsWith(`..${path.sep}`) && way !== '..' && !path.isAbsolute(way));
}

/** Links are followed where there is something; a folder that is gone is what it is called. */
function real(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return path.resolve(folder);
  }
}
