/** Names and ids of the symbols of one file, as linking gives them (link/identity.ts): edges are found by these ids. */
import { hash } from 'node:crypto';
import type { OutlineSymbol } from '../../../ports/index.ts';

const ID_LENGTH = 32;
const TYPES: ReadonlySet<string> = new Set(['class', 'struct', 'interface', 'trait', 'enum']);

export class SymbolNames {
  readonly #symbols: readonly OutlineSymbol[];
  readonly #within: string;
  readonly #qualified: string[] = [];
  /** Among those of the same name and kind. */
  readonly #ordinals: number[] = [];

  /** `within`: the repository and the path. */
  constructor(symbols: readonly OutlineSymbol[], within: string) {
    this.#symbols = symbols;
    this.#within = within;
    const seen = new Map<string, number>();
    for (const { kind, name, parent, owner } of symbols) {
      const own = kind === 'module' ? '' : name || '<lambda>';
      const outer = owner ?? (parent === null ? '' : (this.#qualified[parent] ?? ''));
      const qualified = outer === '' ? own : `${outer}.${own}`;
      const key = `${qualified}\0${kind}`;
      const ordinal = seen.get(key) ?? 0;
      seen.set(key, ordinal + 1);
      this.#qualified.push(qualified);
      this.#ordinals.push(ordinal);
    }
  }

  qualified(number: number): string {
    return this.#qualified[number] ?? '';
  }

  id(number: number): string {
    const { kind } = this.#symbols[number] as OutlineSymbol;
    const said = `${this.#within}\0${this.qualified(number)}\0${kind}\0${this.#ordinals[number] ?? 0}`;
    return hash('sha256', said).slice(0, ID_LENGTH);
  }

  /** A method of Go stands in no type, and names it. */
  parent(number: number): string | null {
    const { owner, parent } = this.#symbols[number] as OutlineSymbol;
    if (owner !== undefined) {
      const type = this.#symbols.findIndex(({ kind }, i) => TYPES.has(kind) && this.qualified(i) === owner);
      return type === -1 ? null : this.id(type);
    }
    return parent === null || this.#symbols[parent]?.kind === 'module' ? null : this.id(parent);
  }
}
