/** Bytes to text, whatever alphabet they are written in. */
import { detectCharset } from './detect-charset.ts';

export interface DecodedText {
  /** Newlines are `\n`, and the byte order mark is gone. */
  readonly text: string;
  /** As WHATWG calls it. */
  readonly charset: string;
  /** Some bytes meant nothing in it. */
  readonly damaged: boolean;
}

export function decodeText(bytes: Uint8Array, declared?: string): DecodedText {
  const charset = detectCharset(bytes, declared);
  const raw = new TextDecoder(charset).decode(bytes);
  return { text: raw.replace(/\r\n?/gu, '\n'), charset, damaged: raw.includes('\uFFFD') };
}

/** Whether a person could have written it: hardly a control character, in whichever alphabet it is. */
export function looksLikeText(text: string): boolean {
  let strange = 0;
  for (let i = 0; i < text.length; i++) if (isStrange(text.charCodeAt(i))) strange++;
  return strange <= text.length / 500;
}

// Tab, newline, form feed and escape (of terminal logs) do occur in texts.
function isStrange(code: number): boolean {
  if (code < 32) return code !== 9 && code !== 10 && code !== 12 && code !== 27;
  return (code >= 0x7f && code < 0xa0) || code === 0xfffd;
}
