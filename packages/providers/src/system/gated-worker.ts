/**
 * A thread that can be ended at any time without harm. To end one while it is loading modules can take the whole process with it: so it says
 * when it loads and looks whether it is to end, the main thread says that it is to end and looks whether it loads; whoever comes second
 * sees the other.
 */
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Two 32-bit numbers that both threads see; what such a thread is given as `workerData`. */
export interface Gate {
  readonly buffer: SharedArrayBuffer;
}

export const LOADING = 0;
export const DOOMED = 1;

const GATE_MS = 10;

export interface GatedWorker {
  readonly worker: Worker;
  readonly gate: Int32Array;
}

export function startGated(url: URL, options: Omit<WorkerOptions, 'workerData'>): GatedWorker {
  const buffer = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
  const gate = new Int32Array(buffer);
  // Until it has loaded itself.
  Atomics.store(gate, LOADING, 1);
  return { worker: new Worker(url, { ...options, workerData: { buffer } satisfies Gate }), gate };
}

/** As soon as it loads nothing. */
export async function terminate({ worker, gate }: GatedWorker): Promise<void> {
  Atomics.store(gate, DOOMED, 1);
  while (Atomics.load(gate, LOADING) === 1) await new Promise((resolve) => setTimeout(resolve, GATE_MS));
  await worker.terminate();
}

/** One that has nothing to do ends by itself when it is told to. */
export async function endGently({ worker }: GatedWorker, message: unknown): Promise<void> {
  worker.ref();
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.postMessage(message);
  await ended;
}
