/** Text in charsets for which there is only a decoder: what each byte, or each pair of bytes, means is asked of it. */

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export function utf16(text: string, order: 'le' | 'be', mark: boolean): Uint8Array {
  const bytes = Buffer.from((mark ? '\uFEFF' : '') + text, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
}

export function encode(text: string, charset: string): Uint8Array {
  const table = tableOf(charset);
  return Uint8Array.from(
    Array.from(text).flatMap((character) => {
      const bytes = table.get(character);
      if (!bytes) throw new Error(`${charset} has no ${character}`);
      return [...bytes];
    }),
  );
}

function tableOf(charset: string): Map<string, readonly number[]> {
  const decoder = new TextDecoder(charset);
  const table = new Map<string, readonly number[]>();
  const note = (...bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if (Array.from(text).length === 1 && text !== '\uFFFD' && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0; byte < 256; byte++) note(byte);
  for (let first = 0x81; first < 0xff; first++) for (let second = 0x40; second < 0xff; second++) note(first, second);
  return table;
}
