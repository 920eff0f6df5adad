import { RPC_ERROR, type RequestId } from '../../protocol/protocol.ts';
import type { RpcErrorBody } from '../../protocol/rpc-error.ts';

/** The code of errors that are HTTP's rather than JSON-RPC's; the status says which. */
const HTTP_ERROR = -32_000;
/** The code that tells a client to begin a new session. */
const SESSION_NOT_FOUND = -32_001;

export interface RefusalDetails {
  /** Of the request that is refused, when it could be read. */
  readonly id?: RequestId | null;
  readonly code?: number;
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown by whoever handles a request to answer it with an error. Its text goes to the client as it is. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal';
  readonly status: number;
  readonly id: RequestId | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly error: RpcErrorBody;

  constructor(
    status: number,
    message: string,
    { id = null, code = HTTP_ERROR, data, headers = {} }: RefusalDetails = {},
  ) {
    super(message);
    this.status = status;
    this.id = id;
    this.headers = headers;
    this.error = { code, message, ...(data === undefined ? {} : { data }) };
  }
}

/** The client did not go by the protocol. */
export function badRequest(message: string, id: RequestId | null = null): HttpRefusal {
  return new HttpRefusal(400, message, { code: RPC_ERROR.invalidRequest, id });
}

/** Said of sessions that never were, that are over, and that are somebody else's: nobody learns which. */
export function sessionNotFound(): HttpRefusal {
  return new HttpRefusal(404, 'Session not found', { code: SESSION_NOT_FOUND });
}
