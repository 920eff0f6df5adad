import { sha256 } from '../memory/prepare-text.ts';

/** Of a text: its characters normalised (NFC, CRLF as LF, trimmed), so that a file's last newline makes no other text. */
export function textHash(text: string): Promise<string> {
  return sha256(text.normalize('NFC').replaceAll('\r\n', '\n').trim());
}

const HEADING = /^#{1,6}[ \t]+[^\n]*\n+/;
/** What is shorter may stand under many headings. */
const FEWEST_CHARACTERS = 24;

/**
 * Of a text and of what stands under its heading: some formats put the title of a note before its text, and what was
 * forgotten must not come back under a heading, nor without it.
 */
export async function formHashes(text: string): Promise<string[]> {
  const whole = text.replaceAll('\r\n', '\n').trim();
  const body = whole.replace(HEADING, '').trim();
  return textHashes(body !== whole && body.length >= FEWEST_CHARACTERS ? [whole, body] : [whole]);
}

export function textHashes(texts: readonly string[]): Promise<string[]> {
  return Promise.all(texts.map(textHash));
}
