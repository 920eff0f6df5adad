import { sha256 } from '../memory/prepare-text.ts';

/** Of a text: its characters normalised (NFC, CRLF as LF, trimmed), so that a file's last newline makes no other text. */
export function textHash(text: string): Promise<string> {
  return sha256(text.normalize('NFC').replaceAll('\r\n', '\n').trim());
}

export function textHashes(texts: readonly string[]): Promise<string[]> {
  return Promise.all(texts.map(textHash));
}
