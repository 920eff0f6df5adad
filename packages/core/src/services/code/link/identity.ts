/** Names and ids of symbols that stay what they are when other parts of the file change. */
import { hash } from 'node:crypto';
import type { Program } from './program.ts';
import type { LinkedSymbol } from './types.ts';

/** Gives way after every thousand symbols. */
export function* identify(program: Program, repository: string): Generator<void, LinkedSymbol[]> {
  /** Of the file: what has the same name and kind gets the next number. */
  let seen = new Map<string, number>();
  const found: LinkedSymbol[] = [];
  for (let id = 0; id < program.symbols.length; id++) {
    if (id % 1000 === 999) yield;
    const symbol = program.symbol(id);
    const file = program.file(id);
    if (id === file.symbols) seen = new Map();
    const parent = program.parentOf(id);
    const own = symbol.kind === 'module' ? '' : symbol.name || '<lambda>';
    const around = parent === null ? '' : (found[parent] as LinkedSymbol).qualified;
    const outer = symbol.owner === undefined ? around : symbol.owner;
    const qualified = outer === '' ? own : `${outer}.${own}`;
    const { kind, name, line } = symbol;
    const key = `${qualified}\0${kind}`;
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    const hashed = hash('sha256', `${repository}\0${file.path}\0${key}\0${ordinal}`).slice(0, 32);
    found.push({ id: hashed, path: file.path, index: id - file.symbols, parent, kind, name, qualified, line });
  }
  return found;
}
