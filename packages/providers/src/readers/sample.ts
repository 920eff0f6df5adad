/** What can be told of bytes at a glance: their first stretch as text, how they begin, and what they are called. */
import { decodeText, looksLikeText } from './charset/decode-text.ts';

const HEAD = 65_536;

export class Sample {
  readonly bytes: Uint8Array;
  /** The end of the name after its last dot, in small letters. */
  readonly extension: string;
  /** Without parameters, in small letters. */
  readonly mimeType: string;
  #head: { readonly text: string; readonly isText: boolean } | undefined;

  constructor(bytes: Uint8Array, name: string | undefined, mimeType: string | undefined) {
    this.bytes = bytes;
    this.extension = /\.([^./\\]+)$/u.exec(name ?? '')?.[1]?.toLowerCase() ?? '';
    this.mimeType = mimeType?.split(';')[0]?.trim().toLowerCase() ?? '';
  }

  get isText(): boolean {
    return this.#decoded().isText;
  }

  /** The first 64 KiB, decoded; empty if it is no text. */
  get text(): string {
    return this.#decoded().text;
  }

  #decoded(): { readonly text: string; readonly isText: boolean } {
    if (!this.#head) {
      const { text } = decodeText(this.bytes.subarray(0, HEAD));
      const isText = looksLikeText(text);
      this.#head = { isText, text: isText ? text : '' };
    }
    return this.#head;
  }

  /** Whether these bytes stand there. Text stands for its Latin-1 bytes. */
  has(signature: string, at = 0): boolean {
    if (this.bytes.length < at + signature.length) return false;
    for (let i = 0; i < signature.length; i++) if (this.bytes[at + i] !== signature.charCodeAt(i)) return false;
    return true;
  }
}
