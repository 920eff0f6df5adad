/**
 * Which processes have ended. A name says where the process runs, its number there, and when it began: numbers are given again, to
 * processes that began later. Where that cannot be known (but on Linux) a number that somebody has may be its own.
 */
import { hash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname, networkInterfaces } from 'node:os';
import type { Processes } from '@zapomni/core/ports';

const BETWEEN = '/';
const PLACE_LENGTH = 16;

export function createProcesses(platform = process.platform): Processes {
  const place = hash('sha256', platform === 'linux' ? ofThisBoot() : ofThisMachine()).slice(0, PLACE_LENGTH);
  const began = platform === 'linux' ? stateIn(readFileSync('/proc/self/stat', 'utf8')).began : '';
  return {
    self: [place, process.pid, began].join(BETWEEN),
    async isGone(name) {
      const [where, number = '', since] = name.split(BETWEEN);
      const pid = /^\d+$/u.test(number) ? Number(number) : 0;
      if (where !== place || pid < 1) return false;
      if (pid === process.pid) return since !== began;
      if (!hasNumber(pid)) return true;
      return platform === 'linux' && (await isAnother(pid, since ?? ''));
    },
  };
}

/** Numbers mean the same from one start of the machine to the next, and in containers something else. */
function ofThisBoot(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8') + readlinkSync('/proc/self/ns/pid');
}

/** Two machines may have one name, and never the same cards. With another card it is taken for another machine. */
function ofThisMachine(): string {
  const cards = Object.values(networkInterfaces()).flatMap((some) => some?.map(({ mac }) => mac) ?? []);
  return [hostname(), ...new Set(cards.toSorted())].join(' ');
}

/** Also of somebody else's, who may not be asked. */
function hasNumber(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** One that nobody has buried yet has ended, too. What may not be looked at is taken for alive. */
async function isAnother(pid: number, since: string): Promise<boolean> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return false;
  const { state, began } = stateIn(text);
  return began !== since || state === 'Z' || state === 'X';
}

/** The name of the program, in parentheses, may hold anything. */
function stateIn(stat: string): { readonly state: string; readonly began: string } {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', began: fields[19] ?? '' };
}
