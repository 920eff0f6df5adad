/**
 * Loaded before a command (`node --import`): the process dies, as of kill -9, before the n-th time that it changes a name
 * that the given pattern fits. So that a trial can end it at each step of a move, and not only at moments that chance finds.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { DIE_AT = '', DIE_IN = '' } = process.env;
const watched = new RegExp(DIE_IN);
let left = Number(DIE_AT);

type Change = (...args: unknown[]) => unknown;
const STEPS = ['link', 'rename', 'mkdir', 'rm', 'unlink', 'copyFile'];

function watch(owner: Record<string, Change>, name: string): void {
  const change = owner[name] as Change;
  owner[name] = (...args) => {
    if (args.some((one) => typeof one === 'string' && watched.test(one)) && --left === 0) {
      process.kill(process.pid, 'SIGKILL');
    }
    return change(...args);
  };
}

for (const name of STEPS) {
  watch(fs as unknown as Record<string, Change>, `${name}Sync`);
  watch(fs.promises as unknown as Record<string, Change>, name);
}
syncBuiltinESMExports();
