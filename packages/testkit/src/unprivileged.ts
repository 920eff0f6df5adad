/** For tests of what may not be read or written: root may do everything, so that such a test needs someone else. */
import { spawnSync } from 'node:child_process';

const NOBODY = 65_534;

/**
 * How to start a process that is not root: nothing to add when we are not root ourselves, another user when we are and that
 * user can reach this Node and `script`. Undefined when there is no such way: the test is then to be skipped.
 */
export function unprivileged(script: string): { readonly uid?: number } | undefined {
  if (!process.getuid) return undefined;
  if (process.getuid() !== 0) return {};
  const read = `require('node:fs').readFileSync(${JSON.stringify(script)})`;
  const { status } = spawnSync(process.execPath, ['-e', read], { uid: NOBODY, gid: NOBODY, cwd: '/' });
  return status === 0 ? { uid: NOBODY } : undefined;
}
