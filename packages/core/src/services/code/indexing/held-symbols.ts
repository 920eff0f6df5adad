/**
 * Symbols of a first look at a repository. Nobody can have asked for them yet, and linking says something of nearly all of them soon after:
 * so they are held until then and written once. Whoever dies meanwhile has their facts in the store, and makes them again.
 */
import { decodeFacts, outlineOf } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { KeptFile } from '../store/index.ts';
import { symbolsOf, type FileSymbols } from './kept-symbols.ts';
import { isTestPath } from './leave-out.ts';
import { packedFacts } from './link-input.ts';
import type { SourceContext } from './read-source.ts';

type Symbols = FileSymbols['kept'];

/** Above this they are written at once: a very large repository has to wait for its links. */
const MOST_HELD = 60_000;

export class HeldSymbols {
  readonly #files = new Map<string, Symbols>();
  #left: number;

  /** Holds none unless it is the first look. */
  constructor(isFirst: boolean) {
    this.#left = isFirst ? MOST_HELD : 0;
  }

  get hasRoom(): boolean {
    return this.#left > 0;
  }

  /** `file` is the key of theirs. */
  hold(file: string, symbols: Symbols): void {
    this.#files.set(file, symbols);
    this.#left -= symbols.length;
  }

  /** Those of a file; null when they are not here. */
  take(file: string): Symbols | null {
    const symbols = this.#files.get(file) ?? null;
    this.#files.delete(file);
    return symbols;
  }
}

/** As its facts say them, for a file whose symbols nobody has written. */
export async function symbolsAgain(
  deps: Deps,
  context: SourceContext,
  file: KeptFile,
  repository: string,
): Promise<Symbols> {
  const { path } = file.value;
  for await (const { facts } of packedFacts(deps, context, [file]))
    return symbolsOf(outlineOf(decodeFacts(facts)), { path, isTest: isTestPath(path) }, repository).kept;
  return [];
}
