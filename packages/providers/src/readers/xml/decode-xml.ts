/** XML says its encoding itself: by a mark of byte order, or in its first line; else it is UTF-8. */
export function decodeXml(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const named = /^(?:\u00EF\u00BB\u00BF)?<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/u.exec(head)?.[1];
  if (!named || /^utf-?16/iu.test(named)) return 'utf-8';
  try {
    return new TextDecoder(named).encoding;
  } catch {
    return 'utf-8';
  }
}
