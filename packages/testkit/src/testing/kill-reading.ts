/** Kills a process that reads a store (`reading-process.ts`) once no more than so many memories are left to it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';

export async function killReading(args: readonly string[], left: number): Promise<void> {
  const child = fork(new URL('./reading-process.ts', import.meta.url), args, { execArgv: [] });
  await new Promise<void>((resolve, reject) => {
    child.on('message', (waiting) => Number(waiting) <= left && resolve());
    child.once('exit', () => reject(new Error('it ended by itself')));
  });
  child.removeAllListeners('exit');
  child.kill('SIGKILL');
  await once(child, 'exit');
}
