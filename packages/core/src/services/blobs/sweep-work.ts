/** The sweep as work that comes back every day, in whichever process is there. */
import type { Deps } from '../deps.ts';
import type { WorkRunner } from '../work/work-runner.ts';
import { sweepBlobs } from './sweep-blobs.ts';

export const SWEEP_KIND = 'sweep_blobs';
const EVERY_MS = 86_400_000;

export function registerSweep({ blobs, storage, clock }: Deps, runner: WorkRunner): void {
  runner.register({
    kind: SWEEP_KIND,
    run: async (_item, { signal, progress }) => ({
      ...(await sweepBlobs(
        { blobs, records: storage.records, clock },
        { signal, onProgress: (looked) => progress(looked, 0) },
      )),
    }),
  });
}

/** A store without blobs has nothing to sweep, and gets no task for it. One that waits for its day is left to wait. */
export async function scheduleSweep({ blobs, storage, logger }: Deps, runner: WorkRunner): Promise<void> {
  try {
    if ((await blobs.list(null, 1)).length === 0) return;
    const live = { kinds: [SWEEP_KIND], states: ['queued', 'running'] as const };
    if ((await storage.work.list(live, { limit: 1 })).total > 0) return;
    await runner.ask({ kind: SWEEP_KIND, key: SWEEP_KIND, everyMs: EVERY_MS });
  } catch (error) {
    logger.log('warning', 'sweep_not_scheduled', { error });
  }
}
