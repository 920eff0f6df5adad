/**
 * What `run()` needs of a transport beyond the SDK's own interface: to be told when the other side is gone, to stop
 * taking input while answers are still going out, and to hear what was refused before it became a message.
 */
import type { Transport } from '@modelcontextprotocol/server';
import type { RpcErrorBody } from '../protocol/rpc-error.ts';

export type TransportEnd =
  /** The client closed its side in good order. */
  | { readonly reason: 'eof' }
  /** The client no longer reads: nothing can be answered. */
  | { readonly reason: 'broken_pipe'; readonly error: Error }
  | { readonly reason: 'failed'; readonly error: Error };

export interface ServerTransport extends Transport {
  /** Under which it is logged and shown. */
  readonly name?: string;
  /** Settles once, when the connection cannot go on. It never rejects. */
  readonly ended: Promise<TransportEnd>;
  /** Throws a ServerError `CONNECTION` when the streams cannot be used. Changes nothing. */
  check(): void;
  /** Takes no further input. Messages already read are delivered, answers still go out. */
  stopReading(): void;
  /** Input that was answered with an error by the transport itself. Earlier ones are reported on `start()`. */
  onrejected?: ((error: RpcErrorBody) => void) | undefined;
}
