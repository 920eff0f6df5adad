/** A folder of backups after a new one: the newest stay. */
import type { BackupFolder } from '../../ports/index.ts';
import { backupTime } from './backup-format.ts';

const DRAFT_END = '.part';
/** What is being written for so long is not being written any more: whoever began it is gone. */
const DRAFT_AGE_MS = 86_400_000;

export interface Rotation {
  readonly keep: number;
  readonly now: number;
}

/** How many backups went. What others named, or were named by others, is not looked at. */
export async function rotateBackups(folder: BackupFolder, { keep, now }: Rotation): Promise<number> {
  const names = await folder.names();
  let removed = 0;
  for (const name of surplusBackups(names, keep)) if (await folder.remove(name)) removed += 1;
  for (const name of deadDrafts(names, now)) await folder.remove(name);
  return removed;
}

/** Which of the files in a folder may go when the newest `keep` backups stay. */
export function surplusBackups(names: readonly string[], keep: number): string[] {
  const backups = names.filter((name) => backupTime(name) !== null).toSorted();
  return backups.slice(0, Math.max(0, backups.length - keep));
}

function deadDrafts(names: readonly string[], now: number): string[] {
  return names.filter((name) => {
    const begun = name.endsWith(DRAFT_END) ? backupTime(name.slice(0, -DRAFT_END.length)) : null;
    return begun !== null && now - begun > DRAFT_AGE_MS;
  });
}
