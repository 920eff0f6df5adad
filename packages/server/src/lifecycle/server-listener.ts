/**
 * What `run()` needs of a transport that takes clients in by itself, any number of them: it is given the server's parts,
 * makes its own connections out of them, and is told when to stop.
 */
import type { ServerEventBus } from '@modelcontextprotocol/server';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { Greeting } from '../protocol/handshake.ts';
import type { RequestLedger } from '../dispatch/request-ledger.ts';
import type { ServerLogger } from '../server-logger.ts';
import type { ServerTransport } from '../connection/server-transport.ts';

/** The server as its listeners see it. */
export interface ServerHost {
  readonly dispatcher: Dispatcher;
  readonly ledger: RequestLedger;
  readonly greeting: Greeting;
  readonly logger: ServerLogger;
  /** The JSON Schema of a tool's arguments as clients are shown it. */
  inputSchemaOf(tool: string): unknown;
  status(): HostStatus;
  /** Where changes are told, for clients that subscribed to them by themselves. */
  readonly changes?: ServerEventBus;
}

export interface HostStatus {
  readonly uptimeSeconds: number;
  readonly requests: number;
  readonly errors: number;
  readonly tools: number;
  /** Names of the transports that serve at this moment. */
  readonly transports: readonly string[];
}

export interface ServerListener {
  readonly name: string;
  /** Rejects when it cannot serve, for instance because its port is taken; nothing is left open then. */
  open(host: ServerHost): Promise<void>;
  /** Takes no further requests; those that run go on. */
  stopAccepting(): void;
  /** Requests without an answer, streams that stay open by nature aside. */
  readonly unanswered: number;
  /** Resolves when nothing is unanswered. */
  idle(): Promise<void>;
  /** Ends every stream, session and connection. */
  close(): Promise<void>;
}

export function isListener(transport: ServerTransport | ServerListener): transport is ServerListener {
  return 'open' in transport;
}
