/** What the extractor and its thread say to each other. The thread has at most one request at a time. */
import type { Extraction, TextToRead } from '@zapomni/core/ports';

export interface ReadRequest {
  readonly texts: readonly TextToRead[];
  /** One 32-bit number: not 0 once nobody waits for the answer any more. */
  readonly unwanted: SharedArrayBuffer;
}

/** The thread ends when it has read this. */
export type EndRequest = 'end';

export type ReadReply =
  | { readonly extractions: readonly Extraction[] }
  /** Why it failed, for the log only. */
  | { readonly failure: string };
