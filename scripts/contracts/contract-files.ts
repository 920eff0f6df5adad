/** Which test files run contracts, and which contracts none of them runs. Read from the sources. */
import type { SourceFile } from '../source/source-files.ts';
import { withoutComments } from '../source/source-text.ts';

export const TEST_FILES = ['packages/*/src/**/*.test.ts'] as const;
export const CONTRACTS = 'packages/testkit/src/contracts/index.ts';

const CALL = /^[ \t]*(\w+Contract)\(/gm;
const NAME = /\b(\w+Contract)\b/g;

export interface ContractFiles {
  /** Paths of those that run at least one. */
  readonly files: readonly string[];
  /** Names of contracts that the door offers and nobody runs. */
  readonly unused: readonly string[];
}

export function findContractFiles(tests: readonly SourceFile[], door: SourceFile): ContractFiles {
  const called = tests.map(({ path, text }) => ({ path, names: namesIn(CALL, withoutComments(text)) }));
  const used = new Set(called.flatMap(({ names }) => names));
  return {
    files: called.filter(({ names }) => names.length > 0).map(({ path }) => path),
    unused: namesIn(NAME, withoutComments(door.text)).filter((name) => !used.has(name)),
  };
}

function namesIn(pattern: RegExp, text: string): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([, name]) => name ?? ''))];
}
