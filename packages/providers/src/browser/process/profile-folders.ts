/**
 * The browser's own folder: made for one process, for this user alone, and removed with it. What a process left behind that was killed, the next one
 * removes; its name says whose it was.
 */
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';

/** Processes of another machine or container may share the folder, and their numbers mean something else. */
function prefix(): string {
  return `zapomni-browser-${hostname().replaceAll(/[^\w.]/g, '_')}-`;
}

export function makeProfileFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), `${prefix()}${process.pid}-`));
}

export async function removeProfileFolder(folder: string): Promise<void> {
  // The browser's last processes may still be writing.
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

export async function removeLeftFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  const left = names.filter((name) => isLeft(name)).map((name) => path.join(tmpdir(), name));
  for (const folder of left) if (await isOurs(folder)) await removeProfileFolder(folder).catch(() => undefined);
}

function isLeft(name: string): boolean {
  const [, pid] = name.startsWith(prefix()) ? (/^(\d+)-/.exec(name.slice(prefix().length)) ?? []) : [];
  return pid !== undefined && !isAlive(Number(pid));
}

async function isOurs(folder: string): Promise<boolean> {
  const facts = await lstat(folder).catch(() => null);
  return facts !== null && facts.isDirectory() && facts.uid === (process.getuid?.() ?? facts.uid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
