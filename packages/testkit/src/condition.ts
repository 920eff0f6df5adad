import { setTimeout as pause } from 'node:timers/promises';

/** Often enough not to be noticed, seldom enough to leave the machine to what is waited for. */
const LOOK_MS = 3;

/** Resolves once it holds. Looks again and again; a test's own time limit ends it. */
export async function condition(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(LOOK_MS);
}
