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

/**
 * Two 32-bit numbers that both threads see. To end a thread while it is loading modules can take the whole process with it. So
 * the thread says when it loads and looks whether it is to end, the main thread says that it is to end and looks whether it
 * loads: whoever comes second sees the other.
 */
export interface Gate {
  readonly buffer: SharedArrayBuffer;
}

export const LOADING = 0;
export const DOOMED = 1;
