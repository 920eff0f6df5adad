import { constants } from 'node:fs';
import { lstat, mkdir, open, readFile, realpath, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { HookStep } from '@zapomni/core/ports';
import { ZapomniError } from '@zapomni/core/errors';

/** `tops`: nothing outside of these is touched, wherever links lead. */
export async function applyStep(step: HookStep, tops: readonly string[]): Promise<void> {
  for (const place of step.kind === 'move' ? [step.from, step.to] : [step.path]) await requireInside(place, tops);
  switch (step.kind) {
    case 'make_folder':
      await mkdir(step.path);
      return;
    case 'remove_folder':
      // Whatever else has come into it stays.
      await rmdir(step.path).catch(() => undefined);
      return;
    case 'move':
      await requireBytes(step.to, step.before);
      await rename(step.from, step.to);
      return;
    case 'remove':
      await rm(step.path);
      return;
    case 'write':
      await write(step);
  }
}

async function requireInside(place: string, tops: readonly string[]): Promise<void> {
  const folder = await realpath(path.dirname(place)).catch(() => {
    throw new ZapomniError('NOT_FOUND', 'The folder that core.hooksPath names does not exist.');
  });
  const real = await Promise.all(tops.map((top) => realpath(top)));
  const isInside = real.some((top) => folder === top || folder.startsWith(`${top}${path.sep}`));
  if (!isInside) throw new ZapomniError('FORBIDDEN', 'A hook would be written outside of the repository.');
}

/** Git's own way: whoever changes a file writes `<name>.lock` first, which only one can make. */
async function write({ path: place, bytes, mode, before }: Extract<HookStep, { kind: 'write' }>): Promise<void> {
  const lock = `${place}.lock`;
  const there = await lstat(place).catch(() => null);
  const handle = await open(lock, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600).catch(busy);
  try {
    await requireBytes(place, before);
    await handle.writeFile(bytes, 'latin1');
    await handle.chmod(there ? there.mode & 0o7777 : mode);
    await handle.sync();
    await handle.close();
    await rename(lock, place);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(lock, { force: true });
    throw error;
  }
}

function busy(error: NodeJS.ErrnoException): never {
  if (error.code !== 'EEXIST') throw error;
  throw new ZapomniError('CONFLICT', 'Another program is changing the hooks or the configuration of the repository.', {
    hint: 'Try again in a moment. If nothing runs, remove the `.lock` file that was left behind.',
  });
}

async function requireBytes(place: string, before: string | null): Promise<void> {
  const there = await lstat(place).catch(() => null);
  const isSame =
    before === null ? there === null : there?.isFile() === true && (await readFile(place, 'latin1')) === before;
  if (!isSame) throw new ZapomniError('CONFLICT', 'A hook was changed by another program meanwhile.');
}
