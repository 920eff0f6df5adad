/** Speaks to PDFium's memory: strings and numbers go through room that is set aside there. */
import { memoryOf, type Pdfium } from './load-pdfium.ts';

/** Room for four numbers, which is the most that a call fills in. */
const NUMBERS = 32;

export class PdfiumHeap {
  readonly numbers: number;
  readonly #pdfium: Pdfium;
  #room: number;
  #size = 16_384;
  readonly #rooms: number[] = [];

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
    this.numbers = this.#allocate(NUMBERS);
    this.#room = this.#allocate(this.#size);
  }

  /** Room for so many bytes, until it is freed with the rest. */
  room(size: number): number {
    const address = this.#allocate(size);
    this.#rooms.push(address);
    return address;
  }

  /** The bytes, for as long as the file is open. */
  put(bytes: Uint8Array): number {
    const address = this.#allocate(bytes.length);
    memoryOf(this.#pdfium).HEAPU8.set(bytes, address);
    return address;
  }

  /** The nth number of what a call has filled in. */
  float64(n: number): number {
    return memoryOf(this.#pdfium).HEAPF64[this.numbers / 8 + n] ?? 0;
  }

  float32(n: number): number {
    return memoryOf(this.#pdfium).HEAPF32[this.numbers / 4 + n] ?? 0;
  }

  int32(n: number): number {
    return memoryOf(this.#pdfium).HEAP32[this.numbers / 4 + n] ?? 0;
  }

  setInt32(n: number, value: number): void {
    memoryOf(this.#pdfium).HEAP32[this.numbers / 4 + n] = value;
  }

  /** UTF-16 that a call writes to an address, of which it tells the length in bytes with the NUL at its end. */
  utf16(fill: (address: number, size: number) => number): string {
    const length = this.#fill(fill);
    return length < 4 ? '' : this.#decode(length / 2 - 1);
  }

  utf8(fill: (address: number, size: number) => number): string {
    const length = this.#fill(fill);
    return length < 2 ? '' : this.#pdfium.pdfium.UTF8ToString(this.#room);
  }

  /** As many UTF-16 code units, which a call writes to an address. */
  codeUnits(count: number, fill: (address: number) => number): string {
    this.#reserve(count * 2 + 2);
    const written = fill(this.#room);
    return written < 2 ? '' : this.#decode(written - 1);
  }

  free(...addresses: readonly number[]): void {
    for (const address of [this.numbers, this.#room, ...this.#rooms, ...addresses])
      this.#pdfium.pdfium.wasmExports.free(address);
  }

  #fill(fill: (address: number, size: number) => number): number {
    const length = fill(this.#room, this.#size);
    if (length <= this.#size) return length;
    this.#reserve(length);
    return fill(this.#room, this.#size);
  }

  #decode(count: number): string {
    const start = this.#room / 2;
    return new TextDecoder('utf-16le').decode(memoryOf(this.#pdfium).HEAPU16.subarray(start, start + count));
  }

  #reserve(size: number): void {
    if (size <= this.#size) return;
    this.#pdfium.pdfium.wasmExports.free(this.#room);
    this.#room = this.#allocate(size);
    this.#size = size;
  }

  #allocate(size: number): number {
    const address = this.#pdfium.pdfium.wasmExports.malloc(size);
    if (address === 0) throw new RangeError('Over the limit of memory.');
    return address;
  }
}
