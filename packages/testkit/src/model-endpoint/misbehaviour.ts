/** Ways in which an endpoint can let its callers down. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export type Misbehaviour =
  /** Answers with this instead. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  /** Takes the request and never answers. */
  | 'hangs'
  /** Closes the connection in the middle of the answer. */
  | 'cuts'
  /** Closes the connection without a word. */
  | 'drops'
  /** Sends without end. */
  | 'floods'
  /** Says how long the answer is: longer than anybody reads. */
  | 'boasts'
  /** Answers with something that is not JSON. */
  | 'babbles'
  /** Answers with JSON of another shape. */
  | 'mumbles';

const HALF_AN_ANSWER = '{"embeddings":[[0.1,0.2';
const FLOOD = Buffer.alloc(65_536, '0.125,');

export interface Flood {
  bytes: number;
}

export function misbehave(how: Misbehaviour, request: IncomingMessage, response: ServerResponse, flood: Flood): void {
  if (typeof how === 'object') {
    response.writeHead(how.status, { 'content-type': 'application/json', ...how.headers }).end(how.body ?? '{}');
    return;
  }
  const json = { 'content-type': 'application/json' };
  const ways: Record<typeof how, () => void> = {
    hangs: () => undefined,
    cuts: () => response.writeHead(200, json).write(HALF_AN_ANSWER, () => request.socket.destroy()),
    drops: () => void request.socket.destroy(),
    floods: () => pour(response.writeHead(200, json), flood),
    boasts: () => void response.writeHead(200, { ...json, 'content-length': String(2 ** 40) }).write('['),
    babbles: () => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>'),
    mumbles: () => void response.writeHead(200, json).end('{"answer":42}'),
  };
  ways[how]();
}

/** Until nobody reads any more. */
function pour(response: ServerResponse, flood: Flood): void {
  if (flood.bytes === 0) response.write('{"embeddings":[[');
  for (let writable = true; writable && !response.destroyed;) {
    flood.bytes += FLOOD.length;
    writable = response.write(FLOOD);
  }
  if (!response.destroyed) response.once('drain', () => pour(response, flood));
}
