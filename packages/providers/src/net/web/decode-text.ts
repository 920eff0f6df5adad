/**
 * Bytes of the web as text. A mark at the beginning wins, then what the head of the answer says, then what the text says of
 * itself; what cannot be right is not believed, and what nobody says is UTF-8, or else what old pages are.
 */
const MARKS: readonly (readonly [mark: readonly number[], charset: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
];
const IN_HEAD = /charset\s*=\s*["']?\s*([\w.:-]+)/i;
const IN_TEXT = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]+)|<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]+)/i;
/** Browsers look no further. */
const SAID_WITHIN = 1024;
const OF_OLD = 'windows-1252';

export function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  const marked = MARKS.find(([mark]) => mark.every((byte, i) => bytes[i] === byte))?.[1];
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
  const said = [IN_HEAD.exec(contentType ?? '')?.[1], saidInText(bytes), 'utf-8', OF_OLD];
  for (const charset of said) {
    const text = charset === undefined ? undefined : tryDecode(bytes, charset);
    if (text !== undefined) return text;
  }
  return new TextDecoder().decode(bytes);
}

function saidInText(bytes: Uint8Array): string | undefined {
  const [, inMeta, inXml] = IN_TEXT.exec(Buffer.from(bytes.subarray(0, SAID_WITHIN)).toString('latin1')) ?? [];
  const charset = inMeta ?? inXml;
  // What can be read byte by byte is not written two bytes at a time.
  return charset !== undefined && /^utf-?16/i.test(charset) ? 'utf-8' : charset;
}

/** Undefined when there is no such charset, or the bytes are not in it. */
function tryDecode(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
