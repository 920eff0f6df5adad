/** Goes through RTF and tells of groups, control words and bytes of text as they come. */

export interface RtfHandler {
  open(): void;
  close(): void;
  /** `\par`, `\u8211`; the parameter is null if there is none. */
  word(name: string, parameter: number | null): void;
  /** `\*`, `\~`, `\-` and the like. */
  symbol(symbol: string): void;
  /** One byte of text in the code page under way. */
  byte(value: number): void;
}

const [OPEN, CLOSE, ESCAPE] = [0x7b, 0x7d, 0x5c];
const MOST_LEVELS = 1000;
const LONGEST_WORD = 32;

/** False if the last group is not closed, or groups are nested as only machines that break things would. */
export function scanRtf(bytes: Uint8Array, handler: RtfHandler): boolean {
  let level = 0;
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] as number;
    if (byte === OPEN) {
      if (++level > MOST_LEVELS) return false;
      handler.open();
      at++;
    } else if (byte === CLOSE) {
      handler.close();
      at++;
      if (--level <= 0) return true;
    } else if (byte === ESCAPE) at = readControl(bytes, at + 1, handler);
    else {
      // Line breaks of the file mean nothing.
      if (byte !== 10 && byte !== 13) handler.byte(byte);
      at++;
    }
  }
  return false;
}

function readControl(bytes: Uint8Array, at: number, handler: RtfHandler): number {
  const first = bytes[at];
  if (first === undefined) return at;
  if (!isLetter(first)) return readSymbol(bytes, at, handler);
  let end = at;
  while (isLetter(bytes[end]) && end - at < LONGEST_WORD) end++;
  const name = String.fromCharCode(...bytes.subarray(at, end));
  const number = /^-?\d{1,10}/u.exec(String.fromCharCode(...bytes.subarray(end, end + 11)))?.[0];
  end += number?.length ?? 0;
  // Binary data may hold anything, braces too.
  if (name === 'bin') return end + 1 + Math.max(Number(number ?? 0), 0);
  handler.word(name, number === undefined ? null : Number(number));
  return bytes[end] === 0x20 ? end + 1 : end;
}

function readSymbol(bytes: Uint8Array, at: number, handler: RtfHandler): number {
  const symbol = String.fromCharCode(bytes[at] as number);
  if (symbol === "'") {
    const value = Number.parseInt(String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0), 16);
    if (!Number.isNaN(value)) handler.byte(value);
    return at + 3;
  }
  if (symbol === '\\' || symbol === '{' || symbol === '}') handler.byte(bytes[at] as number);
  else if (symbol === '\n' || symbol === '\r') handler.word('par', null);
  else handler.symbol(symbol);
  return at + 1;
}

const isLetter = (byte: number | undefined) =>
  byte !== undefined && ((byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a));
