/**
 * MCP over a pair of byte streams, strictly: one JSON-RPC message per line, and a proper error for everything else. It
 * reads from the moment it is made and keeps what it read until the SDK attaches, because the SDK takes longer to load
 * than a client should wait.
 *
 *   stdin → LineReader → parseLine → (refuse | greet) → inbox → SDK → send → MessageWriter → stdout
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import type { Readable, Writable } from 'node:stream';
import type { Greeting } from '../../protocol/handshake.ts';
import {
  invalid,
  type InvalidMessage,
  type RequestMessage,
  type SortedMessage,
} from '../../protocol/json-rpc-message.ts';
import { METHOD, NOTIFICATION, RPC_ERROR, type RequestId } from '../../protocol/protocol.ts';
import type { RpcErrorBody } from '../../protocol/rpc-error.ts';
import { ServerError } from '../../server-error.ts';
import type { ServerLogger } from '../../server-logger.ts';
import type { ServerTransport, TransportEnd } from '../../connection/server-transport.ts';
import { EarlyGreeting } from './early-greeting.ts';
import { LineReader } from './line-reader.ts';
import { isPeerGone, MessageWriter } from './message-writer.ts';
import { oversizedRequestId } from './oversized-request-id.ts';
import { parseLine, tooLarge } from './parse-line.ts';
import { streamProblem } from './stream-problem.ts';

/** Reading pauses while this many requests are unanswered; above the SDK's limit of open subscriptions. */
const MAX_UNANSWERED = 4096;
/** Reading pauses while this many bytes of answers wait for a client that does not read them. */
const MAX_UNSENT_BYTES = 16 << 20;

export interface StdioTransportOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** A longer line is skipped and answered with an error. */
  readonly maxRequestBytes: number;
  readonly logger: ServerLogger;
  /** Given, `initialize` is answered by the transport itself, at once. */
  readonly greeting?: Greeting;
  /** Put into `_meta` of every tool call: what this process knows of its client and the server may be too far away to see. */
  readonly callMeta?: Readonly<Record<string, string>> | undefined;
}

type InboxEvent = { readonly message: JSONRPCMessage } | { readonly rejected: RpcErrorBody };

export interface StdioServerTransport extends ServerTransport {
  /**
   * Resolves when the first message is there, and answered if it was greeted, or when there will be none. A program that
   * loads the rest of itself only then does not keep the client waiting for it.
   */
  readonly opened: Promise<void>;
}

/** Begins to read at once. Unusable streams are reported by `check()`, which `run()` calls. */
export function createStdioTransport(options: StdioTransportOptions): StdioServerTransport {
  return new StdioTransport(options);
}

class StdioTransport implements StdioServerTransport {
  readonly name = 'stdio';
  onclose: ServerTransport['onclose'];
  onerror: ServerTransport['onerror'];
  onmessage: ServerTransport['onmessage'];
  onrejected: ServerTransport['onrejected'];
  readonly ended: Promise<TransportEnd>;
  readonly opened: Promise<void>;

  readonly #stdin: Readable;
  readonly #logger: ServerLogger;
  readonly #problem: string | undefined;
  readonly #lines: LineReader;
  readonly #writer: MessageWriter | undefined;
  readonly #greeting: EarlyGreeting | undefined;
  readonly #callMeta: StdioTransportOptions['callMeta'];
  readonly #end: (end: TransportEnd) => void;
  readonly #open: () => void;
  /** Ids of requests that have no answer yet. */
  readonly #unanswered = new Set<RequestId>();
  /** Ids of our own requests to the client. */
  readonly #asked = new Set<RequestId>();
  #inbox: InboxEvent[] | undefined = [];
  #isOpen = false;
  #reading = false;
  #closed = false;

  constructor({ stdin, stdout, maxRequestBytes, logger, greeting, callMeta }: StdioTransportOptions) {
    const opened = Promise.withResolvers<void>();
    this.opened = opened.promise;
    this.#open = opened.resolve;
    const ended = Promise.withResolvers<TransportEnd>();
    this.ended = ended.promise;
    this.#end = ended.resolve;
    void this.ended.then(this.#open);
    this.#stdin = stdin;
    this.#logger = logger;
    this.#callMeta = callMeta;
    this.#greeting = greeting && new EarlyGreeting(greeting, logger);
    this.#lines = new LineReader(maxRequestBytes, {
      line: (bytes) => this.#takeLine(bytes),
      oversized: (head, tail) => this.#refuse(tooLarge(oversizedRequestId(head, tail))),
    });
    this.#problem = streamProblem(stdin, stdout);
    if (this.#problem !== undefined) {
      this.#open();
      return;
    }
    this.#writer = new MessageWriter(stdout, (error) => this.#failed(error), this.#regulate);
    this.#startReading();
  }

  check(): void {
    if (this.#problem !== undefined) throw new ServerError('CONNECTION', this.#problem);
    if (this.#closed) throw new ServerError('CONNECTION', 'stdin is closed');
  }

  /** Delivers what was read so far; from then on messages go straight through. */
  async start(): Promise<void> {
    const inbox = this.#inbox ?? [];
    this.#inbox = undefined;
    for (const event of inbox) this.#deliver(event);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return;
    if ('method' in message) {
      if ('id' in message) this.#asked.add(message.id);
    } else {
      if (message.id !== undefined) this.#unanswered.delete(message.id);
      this.#regulate();
      if (this.#greeting?.repeats(message)) return;
    }
    await this.#writer?.write(this.#serialise(message));
  }

  stopReading(): void {
    if (!this.#reading) return;
    this.#reading = false;
    this.#stdin.off('data', this.#onData);
    this.#stdin.off('end', this.#onEnd);
    this.#stdin.off('close', this.#onEnd);
    this.#stdin.pause();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.stopReading();
    await this.#writer?.flush();
    this.#writer?.release();
    this.#stdin.off('error', this.#onStdinError);
    this.onclose?.();
  }

  #startReading(): void {
    this.#reading = true;
    this.#stdin.on('data', this.#onData);
    this.#stdin.on('end', this.#onEnd);
    this.#stdin.on('close', this.#onEnd);
    this.#stdin.on('error', this.#onStdinError);
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#lines.push(chunk);
    this.#regulate();
  };

  readonly #onEnd = (): void => {
    this.stopReading();
    this.#lines.end();
    this.#end({ reason: 'eof' });
  };

  readonly #onStdinError = (error: Error): void => {
    this.stopReading();
    this.#end({ reason: 'failed', error });
  };

  #failed(error: NodeJS.ErrnoException): void {
    this.#end({ reason: isPeerGone(error) ? 'broken_pipe' : 'failed', error });
  }

  #takeLine(bytes: Buffer): void {
    const parsed = parseLine(bytes);
    if (parsed !== undefined) this.#take(parsed.message, parsed.value as JSONRPCMessage);
  }

  #take(message: SortedMessage, value: JSONRPCMessage): void {
    switch (message.kind) {
      case 'invalid':
        return this.#refuse(message);
      case 'response':
        // An answer to a question that was never asked is dropped.
        if (message.id !== undefined && this.#asked.delete(message.id)) this.#deliver({ message: value });
        return;
      case 'request':
        return this.#takeRequest(message);
      case 'notification':
        this.#isOpen = true;
        if (message.method === NOTIFICATION.cancelled)
          this.#unanswered.delete(message.params?.['requestId'] as RequestId);
        this.#deliver({ message: toWire(message) });
    }
  }

  #takeRequest(request: RequestMessage): void {
    if (this.#unanswered.has(request.id)) {
      return this.#refuse(invalid(request.id, 'Invalid request: a request with this id is still in progress'));
    }
    this.#unanswered.add(request.id);
    const greeted = this.#isOpen ? undefined : this.#greeting?.answer(request);
    this.#isOpen = true;
    if (greeted) void this.#writer?.write(this.#serialise({ jsonrpc: '2.0', id: request.id, result: greeted }));
    this.#deliver({ message: { ...toWire(this.#withMeta(request)), id: request.id } });
  }

  #withMeta(request: RequestMessage): RequestMessage {
    if (this.#callMeta === undefined || request.method !== METHOD.callTool) return request;
    const { params = {} } = request;
    return { ...request, params: { ...params, _meta: { ...(params['_meta'] as object), ...this.#callMeta } } };
  }

  #refuse({ id, error, event }: InvalidMessage): void {
    this.#logger.log('warning', event, { code: error.code, reason: error.message, request_id: id ?? '<no-id>' });
    void this.#writer?.write(JSON.stringify({ jsonrpc: '2.0', id, error }));
    this.#deliver({ rejected: error });
  }

  #deliver(event: InboxEvent): void {
    this.#open();
    if (this.#inbox) this.#inbox.push(event);
    else if ('message' in event) this.onmessage?.(event.message);
    else this.onrejected?.(event.rejected);
  }

  /** A result that JSON cannot express must not leave its request unanswered. */
  #serialise(message: JSONRPCMessage): string {
    try {
      return JSON.stringify(message);
    } catch (error) {
      this.#logger.log('error', 'unserialisable_message', { error });
      const id = 'id' in message ? (message.id ?? null) : null;
      return JSON.stringify({ jsonrpc: '2.0', id, error: { code: RPC_ERROR.internal, message: 'Internal error' } });
    }
  }

  readonly #regulate = (): void => {
    if (!this.#reading) return;
    const full = this.#unanswered.size >= MAX_UNANSWERED || (this.#writer?.bufferedBytes ?? 0) > MAX_UNSENT_BYTES;
    if (full) this.#stdin.pause();
    else if (this.#stdin.isPaused()) this.#stdin.resume();
  };
}

/** Only the members that JSON-RPC knows: the SDK drops a message that has others without a word. */
function toWire({ method, params }: { readonly method: string; readonly params: object | undefined }) {
  return { jsonrpc: '2.0' as const, method, ...(params ? { params: params as Record<string, unknown> } : {}) };
}
