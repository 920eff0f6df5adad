/** What a process does that takes work from a queue, whatever the engine. Runs in a process of its own; tells its parent. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Storage, WorkItem } from '@zapomni/core/ports';

export const WORK_KIND = 'trial';

export interface TakerOptions {
  readonly owner: string;
  readonly leaseMs: number;
  /** Every so manieth item is held until its lease has run out, so that another may take it; 0 for none. */
  readonly dawdleEvery: number;
  /** Never ends the so manieth item that it begins; 0 for none. */
  readonly hangsAt: number;
}

/** `began`: holds it; `ended`: the queue took its end. */
export interface TakerNews {
  readonly event: 'began' | 'ended';
  readonly id: string;
}

/** Takes and ends what is due until nothing waits and nobody holds anything. */
export async function takeWork(storage: Storage, options: TakerOptions): Promise<void> {
  for (let begun = 0; ;) {
    const now = Date.now();
    const claim = { owner: options.owner, until: now + options.leaseMs, kinds: [WORK_KIND] };
    const items = await storage.work.claim(claim, 3, now);
    for (const item of items) {
      begun += 1;
      const dawdles = options.dawdleEvery > 0 && begun % options.dawdleEvery === 0;
      await endOne(storage, item, options, { dawdles, hangs: begun === options.hangsAt });
    }
    if (items.length > 0) continue;
    if ((await storage.work.nextDue([WORK_KIND])) === null) return;
    await sleep(5);
  }
}

async function endOne(
  storage: Storage,
  { id, attempts }: WorkItem,
  options: TakerOptions,
  { dawdles, hangs }: { readonly dawdles: boolean; readonly hangs: boolean },
): Promise<void> {
  tell({ event: 'began', id });
  if (hangs) await new Promise(() => setInterval(() => undefined, 1000));
  if (dawdles) await sleep(2 * options.leaseMs);
  const ended = await storage.work.settle(options.owner, id, { end: 'completed', result: attempts }, Date.now());
  if (ended) tell({ event: 'ended', id });
}

function tell(news: TakerNews): void {
  process.send?.(news);
}
