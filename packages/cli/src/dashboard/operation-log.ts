/** The last 10,000 requests of this process: what was called, how long it took, how it ended. In memory, no contents. */
import type { Operation, Operations } from '@zapomni/api';
import type { FinishedRequest, MetricsObserver } from '@zapomni/server/metrics';

const MOST = 10_000;

export class OperationLog implements MetricsObserver, Operations {
  readonly #now: () => number;
  readonly #kept: Operation[] = [];
  #next = 0;
  #cpu = process.cpuUsage();
  #cpuAt = performance.now();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  requestDone({ method, tool, seconds, outcome }: FinishedRequest): void {
    this.#kept[this.#next] = { at: this.#now(), name: tool ?? method, ms: Math.round(seconds * 1e6) / 1000, outcome };
    this.#next = (this.#next + 1) % MOST;
  }

  latest(limit: number): Operation[] {
    const inOrder = [...this.#kept.slice(this.#next), ...this.#kept.slice(0, this.#next)];
    return inOrder.toReversed().slice(0, limit);
  }

  summary(): ReturnType<Operations['summary']> {
    const times = Float64Array.from(this.#kept, ({ ms }) => ms).sort();
    const at = (share: number): number | null =>
      times.at(Math.min(times.length - 1, Math.floor(share * times.length))) ?? null;
    const oldest = this.#kept.reduce((least, { at: time }) => Math.min(least, time), this.#now());
    const span = Math.max(1, (this.#now() - oldest) / 1000);
    return {
      count: times.length,
      failed: this.#kept.filter(({ outcome }) => outcome !== 'ok').length,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      perSecond: Math.round((times.length / span) * 100) / 100,
      residentBytes: process.memoryUsage.rss(),
      cpuShare: this.#cpuShare(),
    };
  }

  /** Of one core, since it was last asked. */
  #cpuShare(): number {
    const now = performance.now();
    const { user, system } = process.cpuUsage(this.#cpu);
    const share = (user + system) / 1000 / Math.max(1, now - this.#cpuAt);
    this.#cpu = process.cpuUsage();
    this.#cpuAt = now;
    return Math.round(share * 1000) / 1000;
  }
}
