/** Symbols and calls as lines for people: `path:line` first, as terminals make it a link. */
import path from 'node:path';
import { ZapomniError } from '@zapomni/core/errors';
import type { FoundSymbol, KeptRepository, KeptSymbol, Unclear } from '@zapomni/core/code';
import { harmless, oneLine } from './harmless.ts';
import type { Terminal } from './terminal.ts';

/** From the folder that one is in where the repository is around or below it; where it lies else. */
export function placeIn({ value: { root } }: KeptRepository, file: string, line: number, cwd: string): string {
  const whole = path.join(root, file);
  const near = isBelow(root, cwd) || isBelow(cwd, root);
  return `${harmless(near ? path.relative(cwd, whole) : whole).replaceAll('\n', ' ')}:${line}`;
}

function isBelow(folder: string, inside: string): boolean {
  const way = path.relative(folder, inside);
  return way === '' || (!way.startsWith('..') && !path.isAbsolute(way));
}

/** Lines about one repository, for one terminal. */
export class CodeLines {
  readonly #repository: KeptRepository;
  readonly #terminal: Terminal;
  readonly #cwd: string;

  constructor(repository: KeptRepository, terminal: Terminal, cwd: string) {
    this.#repository = repository;
    this.#terminal = terminal;
    this.#cwd = cwd;
  }

  place(file: string, line: number): string {
    return this.#terminal.paint('cyan', placeIn(this.#repository, file, line, this.#cwd));
  }

  /** `src/a.py:12  Foo.bar  method`. */
  symbol({ value }: KeptSymbol): string {
    const { paint } = this.#terminal;
    return `${this.place(value.path, value.line)}  ${paint('bold', oneLine(value.qualified))}  ${paint('dim', value.kind)}`;
  }

  /** What stands in a file but in no symbol runs when it is loaded. */
  around(symbol: KeptSymbol | null): string {
    return symbol ? oneLine(symbol.value.qualified) : '(top of the file)';
  }

  dim(text: string): string {
    return this.#terminal.paint('dim', text);
  }

  /** What the name meant, and how much there is of it. */
  heading(symbol: KeptSymbol, what: string): string {
    return `${this.symbol(symbol)}\n${what}`;
  }
}

const CHOICES = 'Say which: a longer name (Foo.bar), path:line, or the id.';

/** Those to choose from go to stdout, as an answer; nothing near goes to stderr with the error that ends the command. */
export function showUnclear(unclear: Unclear, terminal: Terminal, cwd: string): number {
  if (unclear.status === 'not_found') {
    const near = unclear.suggestions.map(({ symbol }) => oneLine(symbol.value.qualified));
    if (near.length > 0) terminal.note(`Near it: ${near.join(', ')}`);
    throw new ZapomniError('NOT_FOUND', 'No symbol has this name.', {
      hint: '`zapomni code find` finds by beginnings and near spellings; `zapomni index` brings the index up to date.',
    });
  }
  for (const { repository, symbol } of unclear.candidates)
    terminal.print(`${new CodeLines(repository, terminal, cwd).symbol(symbol)}  ${terminal.paint('dim', symbol.key)}`);
  const more = unclear.complete ? '' : 'more than ';
  terminal.note(`${more}${unclear.total} symbols have this name. ${CHOICES}`);
  return AMBIGUOUS;
}

const AMBIGUOUS = 1;

export function showFound(found: readonly FoundSymbol[], terminal: Terminal, cwd: string): void {
  for (const { repository, symbol } of found) {
    const lines = new CodeLines(repository, terminal, cwd);
    terminal.print(`${lines.symbol(symbol)}  ${oneLine(symbol.value.signature)}`);
  }
}
