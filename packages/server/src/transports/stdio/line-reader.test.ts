import { verifies } from '@zapomni/testkit/verifies';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LineReader } from './line-reader.ts';

function collect(maxBytes: number) {
  const seen: (string | { head: string; tail: string })[] = [];
  const reader = new LineReader(maxBytes, {
    line: (bytes) => seen.push(bytes.toString('utf8')),
    oversized: (head, tail) => seen.push({ head: head.toString('latin1'), tail: tail.toString('latin1') }),
  });
  return { reader, seen };
}

/** Cuts the bytes at these places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

describe('LineReader', () => {
  test('gives the same lines wherever the stream is cut, multi-byte characters included', () => {
    verifies('R041');
    const line = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replaceAll('\n', ''));
    fc.assert(
      fc.property(fc.array(line), line, fc.array(fc.nat(), { maxLength: 30 }), (lines, rest, places) => {
        const bytes = Buffer.from([...lines, rest].join('\n'), 'utf8');
        const { reader, seen } = collect(1000);
        for (const chunk of cut(bytes, places)) reader.push(chunk);
        reader.end();
        const text = bytes.toString('utf8').split('\n');
        expect(seen).toEqual(text.at(-1) === '' ? text.slice(0, -1) : text);
      }),
    );
  });

  test('keeps lines up to the limit and skips longer ones, wherever the stream is cut', () => {
    verifies('R076');
    const lines = fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(lines, fc.array(fc.nat(), { maxLength: 20 }), (lengths, places) => {
        const texts = lengths.map((length, index) => String(index % 10).repeat(length));
        const { reader, seen } = collect(15);
        for (const chunk of cut(Buffer.from(`${texts.join('\n')}\n`), places)) reader.push(chunk);
        const kept = seen.map((one) => (typeof one === 'string' ? one : { tail: one.tail }));
        expect(kept).toEqual(texts.map((text) => (text.length <= 15 ? text : { tail: text })));
      }),
    );
  });

  test('of a skipped line only the two ends are kept, and the next line is whole', () => {
    const { reader, seen } = collect(1000);
    reader.push(Buffer.from(`head${'x'.repeat(2000)}`));
    for (let n = 0; n < 100; n += 1) reader.push(Buffer.alloc(10_000, 'y'));
    reader.push(Buffer.from('tail\nnext\n'));
    expect(seen).toEqual([{ head: `head${'x'.repeat(252)}`, tail: `${'y'.repeat(252)}tail` }, 'next']);
  });

  test('what follows the last newline counts, even when it is too long', () => {
    const { reader, seen } = collect(3);
    reader.push(Buffer.from('abcd'));
    reader.end();
    expect(seen).toEqual([{ head: 'abcd', tail: 'abcd' }]);
    reader.end();
    expect(seen).toHaveLength(1);
  });

  test('a line of 64 MiB in small chunks takes little more memory than itself', () => {
    verifies('R050');
    const size = 64 << 20;
    let length = 0;
    const reader = new LineReader(size, {
      line: (bytes) => {
        length = bytes.length;
      },
      oversized: () => undefined,
    });
    const chunk = Buffer.alloc(512, 'z');
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    for (let n = 0; n < size / chunk.length; n += 1) {
      reader.push(chunk);
      if (n % 4096 === 0) peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
    }
    reader.push(Buffer.from('\n'));
    expect(length).toBe(size);
    // The doubling buffer and, until it is collected, those it outgrew.
    expect(peak).toBeLessThan(4 * size);
  });

  test('a skipped line of 200 MB takes no memory', () => {
    verifies('R036', 'R050', 'R076');
    const { reader, seen } = collect(1 << 20);
    const chunk = Buffer.alloc(1 << 16, 'z');
    const before = process.memoryUsage().arrayBuffers;
    for (let n = 0; n < 3200; n += 1) reader.push(chunk);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 << 20);
    reader.push(Buffer.from('\nalive\n'));
    expect(seen.at(-1)).toBe('alive');
  });
});
