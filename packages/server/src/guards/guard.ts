/** What an HTTP transport and the guards in front of it tell each other. Nothing here knows a socket or reads a body. */
import type { IncomingHttpHeaders } from 'node:http';
import type { RpcErrorBody } from '../protocol/rpc-error.ts';

/** What is known of an HTTP request before its body is read. */
export interface HttpRequestHead {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly remoteAddress: string;
}

/** An answer in place of the one that was asked for. */
export interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error: RpcErrorBody;
}

/** Who is calling and what they may do. */
export interface Caller {
  readonly subject: string;
  readonly scopes: ReadonlySet<string>;
}

export interface Admission {
  readonly caller: Caller;
  /** Headers that every answer to this request carries (CORS). */
  readonly headers: Readonly<Record<string, string>>;
}

/** All guards in order: host, origin/CORS (preflight answered here with 204), bearer, rate. */
export interface Gatekeeper {
  /** `isOpen`: what is asked for is there for anyone, without a token. */
  admit(
    head: HttpRequestHead,
    isOpen?: boolean,
  ): Promise<Admission | Refusal | { readonly preflight: Readonly<Record<string, string>> }>;
}
