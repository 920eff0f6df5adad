/** Percentiles, and durations of repeated work. */
export interface Spread {
  readonly min: number;
  readonly p50: number;
  readonly p95: number;
  readonly n: number;
}

export function spread(samples: readonly number[]): Spread {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN);
  return { min: at(0), p50: at(0.5), p95: at(0.95), n: sorted.length };
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}

/** Milliseconds of processor time that all threads of this process took. */
export async function cpuOf(work: () => Promise<unknown> | void): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

export async function cpuSpread(times: number, work: (i: number) => Promise<unknown> | void): Promise<Spread> {
  const samples: number[] = [];
  for (let i = 0; i < times; i++) samples.push(await cpuOf(() => work(i)));
  return spread(samples);
}
