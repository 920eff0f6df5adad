/** Where an open file lies. Linux knows; elsewhere it has to be found out from the path that was opened. */
import { readlink, realpath, stat, type FileHandle } from 'node:fs/promises';
import { FileRefused } from './file-refused.ts';

/** One look can be deceived by a link that comes and goes at the right moments; so many in a row hardly. */
const LOOKS = 6;

/** `opened` is the path that was given to `open`. Throws a refusal `changed` when it is not to be found there. */
export async function pathOfOpenFile(
  handle: FileHandle,
  opened: string,
  platform: NodeJS.Platform = process.platform,
): Promise<string> {
  const known = platform === 'linux' ? await readlink(`/proc/self/fd/${handle.fd}`).catch(() => '') : '';
  // Not absolute: it lies outside of what this process can see, or there is no /proc.
  return known.startsWith('/') ? known : lookRepeatedly(handle, opened);
}

async function lookRepeatedly(handle: FileHandle, opened: string): Promise<string> {
  const place = await look(handle, opened);
  for (let i = 1; i < LOOKS; i++) if ((await look(handle, opened)) !== place) throw new FileRefused('changed');
  return place;
}

/** Where the path leads, if before and after it is the very file that is open. */
async function look(handle: FileHandle, opened: string): Promise<string> {
  try {
    const place = await realpath(opened);
    const there = await stat(place, { bigint: true });
    const here = await handle.stat({ bigint: true });
    if (there.ino === here.ino && there.dev === here.dev && (await realpath(opened)) === place) return place;
  } catch (cause) {
    throw new FileRefused('changed', { cause });
  }
  throw new FileRefused('changed');
}
