/** How long the event loop of this thread was held up, and how much processor time it took between two turns at most. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { round } from './figures.ts';

export interface Held {
  readonly delayMs: { readonly p99: number; readonly max: number };
  /** A delay on a busy machine may be another's doing; nothing that ran here in one go can have been longer than this. */
  readonly longestRunCpuMs: number;
}

export async function watchLoop(work: () => Promise<unknown>): Promise<Held> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let [longest, before] = [0, process.threadCpuUsage()];
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
  };
  const watch = setInterval(look, 1);
  delay.enable();
  try {
    await work();
  } finally {
    clearInterval(watch);
    delay.disable();
  }
  const ms = (nanoseconds: number): number => round(nanoseconds / 1e6);
  return { delayMs: { p99: ms(delay.percentile(99)), max: ms(delay.max) }, longestRunCpuMs: round(longest) };
}
