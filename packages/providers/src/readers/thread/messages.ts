/** What the main thread and the thread that reads say to each other. One request at a time. */
import type { DocumentLimits, DocumentSource, ReadDocument } from '@zapomni/core/ports';
import type { OcrOptions } from '../ocr/find-engine.ts';

export interface ReadRequest {
  readonly source: DocumentSource;
  readonly limits: DocumentLimits;
  readonly ocr: OcrOptions | undefined;
}

/** The thread ends when it has read this. */
export type EndRequest = 'end';

export type ReadReply = { readonly document: ReadDocument } | { readonly failure: ReadFailure };

/** An error in parts, because classes do not travel between threads. */
export interface ReadFailure {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  /** For the log only. */
  readonly cause: string;
}
