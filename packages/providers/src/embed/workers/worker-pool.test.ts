import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ZapomniError } from '@zapomni/core/errors';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import type { EmbedJob } from './embed-queue.ts';
import type { EmbedWorker, WorkerEvents } from './embed-worker.ts';
import { WorkerPool } from './worker-pool.ts';
import type { WorkerRequest } from './worker-messages.ts';

/** A worker that does what the test tells it. */
class PuppetWorker implements EmbedWorker {
  readonly requests: WorkerRequest[] = [];
  needed = true;
  ended = false;
  readonly #events: WorkerEvents;

  constructor(events: WorkerEvents) {
    this.#events = events;
  }

  send(request: WorkerRequest): void {
    this.requests.push(request);
  }

  setNeeded(needed: boolean): void {
    this.needed = needed;
  }

  async end(): Promise<void> {
    this.ended = true;
    this.#events.onEnd(new Error('ended as asked'));
  }

  get texts(): string[] {
    return this.requests.at(-1)?.texts.map(({ text }) => text) ?? [];
  }

  ready(): void {
    this.#events.onReply({ kind: 'ready', loadMs: 1, runtime: { name: 'native' } });
  }

  refuse(): void {
    this.#events.onReply({ kind: 'failed', problem: { message: 'no model', hint: 'get one', detail: 'ENOENT' } });
  }

  answer(): void {
    const outcomes = this.texts.map(() => ({ vector: new Float32Array([1]), fluency: 1 }));
    this.#events.onReply({ kind: 'done', outcomes });
  }

  die(): void {
    this.#events.onEnd(new Error('killed'));
  }
}

const IDLE_MS = 1000;
const LAST_IDLE_MS = 10_000;
/** Long enough that each travels alone, and that a few are worth another worker. */
const longText = (name: string) => name.padEnd(3000, '.');

let workers: PuppetWorker[];
let logger: ReturnType<typeof createRecordingLogger>;
let pool: WorkerPool;
let settled: string[];

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  settled = [];
  logger = createRecordingLogger();
  pool = new WorkerPool({
    start(events) {
      const worker = new PuppetWorker(events);
      workers.push(worker);
      return worker;
    },
    size: 2,
    idleMs: IDLE_MS,
    lastIdleMs: LAST_IDLE_MS,
    logger,
  });
});
afterEach(() => vi.useRealTimers());

const worker = (i: number) => workers[i] as PuppetWorker;
const job = (text: string, role: EmbedJob['role'] = 'passage'): EmbedJob => ({
  text,
  role,
  deaths: 0,
  abandoned: false,
  resolve: () => void settled.push(text.replace(/\.+$/, '')),
  reject: (error: ZapomniError) => void settled.push(`${text.replace(/\.+$/, '')}: ${error.code}`),
});
const submitLong = (...names: string[]) => pool.submit(names.map((name) => job(longText(name))));

describe('WorkerPool', () => {
  it('starts its first worker with the first work', () => {
    expect([pool.workers, pool.state]).toEqual([0, 'cold']);
    pool.submit([job('a')]);
    expect([pool.workers, pool.state]).toEqual([1, 'loading']);
    worker(0).ready();
    expect(pool.state).toBe('ready');
    expect(worker(0).texts).toEqual(['a']);
    worker(0).answer();
    expect(settled).toEqual(['a']);
  });

  it('lets a question overtake passages that no worker has begun', () => {
    submitLong('p1', 'p2');
    worker(0).ready();
    pool.submit([job('q', 'query')]);
    worker(0).answer();
    expect(worker(0).texts).toEqual(['q']);
    worker(0).answer();
    worker(0).answer();
    expect(settled).toEqual(['p1', 'q', 'p2']);
  });

  it('starts another worker only when the first is ready, busy and much waits', () => {
    submitLong('a', 'b', 'c', 'd');
    expect(pool.workers).toBe(1);
    worker(0).ready();
    expect(pool.workers).toBe(2);
    worker(1).ready();
    expect([worker(0).texts, worker(1).texts]).toEqual([[longText('a')], [longText('b')]]);
    submitLong('e', 'f', 'g');
    expect(pool.workers).toBe(2);
  });

  it('does not start another for a little work', () => {
    submitLong('a', 'b');
    worker(0).ready();
    expect(pool.workers).toBe(1);
  });

  it('keeps the process alive only while a worker has work', () => {
    pool.submit([job('a')]);
    expect(worker(0).needed).toBe(true);
    worker(0).ready();
    expect(worker(0).needed).toBe(true);
    worker(0).answer();
    expect(worker(0).needed).toBe(false);
  });

  it('ends extra workers soon and the last one late, and is cold then', () => {
    submitLong('a', 'b', 'c', 'd');
    worker(0).ready();
    worker(1).ready();
    for (const each of [0, 1, 0, 1]) worker(each).answer();
    expect(settled).toHaveLength(4);
    vi.advanceTimersByTime(IDLE_MS);
    expect([pool.workers, pool.state]).toEqual([1, 'ready']);
    vi.advanceTimersByTime(LAST_IDLE_MS - IDLE_MS - 1);
    expect(pool.workers).toBe(1);
    vi.advanceTimersByTime(1);
    expect([pool.workers, pool.state]).toEqual([0, 'cold']);
    expect(workers.map(({ ended }) => ended)).toEqual([true, true]);
    pool.submit([job('later')]);
    expect(pool.state).toBe('loading');
  });

  it('does not end a worker that got work again', () => {
    pool.submit([job('a')]);
    worker(0).ready();
    worker(0).answer();
    vi.advanceTimersByTime(IDLE_MS / 2);
    pool.submit([job('b')]);
    vi.advanceTimersByTime(LAST_IDLE_MS * 2);
    expect(worker(0).ended).toBe(false);
  });

  it('tries a text once more when its worker dies, before what came later', () => {
    submitLong('a', 'b');
    worker(0).ready();
    worker(0).die();
    expect(logger.of('model_worker_died')).toMatchObject([{ level: 'warning', fields: { texts: 1 } }]);
    worker(1).ready();
    expect(worker(1).texts).toEqual([longText('a')]);
    worker(1).answer();
    worker(1).answer();
    expect(settled).toEqual(['a', 'b']);
  });

  it('gives a text up that took two workers along, and goes on with the rest', () => {
    submitLong('poison', 'b');
    worker(0).ready();
    worker(0).die();
    worker(1).ready();
    worker(1).die();
    expect(settled).toEqual(['poison: MODEL_UNAVAILABLE']);
    worker(2).ready();
    worker(2).answer();
    expect(settled).toEqual(['poison: MODEL_UNAVAILABLE', 'b']);
  });

  it('does not try again what nobody waits for', () => {
    const doomed = job('a');
    pool.submit([doomed]);
    worker(0).ready();
    pool.withdraw([doomed]);
    worker(0).die();
    expect(pool.workers).toBe(0);
  });

  it('never begins a text that was withdrawn', () => {
    const doomed = job(longText('b'));
    pool.submit([job(longText('a')), doomed]);
    worker(0).ready();
    pool.withdraw([doomed]);
    worker(0).answer();
    expect(worker(0).requests).toHaveLength(1);
  });

  it('fails all that waits when the model cannot be loaded, and tries afresh with the next work', async () => {
    pool.submit([job('a'), job('b')]);
    const warm = pool.warm();
    worker(0).refuse();
    expect(settled).toEqual(['a: MODEL_UNAVAILABLE', 'b: MODEL_UNAVAILABLE']);
    await expect(warm).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE', message: 'no model', hint: 'get one' });
    expect(pool.state).toBe('failed');
    expect(logger.of('model_load_failed')).toMatchObject([{ level: 'error' }]);
    pool.submit([job('c')]);
    worker(1).ready();
    worker(1).answer();
    expect(settled.at(-1)).toBe('c');
  });

  it('treats a death while loading, or a start that throws, as a failed load', async () => {
    const warm = pool.warm();
    worker(0).die();
    await expect(warm).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    const start = () => {
      throw new Error('processes are not allowed');
    };
    const barred = new WorkerPool({ start, size: 1, idleMs: 1, lastIdleMs: 1, logger });
    await expect(barred.warm()).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect(barred.state).toBe('failed');
  });

  it('makes do with the first worker when another cannot load', () => {
    submitLong('a', 'b', 'c', 'd', 'e');
    worker(0).ready();
    worker(1).refuse();
    for (let i = 0; i < 5; i++) worker(0).answer();
    expect(settled).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(workers).toHaveLength(2);
  });

  it('rejects only the text that the model failed on', () => {
    pool.submit([job('a')]);
    worker(0).ready();
    worker(0).requests.push({ texts: [] });
    worker(0).answer();
    expect(settled).toEqual(['a: MODEL_UNAVAILABLE']);
    expect(pool.state).toBe('ready');
  });

  it('cancels all and ends every worker when it closes', async () => {
    submitLong('a', 'b', 'c', 'd');
    worker(0).ready();
    await pool.close();
    expect(settled.toSorted()).toEqual(['a: CANCELLED', 'b: CANCELLED', 'c: CANCELLED', 'd: CANCELLED']);
    expect(workers.every(({ ended }) => ended)).toBe(true);
    expect(pool.state).toBe('cold');
    submitLong('late');
    expect(settled.at(-1)).toBe('late: CANCELLED');
    expect(workers).toHaveLength(2);
  });
});
