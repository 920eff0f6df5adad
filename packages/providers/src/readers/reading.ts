/** What a format's module has to offer, and what it is given. */
import { ZapomniError } from '@zapomni/core/errors';
import type { DocumentLimits, DocumentMember, DocumentSource, ReadDocument } from '@zapomni/core/ports';
import type { OcrOptions } from './ocr/find-engine.ts';

/**
 * Reads the bytes of one format. Pure: whatever it knows it knows from the bytes and the context. A ZapomniError says in words
 * what is wrong with the file; anything else that is thrown tells the user no more than that the file is damaged.
 */
export type ReadFormat = (bytes: Uint8Array, context: ReadContext) => ReadDocument | Promise<ReadDocument>;

export interface ReadContext {
  /** As the format is called in the table: `docx`. One module may read several. */
  readonly format: string;
  readonly mimeType: string;
  readonly name: string | undefined;
  readonly limits: DocumentLimits;
  readonly budget: Budget;
  /** Undefined unless the user asked for it. */
  readonly ocr: OcrOptions | undefined;
  /** What a container holds, read as if it were a file of its own, of whatever format, or refused. Counts as a page. */
  readMember(source: DocumentSource & { readonly name: string }): Promise<DocumentMember>;
}

/** What is left of the limits, for a container and all that is in it together. */
export class Budget {
  readonly limits: DocumentLimits;
  #bytes = 0;
  #characters = 0;
  #pages = 0;

  constructor(limits: DocumentLimits) {
    this.limits = limits;
  }

  /** To be called before or while something is unpacked, with what it comes to. */
  unpack(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.limits.maxBytes) return;
    throw tooLarge(`Unpacked it has more than ${this.limits.maxBytes} bytes.`);
  }

  characters(count: number): void {
    this.#characters += count;
    if (this.#characters <= this.limits.maxCharacters) return;
    throw tooLarge(`Its text has more than ${this.limits.maxCharacters} characters.`);
  }

  page(): void {
    this.#pages += 1;
    if (this.#pages <= this.limits.maxPages) return;
    throw tooLarge(`It has more than ${this.limits.maxPages} pages.`);
  }
}

/** The file cannot be read, and `reason` says why in a sentence, without anything of its contents. */
export function unreadable(reason: string, cause?: unknown): ZapomniError {
  return new ZapomniError('INVALID_INPUT', reason, {
    hint: 'Open it in its own program, and save or export it again.',
    cause,
  });
}

export function tooLarge(reason: string): ZapomniError {
  return new ZapomniError('TOO_LARGE', `The document is too large. ${reason}`, {
    hint: 'Split it, or raise the limit.',
  });
}
