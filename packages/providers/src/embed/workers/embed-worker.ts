/**
 * A worker as the pool sees it, and the real one: a child process that holds the model.
 *
 * Not a thread, because onnxruntime-node 1.17 keeps a handle of the thread that loaded it last in a global: a worker
 * thread that starts after another has ended finds the library unregistered, or corrupts the heap (7 of 12 runs crashed).
 * A process also takes a native crash upon itself, can be ended at any moment, and then really gives its memory back.
 */
import type { RuntimeChoice } from '@zapomni/core/ports';
import { startChild, type Child, type ChildEvents } from '../../system/child.ts';
import type { WorkerReply, WorkerRequest, WorkerTask } from './worker-messages.ts';

export type WorkerEvents = ChildEvents<WorkerReply>;
export type EmbedWorker = Child<WorkerRequest>;
export type StartWorker = (events: WorkerEvents) => EmbedWorker;

const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './embed-worker.js', import.meta.url);

/** Starts processes that load the model in `modelDir` for a task. */
export function processStarter(modelDir: string, task: WorkerTask, runtime: RuntimeChoice = 'auto'): StartWorker {
  return (events) => startChild({ entry: ENTRY, args: [modelDir, task, runtime] }, events);
}
