/** The thread that reads texts: the language model is loaded by the first request, and one request is answered at a time. */
import { inspect } from 'node:util';
import { parentPort } from 'node:worker_threads';
import type { EndRequest, ReadReply, ReadRequest } from './messages.ts';
import { createReader, type Reader } from './reading/reader.ts';

const port = parentPort;
if (!port) throw new Error('worker.ts runs in a worker thread only');

let reader: Reader | undefined;

port.on('message', (request: ReadRequest | EndRequest) => {
  if (request === 'end') port.close();
  else port.postMessage(answer(request));
});

function answer({ texts, unwanted }: ReadRequest): ReadReply {
  const flag = new Int32Array(unwanted);
  const isWanted = () => Atomics.load(flag, 0) === 0;
  try {
    const { read } = (reader ??= createReader());
    return { extractions: texts.map((text) => read(text, isWanted)) };
  } catch (error) {
    return { failure: inspect(error) };
  }
}
