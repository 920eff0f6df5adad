/** The ids of the symbols of all files. There may be millions until it is known who calls whom: as bytes they take a fifth of what they take as text. */
import type { ByteStore } from './byte-store.ts';

const BYTES = 16;
const HEX = 2 * BYTES;
const NONE = '0'.repeat(HEX);

export class SymbolIds {
  readonly #store: ByteStore;
  /** Of each file: the ids one after the other, then for each symbol whether it has one. */
  readonly #files: Uint8Array[] = [];

  constructor(store: ByteStore) {
    this.#store = store;
  }

  /** By the number of the symbol in its file; null for one that nobody can ask for. */
  put(file: number, ids: readonly (string | null)[]): void {
    const text = ids.map((id) => id ?? NONE).join('') + ids.map((id) => (id === null ? '00' : '01')).join('');
    this.#files[file] = this.#store.keep(Buffer.from(text, 'hex'));
  }

  count(file: number): number {
    return (this.#files[file]?.length ?? 0) / (BYTES + 1);
  }

  has(file: number, symbol: number): boolean {
    return this.#files[file]?.[this.count(file) * BYTES + symbol] === 1;
  }

  of(file: number, symbol: number): string | null {
    if (symbol < 0 || !this.has(file, symbol)) return null;
    return asHex(this.#files[file] as Uint8Array, symbol * BYTES, (symbol + 1) * BYTES);
  }

  all(file: number): (string | null)[] {
    const bytes = this.#files[file];
    const text = bytes ? asHex(bytes, 0, this.count(file) * BYTES) : '';
    return Array.from({ length: this.count(file) }, (_, symbol) =>
      this.has(file, symbol) ? text.slice(symbol * HEX, (symbol + 1) * HEX) : null,
    );
  }
}

function asHex({ buffer, byteOffset, length }: Uint8Array, start: number, end: number): string {
  return Buffer.from(buffer, byteOffset, length).toString('hex', start, end);
}
