/** Can the data folder be made and written, and is there room? */
import { constants, existsSync, statSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import path from 'node:path';
import { size } from '../output/in-words.ts';
import { broken, ok, warning, type Check } from './check.ts';

const NAME = 'Data folder';
const LITTLE_BYTES = 200_000_000;
const TOO_LITTLE_BYTES = 10_000_000;
const ELSEWHERE = 'Set another one with ZAPOMNI_DATA_DIR or --data-dir.';

export async function checkDataFolder(dataDir: string): Promise<Check> {
  const existing = nearestExisting(dataDir);
  if (!statSync(existing).isDirectory()) return broken(NAME, `${existing} is not a folder`, ELSEWHERE);
  try {
    await access(existing, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const verb = existing === dataDir ? 'cannot be written' : 'cannot be made: the folder above it cannot be written';
    return broken(NAME, `${dataDir} ${verb}`, `Correct the permissions of ${existing}. ${ELSEWHERE}`);
  }
  return withSpace(dataDir, existing);
}

async function withSpace(dataDir: string, existing: string): Promise<Check> {
  const { bavail, bsize } = await statfs(existing);
  const free = bavail * bsize;
  const detail = `${dataDir}${existing === dataDir ? '' : ' (made with the first memory)'}, ${size(free)} free`;
  if (free < TOO_LITTLE_BYTES) return broken(NAME, detail, `Free some space. ${ELSEWHERE}`);
  return free < LITTLE_BYTES ? warning(NAME, detail, 'Little room is left; free some space.') : ok(NAME, detail);
}

function nearestExisting(folder: string): string {
  return existsSync(folder) || path.dirname(folder) === folder ? folder : nearestExisting(path.dirname(folder));
}
