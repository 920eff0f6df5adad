/**
 * The client's side of the door: connects to the server that serves a folder, and reads the line in which it says who it
 * is. After that line the socket speaks MCP as stdin and stdout do. Loads neither the SDK nor zod.
 */
import { connect, type Socket } from 'node:net';
import { isObject, type JsonObject } from '../../protocol/protocol.ts';
import { readDoor } from './door-place.ts';

export interface OpenedDoor {
  /** Paused, with nothing of the conversation read yet. Its two directions end one by one. */
  readonly socket: Socket;
  /** What the server says of itself. */
  readonly hello: JsonObject;
}

/** A server that takes longer than this to say who it is has other worries. */
const ANSWER_MS = 2000;
const MAX_HELLO_BYTES = 65_536;
const NEWLINE = 0x0a;

/** `undefined` when nobody is there: no door, nobody behind it, or nobody that answers in time. */
export async function knock(folder: string, answerMs = ANSWER_MS): Promise<OpenedDoor | undefined> {
  const path = await readDoor(folder);
  if (path === undefined) return undefined;
  const socket = connect({ path, allowHalfOpen: true });
  const timer = setTimeout(() => socket.destroy(), answerMs);
  try {
    const hello = await readHello(socket);
    if (hello === undefined) socket.destroy();
    return hello && { socket, hello };
  } finally {
    clearTimeout(timer);
  }
}

function readHello(socket: Socket): Promise<JsonObject | undefined> {
  const { promise, resolve } = Promise.withResolvers<JsonObject | undefined>();
  let read = Buffer.alloc(0);
  const done = (hello?: JsonObject): void => {
    socket.off('data', take).off('end', gone).off('close', gone);
    // A socket that fails later, before anyone listens, must not bring the process down.
    socket.on('error', () => undefined);
    socket.off('error', gone);
    resolve(hello);
  };
  const gone = (): void => done();
  const take = (chunk: Buffer): void => {
    read = Buffer.concat([read, chunk]);
    const end = read.indexOf(NEWLINE);
    if (end < 0 && read.length <= MAX_HELLO_BYTES) return;
    socket.pause();
    done(end < 0 ? undefined : parseHello(read.subarray(0, end)));
    if (end + 1 < read.length) socket.unshift(read.subarray(end + 1));
  };
  socket.on('data', take).on('end', gone).on('close', gone).on('error', gone);
  return promise;
}

function parseHello(line: Buffer): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
