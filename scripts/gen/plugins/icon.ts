/**
 * The icon of the packages, drawn here: a letter of three strokes and a point, light on dark. Its bytes are the same on every machine, because
 * what packs them is below and no library whose version or processor could make a difference.
 */
import { crc32 } from 'node:zlib';

const SIZE = 512;
/** Each pixel is looked at in so many places, across and down; one shade for each number of those that are light. */
const SAMPLES = 4;
const SHADES = SAMPLES * SAMPLES + 1;
const DARK = [38, 36, 92] as const;
const LIGHT = [246, 244, 255] as const;

/** In the units of a square of 64. */
function isLight(x: number, y: number): boolean {
  const isTop = y >= 14 && y < 22 && x >= 14 && x < 50;
  const isBottom = y >= 42 && y < 50 && x >= 14 && x < 40;
  const isSlope = y >= 14 && y < 50 && Math.abs(x - (50 - ((y - 14) * 36) / 36) + 5) < 5.6 && x >= 14 && x < 50;
  const isPoint = (x - 46) ** 2 + (y - 46) ** 2 < 16;
  return isTop || isBottom || isSlope || isPoint;
}

function shadeAt(column: number, row: number): number {
  let light = 0;
  for (let i = 0; i < SHADES - 1; i++) {
    const [dx, dy] = [(i % SAMPLES) + 0.5, Math.floor(i / SAMPLES) + 0.5];
    if (isLight(((column + dx / SAMPLES) * 64) / SIZE, ((row + dy / SAMPLES) * 64) / SIZE)) light++;
  }
  return light;
}

/** Rows of shades, each told by what differs from the row above: mostly nothing. */
function drawn(): number[] {
  const bytes: number[] = [];
  let above = new Array<number>(SIZE).fill(0);
  for (let row = 0; row < SIZE; row++) {
    const shades = Array.from({ length: SIZE }, (_, column) => shadeAt(column, row));
    bytes.push(UP, ...shades.map((shade, column) => (shade - (above[column] ?? 0) + 256) % 256));
    above = shades;
  }
  return bytes;
}

const UP = 2;
const PALETTE_COLOURS = 3;

export function drawIcon(): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(SIZE, 0);
  head.writeUInt32BE(SIZE, 4);
  head.set([8, PALETTE_COLOURS, 0, 0, 0], 8);
  const palette = Array.from({ length: SHADES }, (_, shade) =>
    DARK.map((dark, i) => Math.round(dark + (((LIGHT[i] ?? 0) - dark) * shade) / (SHADES - 1))),
  );
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', packed(drawn())),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Lengths whose codes have no bits of their own behind them, the longest first. */
const RUNS = [
  { length: 258, code: 285 },
  { length: 10, code: 264 },
  { length: 3, code: 257 },
];

/** One block of fixed codes (RFC 1951): bytes as they are, and runs of one byte. */
function packed(bytes: readonly number[]): Buffer {
  const bits = new Bits();
  bits.add(0b011, 3);
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    bits.addCode(byte);
    at++;
    for (const { length, code } of RUNS)
      for (; isRun(bytes, at, length, byte); at += length) {
        bits.addCode(code);
        // At a distance of 1.
        bits.add(0, 5);
      }
  }
  bits.addCode(256);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(adler32(bytes));
  return Buffer.concat([Buffer.from([0x78, 0x01]), bits.toBuffer(), sum]);
}

function isRun(bytes: readonly number[], from: number, length: number, byte: number): boolean {
  if (from + length > bytes.length) return false;
  for (let i = from; i < from + length; i++) if (bytes[i] !== byte) return false;
  return true;
}

class Bits {
  readonly #bytes: number[] = [];
  #filled = 0;

  /** The lowest bit first. */
  add(value: number, count: number): void {
    for (let i = 0; i < count; i++) {
      if (this.#filled % 8 === 0) this.#bytes.push(0);
      const last = this.#bytes.length - 1;
      this.#bytes[last] = (this.#bytes[last] ?? 0) | (((value >> i) & 1) << (this.#filled++ % 8));
    }
  }

  /** The highest bit first, as codes are. */
  addCode(symbol: number): void {
    const [code, length] = codeOf(symbol);
    for (let i = length - 1; i >= 0; i--) this.add((code >> i) & 1, 1);
  }

  toBuffer(): Buffer {
    return Buffer.from(this.#bytes);
  }
}

function codeOf(symbol: number): readonly [code: number, length: number] {
  if (symbol < 144) return [0x30 + symbol, 8];
  if (symbol < 256) return [0x190 + symbol - 144, 9];
  return symbol < 280 ? [symbol - 256, 7] : [0xc0 + symbol - 280, 8];
}

function adler32(bytes: readonly number[]): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return b * 65_536 + a;
}
