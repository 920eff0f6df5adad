export type ServerErrorCode =
  | 'INVALID_OPTIONS'
  | 'INVALID_REGISTRATION'
  | 'DUPLICATE_NAME'
  | 'ALREADY_RUNNING'
  | 'ALREADY_STOPPED'
  | 'NO_TOOLS'
  | 'NO_TRANSPORT'
  | 'CONNECTION';

/** A fault in how the server is set up, or of its streams. It goes to the embedding program, never to a client. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
  readonly code: ServerErrorCode;

  constructor(code: ServerErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
