/** The thread that reads documents: one at a time, with modules that come with the first file of their format. */
import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { toZapomniError } from '@zapomni/core/errors';
import type { Format } from '../formats.ts';
import { DOOMED, LOADING, type Gate } from '../../system/gated-worker.ts';
import type { EndRequest, ReadFailure, ReadReply, ReadRequest } from './messages.ts';
import { readSource } from './read-source.ts';

const port = parentPort;
if (!port) throw new Error('worker.ts runs in a worker thread only');

const gate = new Int32Array((workerData as Gate).buffer);

// Of a damaged file a library may leave a promise behind that nobody waits for. What is waited for fails, or takes too long, by itself.
process.on('unhandledRejection', () => undefined);

port.on('message', (request: ReadRequest | EndRequest) => {
  if (request === 'end') port.close();
  else void answer(request).then((reply) => port.postMessage(reply));
});
Atomics.store(gate, LOADING, 0);

async function answer({ source, limits, ocr }: ReadRequest): Promise<ReadReply> {
  try {
    return { document: await readSource(source, { limits, ocr, load }) };
  } catch (error) {
    return { failure: toFailure(error) };
  }
}

async function load(format: Format): ReturnType<Format['load']> {
  Atomics.store(gate, LOADING, 1);
  try {
    // Nobody waits any more, and the end is near: nothing is begun that may not be interrupted.
    if (Atomics.load(gate, DOOMED) === 1) return await new Promise(() => {});
    return await format.load();
  } finally {
    Atomics.store(gate, LOADING, 0);
  }
}

function toFailure(error: unknown): ReadFailure {
  const { code, message, hint, cause } = toZapomniError(error);
  return { code, message, hint, cause: cause === undefined ? '' : inspect(cause) };
}
