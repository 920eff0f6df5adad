/** A store that cannot be read to its end: what can still be read, brought into a backup from which a new one is made. */
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeBackup } from '@zapomni/core/backup';
import type { BackupFile, BlobStore } from '@zapomni/core/ports';
import { openSqliteStorage, salvageSqliteStore, type SalvageReport } from '@zapomni/db';
import { systemClock } from '@zapomni/providers';
import type { StoreSession } from '../migrate/with-stores.ts';
import { count } from '../output/in-words.ts';

interface Salvage {
  readonly file: BackupFile;
  readonly blobs: BlobStore;
  readonly now: number;
}

/** The rows go into a store beside the damaged one, which is only read. */
export async function backUpSalvaged(
  session: StoreSession,
  folder: string,
  { file, blobs, now }: Salvage,
): Promise<SalvageReport> {
  const draft = await mkdtemp(path.join(folder, 'salvage-'));
  const { busy_timeout_ms: busyTimeoutMs } = session.config;
  const open = () => session.open((logger) => openSqliteStorage({ dataDir: draft, busyTimeoutMs, logger }));
  try {
    const made = open();
    // The first call makes its tables.
    await made.version();
    await made.close();
    const report = await salvageSqliteStore(folder, draft, now);
    const storage = open();
    await makeBackup({ storage, blobs, clock: systemClock }, file, { signal: session.signal });
    await storage.close();
    return report;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

export function salvageJson({ rows, damaged, lostTexts, foundTexts }: SalvageReport): object {
  return { rows, damaged_tables: damaged, lost_texts: lostTexts, found_texts: foundTexts };
}

export function renderSalvage({ rows, damaged, lostTexts, foundTexts }: SalvageReport): string {
  const lines = [
    `The old store could not be read to its end: ${count(rows, 'row')} could be saved, some of ${damaged.join(', ') || 'none'} could not.`,
  ];
  if (lostTexts.length > 0) lines.push(`Memories whose text is lost:`, ...lostTexts.map((id) => `  ${id}`));
  if (foundTexts.length > 0)
    lines.push('Texts without anything else, remembered anew:', ...foundTexts.map((id) => `  ${id}`));
  return lines.join('\n');
}
