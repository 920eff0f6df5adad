import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `onTestFinished` of vitest. */
export type AtEnd = (clean: () => Promise<void>) => void;

/** A folder that is gone when the test is over. */
export async function temporaryFolder(atEnd: AtEnd): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tokens-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
