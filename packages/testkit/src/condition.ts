import { setImmediate as turn } from 'node:timers/promises';

/** Resolves once it holds. Asks again and again, so that what is asked should be cheap; a test's own time limit ends it. */
export async function condition(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await turn();
}
