import { lineAt, withoutComments } from '../source/source-text.ts';

export interface Import {
  /** Null when the name is computed and cannot be read from the source. */
  readonly specifier: string | null;
  readonly line: number;
}

const PATTERNS = [
  // import a from 'x', import type { A } from 'x', export { a } from 'x'
  /\b(?:import|export)\b[^'"`;()]*?\bfrom\s*(['"])(?<name>[^'"\n]+)\1/g,
  // import 'x'; a text that reads 'import' is none
  /(?<!['"`])\bimport\s*(['"])(?<name>[^'"\n]+)\1/g,
  // import('x'), require('x'), import.meta.resolve('x'), and the same in a type
  /\b(?:import|require|import\.meta\.resolve|createRequire\([^()]*\))(?:\.resolve)?\(\s*(['"`])(?<name>[^'"`\n$]+)\1/g,
  // new URL('./worker.ts', import.meta.url)
  /\bnew URL\(\s*(['"`])(?<name>\.[^'"`\n$]*)\1,\s*import\.meta\.url/g,
  // import(name)
  /\bimport\(\s*(?!['"`\s])/g,
  /\bimport\(\s*`[^`]*\$\{/g,
];

/** Everything a source file imports or loads, static and dynamic, types included, in the order of the lines. */
export function findImports(source: string): Import[] {
  const text = withoutComments(source);
  return PATTERNS.flatMap((pattern) => [...text.matchAll(pattern)])
    .map((match) => ({ specifier: match.groups?.['name'] ?? null, line: lineAt(text, match.index) }))
    .sort((a, b) => a.line - b.line);
}
