/** Names and ids of symbols that stay what they are when other parts of the file change. */
import { hash } from 'node:crypto';
import type { Program } from './program.ts';
import type { LinkedSymbol } from './types.ts';

export function identify(program: Program, repository: string): LinkedSymbol[] {
  const seen = new Map<string, number>();
  const qualified: string[] = [];
  return program.symbols.map((symbol, id) => {
    const file = program.file(id);
    const parent = program.parentOf(id);
    const own = symbol.kind === 'module' ? '' : symbol.name || '<lambda>';
    const around = parent === null ? '' : (qualified[parent] as string);
    const outer = symbol.owner === undefined ? around : symbol.owner;
    const name = outer === '' ? own : `${outer}.${own}`;
    qualified.push(name);
    const key = [repository, file.path, name, symbol.kind].join('\0');
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    return {
      id: hash('sha256', `${key}\0${ordinal}`).slice(0, 32),
      path: file.path,
      index: id - file.symbols,
      kind: symbol.kind,
      name: symbol.name,
      qualified: name,
      line: symbol.line,
    };
  });
}
