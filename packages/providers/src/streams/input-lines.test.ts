import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { inputLines } from './input-lines.ts';

async function read(...chunks: (string | Uint8Array)[]) {
  const lines = [];
  for await (const line of inputLines(Readable.from(chunks.map((chunk) => Buffer.from(chunk))))) lines.push(line);
  return lines;
}

it('ends lines at a line feed and nowhere else', async () => {
  expect(await read('a\u2028b\u0085c\r\n', '\nlast')).toEqual([
    { number: 1, text: 'a\u2028b\u0085c\r', bytes: 10, ended: true },
    { number: 2, text: '', bytes: 1, ended: true },
    { number: 3, text: 'last', bytes: 4, ended: false },
  ]);
  expect(await read('one\n')).toHaveLength(1);
  expect(await read()).toEqual([]);
});

it('puts lines and characters together that come in pieces', async () => {
  const bytes = Buffer.from('naïve 🎉\n東京');
  const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
  expect((await read(...pieces)).map(({ text }) => text)).toEqual(['naïve 🎉', '東京']);
});

it('knows what is not UTF-8, line by line, and drops a byte order mark', async () => {
  const lines = await read('\ufeffok\n', Uint8Array.of(0xff, 0xfe, 0x0a), 'ok again');
  expect(lines.map(({ text }) => text)).toEqual(['ok', null, 'ok again']);
});
