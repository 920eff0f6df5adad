/** Names and ids of symbols that stay what they are when other parts of the file change. */
import { hash } from 'node:crypto';
import type { Program } from './program.ts';
import type { LinkedSymbol } from './types.ts';

/** Gives way after every thousand symbols. */
export function* identify(program: Program, repository: string): Generator<void, LinkedSymbol[]> {
  const seen = new Map<string, number>();
  const found: LinkedSymbol[] = [];
  for (const [id, symbol] of program.symbols.entries()) {
    if (id % 1000 === 999) yield;
    const file = program.file(id);
    const parent = program.parentOf(id);
    const own = symbol.kind === 'module' ? '' : symbol.name || '<lambda>';
    const around = parent === null ? '' : (found[parent] as LinkedSymbol).qualified;
    const outer = symbol.owner === undefined ? around : symbol.owner;
    const qualified = outer === '' ? own : `${outer}.${own}`;
    const key = `${repository}\0${file.path}\0${qualified}\0${symbol.kind}`;
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    const { kind, name, line } = symbol;
    const hashed = hash('sha256', `${key}\0${ordinal}`).slice(0, 32);
    found.push({ id: hashed, path: file.path, index: id - file.symbols, parent, kind, name, qualified, line });
  }
  return found;
}
