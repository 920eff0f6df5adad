/** Damages one stream of a PDF behind its packing: what draws a page, or what the file is found by. */
import { deflateSync, inflateSync } from 'node:zlib';
import { within, type Damage } from './damages.ts';

export function damageStream(bytes: Uint8Array, damage: Damage, random: () => number): Uint8Array {
  const file = Buffer.from(bytes).toString('latin1');
  const streams = [...file.matchAll(/\/Length (\d+)>>stream\n/gu)];
  const chosen = streams[within(random, streams.length)];
  if (!chosen) return damage(bytes, random);
  const start = chosen.index + chosen[0].length;
  const length = Number(chosen[1]);
  const content = inflateSync(Buffer.from(file.slice(start, start + length), 'latin1'));
  const packed = deflateSync(damage(content, random));
  // All that follows moves, and is not where the table says: readers that mend files find it all the same.
  const head = `/Length ${packed.length}>>stream\n`;
  const parts = [file.slice(0, chosen.index) + head, packed, file.slice(start + length)];
  return Uint8Array.from(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))),
  );
}
