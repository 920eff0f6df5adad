/** The text that the bytes of a file are; null for what is no text. */
const HEAD = 8000;
const UTF8 = new TextDecoder('utf-8', { fatal: true });
const LATIN = new TextDecoder('windows-1252');

/** UTF-8, UTF-16 with its mark, and for the rest what old editors wrote. A mark at the beginning is no text. */
export function decodeText(bytes: Uint8Array): string | null {
  const wide = wideDecoder(bytes);
  if (wide) return clean(wide.decode(bytes));
  if (bytes.subarray(0, HEAD).includes(0)) return null;
  try {
    return clean(UTF8.decode(bytes));
  } catch {
    return clean(LATIN.decode(bytes));
  }
}

function wideDecoder([first, second]: Uint8Array) {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  return first === 0xfe && second === 0xff ? new TextDecoder('utf-16be') : null;
}

/** No store takes NUL. */
function clean(text: string): string | null {
  return text.includes('\0') ? null : text.toWellFormed();
}
