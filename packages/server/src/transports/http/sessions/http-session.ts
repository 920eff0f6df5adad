/**
 * One client's session over HTTP: its own SDK server, its own connection, its own state. How messages get in and out is
 * the wire's business, and how long it lives is the table's.
 */
import type { McpServer, Transport } from '@modelcontextprotocol/server';
import { Connection } from '../../../connection/connection.ts';
import type { Caller } from '../../../guards/guard.ts';
import type { RequestId } from '../../../protocol/protocol.ts';
import { createSdkServer } from '../../../connection/sdk-server.ts';
import type { ServerHost } from '../../../lifecycle/server-listener.ts';

/** `streamable`: begun by `initialize` on the one endpoint. `sse`: by opening the older transport's stream. */
export type SessionKind = 'streamable' | 'sse';

/** What a session needs of its wire beyond the SDK's interface. */
export interface SessionWire extends Transport {
  /** Whether the client is connected or waits for something. */
  readonly busy: boolean;
  callerOf(id: RequestId): Caller;
}

export class HttpSession<Wire extends SessionWire = SessionWire> {
  readonly kind: SessionKind;
  readonly wire: Wire;
  readonly #subject: string;
  readonly #connection: Connection;
  readonly #server: McpServer;

  private constructor(
    kind: SessionKind,
    wire: Wire,
    subject: string,
    parts: { connection: Connection; server: McpServer },
  ) {
    this.kind = kind;
    this.wire = wire;
    this.#subject = subject;
    this.#connection = parts.connection;
    this.#server = parts.server;
  }

  static async open<Wire extends SessionWire>(
    host: ServerHost,
    kind: SessionKind,
    wire: Wire,
    caller: Caller,
  ): Promise<HttpSession<Wire>> {
    const connection = new Connection(wire, host.ledger, host.logger, (id) => wire.callerOf(id));
    const server = createSdkServer(host.greeting, host.dispatcher, connection, 'legacy');
    // The SDK puts whole messages into its error texts; the log must not have them.
    server.server.onerror = ({ name }) => host.logger.log('debug', 'sdk_error', { error_type: name });
    await server.connect(connection);
    return new HttpSession(kind, wire, caller.subject, { connection, server });
  }

  get id(): string {
    return this.#connection.session.id;
  }

  /** Requests without an answer. */
  get unanswered(): number {
    return this.#connection.pending.length;
  }

  get busy(): boolean {
    return this.wire.busy || this.unanswered > 0;
  }

  /** A session is of use only to whoever opened it, even if another learns its id. */
  belongsTo({ subject }: Caller): boolean {
    return subject === this.#subject;
  }

  /** Resolves when every request is answered. */
  idle(): Promise<void> {
    return this.#connection.idle();
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}
