/**
 * A stdio client that uses the server of its data folder instead of a model and a store of its own. Two transports back to
 * back: the one towards the client was there from the first moment, the other speaks to the server. When the server dies,
 * the client's transport is handed to a server in this process, which goes on where the other was.
 *
 *   client ⇄ front ⇄ Conversation ⇄ back ⇄ socket … gone → ResumedTransport(front) → own server
 */
import type { Socket } from 'node:net';
import { setTimeout as elapsed } from 'node:timers/promises';
import type { Logger } from '@zapomni/core/ports';
import type { ServerTransport, SignalSource } from '@zapomni/server';
import { knock, type OpenedDoor } from '@zapomni/server/door';
import { createStdioTransport } from '@zapomni/server/stdio';
import type { Settings } from '../settings/given-settings.ts';
import { Conversation } from './conversation.ts';
import { ResumedTransport } from './resumed-transport.ts';
import { differences, termsOf } from './terms.ts';

/** Answers are as long as the server makes them. */
const MAX_ANSWER_BYTES = 1 << 30;
/** How long answers are waited for after the client has said its last word. */
const DRAIN_MS = 5000;
const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

export interface ShareParts {
  readonly settings: Settings;
  readonly dataDir: string;
  /** The client's transport, not started. */
  readonly front: ServerTransport;
  readonly signals: SignalSource;
  readonly logger: Logger;
}

/** Resolves with the transport that this process has to serve by itself, or with nothing when the client is done. */
export async function shareServer(parts: ShareParts): Promise<ServerTransport | undefined> {
  const door = await findServer(parts);
  if (door === undefined) return parts.front;
  parts.logger.log('info', 'server_shared', { server_pid: door.hello['pid'] });
  return bridge(parts, door);
}

async function findServer({ settings, dataDir, logger }: ShareParts): Promise<OpenedDoor | undefined> {
  const door = await knock(dataDir);
  if (door === undefined) {
    logger.log('info', 'server_not_shared', { reason: 'nobody answers' });
    return undefined;
  }
  const differing = differences(termsOf(settings), door.hello['terms']);
  if (differing.length === 0) return door;
  door.socket.destroy();
  logger.log('info', 'server_not_shared', { reason: 'settings differ', settings: differing });
  return undefined;
}

interface Bridge {
  readonly talk: Conversation;
  readonly back: ServerTransport;
  readonly socket: Socket;
}

async function bridge(parts: ShareParts, { socket }: OpenedDoor): Promise<ServerTransport | undefined> {
  const { front, logger } = parts;
  const talk = new Conversation();
  const back = createStdioTransport({ stdin: socket, stdout: socket, maxRequestBytes: MAX_ANSWER_BYTES, logger });
  back.onmessage = (message) => {
    // A client that does not read its answers holds up the server's, not our memory.
    socket.pause();
    void front.send(talk.fromServer(message)).finally(() => socket.resume());
  };
  front.onmessage = (message) => void back.send(talk.fromClient(message));
  await Promise.all([back.start(), front.start()]);
  socket.resume();
  const end = await untilEnd(parts, { talk, back, socket });
  socket.destroy();
  if (end === 'lost') return goOnAlone(parts, talk);
  await front.close();
  logger.log('info', 'sharing_ended');
  return undefined;
}

/** `lost`: the server has gone, and the client still wants something. */
async function untilEnd(parts: ShareParts, { talk, back, socket }: Bridge): Promise<'lost' | 'done'> {
  const { front, logger } = parts;
  const stop = stopSignal(parts.signals);
  const lost = back.ended.then(() => 'lost' as const);
  const over = await Promise.race([front.ended, stop.came, lost]);
  stop.forget();
  if (over === 'lost') return over;
  front.stopReading();
  logger.log('info', over.reason === 'eof' ? 'eof_received' : 'client_gone', { reason: over.reason });
  if (over.reason === 'failed') throw over.error;
  if (over.reason === 'broken_pipe') return 'done';
  // The server answers what it has, then ends the connection too.
  socket.end();
  const last = await Promise.race([lost, elapsed(DRAIN_MS, undefined, { ref: false })]);
  return last === 'lost' && over.reason === 'eof' && talk.isOwedAnswers ? last : 'done';
}

/** What nobody knows the outcome of is told so at once; the rest is asked again of this process's own server. */
async function goOnAlone({ front, logger }: ShareParts, talk: Conversation): Promise<ServerTransport> {
  const { open, questions } = talk;
  const resumed = new ResumedTransport(front, talk.past);
  logger.log('warning', 'shared_server_lost', { unanswered: open.length });
  for (const requestId of questions) {
    void front.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
  }
  // Everything is loaded now in any case, and the tools know best what may be repeated.
  const { isRepeatable, uncertain } = await import('./repeatable.ts');
  resumed.askAgain(open.filter(isRepeatable));
  for (const request of open) if (!isRepeatable(request)) void front.send(uncertain(request));
  return resumed;
}

function stopSignal(signals: SignalSource): { came: Promise<{ reason: 'signal' }>; forget: () => void } {
  const { promise: came, resolve } = Promise.withResolvers<{ reason: 'signal' }>();
  const onStop = (): void => resolve({ reason: 'signal' });
  for (const signal of STOP_SIGNALS) signals.on(signal, onStop);
  return {
    came,
    forget: () => {
      for (const signal of STOP_SIGNALS) signals.off(signal, onStop);
    },
  };
}
