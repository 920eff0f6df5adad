/**
 * The thread that SQLite runs in. It opens the store at the first call, answers calls one after the other, and opens anew
 * after a failed open or when the store's file has been taken away under it.
 *
 * Most calls come right after an answer, and going through the event loop to sleep and to wake takes longer than finding a
 * record. So it waits for the next one where it stands for a moment, asleep; then, or when there are chores, the loop goes on.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { toStoreError } from '../errors.ts';
import { openEngine, type Engine } from '../engine.ts';
import { toFailure, type Answer, type CallRequest, type Reply, type Request, type WorkerStart } from './protocol.ts';

const { options, sent } = workerData as WorkerStart;
const port = parentPort;
if (!port) throw new Error('worker.ts runs in a worker thread only');

// Some versions of Node warn that `node:sqlite` is new; stderr carries JSON logs only.
process.removeAllListeners('warning');

let engine: Engine | undefined;
/** The caller's clock when it made the present call: there is one clock, and it is not this thread's. */
let calledAt = 0;

function send(reply: Reply): void {
  port?.postMessage(reply);
}

function closeIfMoved(): void {
  if (!engine?.moved()) return;
  engine.close();
  engine = undefined;
  send({ log: 'warning', event: 'store_file_gone', fields: {} });
}

function openedEngine(): Engine {
  engine ??= openEngine(
    options,
    (level, event, fields) => send({ log: level, event, fields }),
    () => calledAt,
  );
  return engine;
}

function answer(request: CallRequest): Answer {
  const { id, port: name, method, args, now } = request;
  calledAt = now;
  try {
    const served = openedEngine().ports[name] as Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;
    const call = served[method];
    if (!call) throw new Error(`the engine has no ${name}.${method}`);
    return { id, value: call(...args) };
  } catch (error) {
    return { id, failure: toFailure(toStoreError(error, options.dataDir)) };
  }
}

/** A quick call does not wait longer than this for slower ones that were made with it. */
const TOGETHER_MS = 5;

function answerAll(calls: readonly CallRequest[]): void {
  closeIfMoved();
  let answers: Answer[] = [];
  let begun = performance.now();
  for (const call of calls) {
    answers.push(answer(call));
    if (performance.now() - begun < TOGETHER_MS) continue;
    send({ answers });
    answers = [];
    begun = performance.now();
  }
  if (answers.length > 0) send({ answers });
}

/** How long the next call is waited for. */
const STAND_MS = 20;

function heed(request: Request): void {
  if ('calls' in request) return answerAll(request.calls);
  engine?.close();
  engine = undefined;
  port?.close();
}

/** Undefined when nothing came, or something else wants to be done. */
function nextRequest(): Request | undefined {
  if (!port) return undefined;
  for (;;) {
    const seen = Atomics.load(sent, 0);
    const next = receiveMessageOnPort(port) as { readonly message: Request } | undefined;
    if (next) return next.message;
    // Without an engine the store was closed, or could not be opened.
    if (!engine || engine.hasChores() || Atomics.wait(sent, 0, seen, STAND_MS) === 'timed-out') return undefined;
  }
}

/** After so many the loop has a turn, in which the engine tidies up its memory. */
const MOST_AT_A_STRETCH = 1000;

port.on('message', (first: Request) => {
  let request: Request | undefined = first;
  for (let n = 1; request; n++) {
    heed(request);
    // Where the next call always stands there already the loop gets no turn, and chores would wait until the last.
    engine?.doChores();
    request = n < MOST_AT_A_STRETCH ? nextRequest() : undefined;
  }
});
