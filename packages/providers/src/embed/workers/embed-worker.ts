/**
 * A worker as the pool sees it, and the real one: a child process that holds the model.
 *
 * Not a thread, because onnxruntime-node 1.17 keeps a handle of the thread that loaded it last in a global: a worker
 * thread that starts after another has ended finds the library unregistered, or corrupts the heap (7 of 12 runs crashed).
 * A process also takes a native crash upon itself, can be ended at any moment, and then really gives its memory back.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { WorkerReply, WorkerRequest } from './worker-messages.ts';

export interface WorkerEvents {
  readonly onReply: (reply: WorkerReply) => void;
  /** Called once, when the worker has ended for any reason. */
  readonly onEnd: (cause: unknown) => void;
}

export interface EmbedWorker {
  send(request: WorkerRequest): void;
  /** A worker that is not needed does not keep this process alive. */
  setNeeded(needed: boolean): void;
  /** Ends it at once, whatever it does. Resolves when it has ended. */
  end(): Promise<void>;
}

export type StartWorker = (events: WorkerEvents) => EmbedWorker;

const ENTRY = import.meta.url.endsWith('.ts') ? './worker.ts' : './embed-worker.js';
const KEPT_STDERR = 4000;

/** Starts processes that load the model in `modelDir`. */
export function processStarter(modelDir: string): StartWorker {
  return ({ onReply, onEnd }) => {
    const child = startProcess(modelDir);
    const lastWords = collectStderr(child);
    const ended = new Promise<void>((resolve) => {
      child.once('exit', (code, signal) => {
        onEnd(new Error(`The worker ended (${signal ?? `code ${code}`}). ${lastWords()}`));
        resolve();
      });
      child.once('error', (error) => {
        // Any later error is followed by `exit`; a process that never began has none.
        if (child.pid !== undefined) return;
        onEnd(error);
        resolve();
      });
    });
    child.on('message', (reply) => onReply(reply as WorkerReply));
    return {
      // A failed send means that it has ended, which is told by `exit`.
      send: (request) => void child.send(request, () => {}),
      setNeeded: (needed) => setNeeded(child, needed),
      end: () => {
        setNeeded(child, true);
        child.kill('SIGKILL');
        return ended;
      },
    };
  };
}

/** Neither stdin nor stdout may be shared: the protocol runs over them. */
function startProcess(modelDir: string): ChildProcess {
  return fork(fileURLToPath(new URL(ENTRY, import.meta.url)), [modelDir], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    execArgv: [],
  });
}

/** What a process says before it dies of native causes; read so that it never blocks on a full pipe. */
function collectStderr(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (text = (text + chunk).slice(-KEPT_STDERR)));
  return () => text;
}

function setNeeded(child: ChildProcess, needed: boolean): void {
  const handles = [child, child.channel, child.stderr as unknown as { ref(): void; unref(): void } | null];
  for (const handle of handles) {
    if (needed) handle?.ref();
    else handle?.unref();
  }
}
