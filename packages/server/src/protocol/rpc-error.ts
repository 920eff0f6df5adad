/** What a JSON-RPC error looks like on the wire. */
export interface RpcErrorBody {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A reply without its envelope: exactly one of the two, which the types enforce. */
export type Reply =
  | { readonly result: Record<string, unknown>; readonly error?: never }
  | { readonly error: RpcErrorBody; readonly result?: never };

/** Thrown inside the dispatcher to answer with a protocol error. Its text goes to the client as it is. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }

  get body(): RpcErrorBody {
    return { code: this.code, message: this.message, ...(this.data === undefined ? {} : { data: this.data }) };
  }
}
