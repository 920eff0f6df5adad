/** Who calls whom in a program: by linking, and by names alone to compare with. */
import { link } from '@zapomni/core/code';
import type { CodeFacts, CodeParser } from '@zapomni/core/ports';
import type { PlacedEdge } from './score.ts';

export interface ReadProgram {
  readonly files: readonly { readonly path: string; readonly facts: CodeFacts }[];
  readonly manifests: readonly { readonly path: string; readonly text: string }[];
}

export async function readProgram(parser: CodeParser, sources: Readonly<Record<string, string>>): Promise<ReadProgram> {
  const [files, manifests] = [[] as { path: string; facts: CodeFacts }[], [] as { path: string; text: string }[]];
  for (const [path, text] of Object.entries(sources)) {
    const language = parser.languageOf(path, Buffer.from(text));
    if (path.endsWith('.json')) manifests.push({ path, text });
    else if (language !== null) files.push({ path, facts: await parser.parse({ language, text }) });
  }
  return { files, manifests };
}

export function byLinking(program: ReadProgram): PlacedEdge[] {
  const { symbols, edges } = link({ repository: 'program', ...program });
  const place = (id: number): [string, number] => {
    const { path, kind, line } = symbols[id] ?? { path: '', kind: 'module', line: 0 };
    return [path, kind === 'module' ? 0 : line];
  };
  const bodiless = new Set(program.files.flatMap(({ path, facts }) => bodilessOf(facts).map((i) => `${path}:${i}`)));
  const runs = (id: number): boolean => !bodiless.has(`${symbols[id]?.path}:${symbols[id]?.index}`);
  return edges
    .filter(({ kind, low }) => kind === 'call' && !low)
    .flatMap(({ from, to }) =>
      to.flatMap((one) =>
        'symbol' in one && runs(one.symbol) ? [[...place(from), ...place(one.symbol)] as const] : [],
      ),
    );
}

/** Members that an interface or an abstract class only declares: a call names them, and running it never shows them. */
function bodilessOf({ symbols }: CodeFacts): number[] {
  return symbols.flatMap(({ flags, parent }, i) =>
    flags.includes('abstract') || (parent !== null && symbols[parent]?.kind === 'interface') ? [i] : [],
  );
}

const FUNCTIONS = new Set(['function', 'method', 'constructor']);

/** Every definition that has the name of what is called; a class stands for its constructor. */
export function byName({ files }: ReadProgram): PlacedEdge[] {
  const places = new Map<string, [string, number][]>();
  for (const { path, facts } of files) {
    for (const { kind, name, line, parent } of facts.symbols) {
      if (!FUNCTIONS.has(kind)) continue;
      const isConstructor = name === '__init__' || kind === 'constructor';
      const called = isConstructor && parent !== null ? (facts.symbols[parent]?.name ?? name) : name;
      places.set(called, [...(places.get(called) ?? []), [path, line]]);
    }
  }
  return files.flatMap(({ path, facts }) =>
    facts.calls.flatMap(({ callee, scope }) => {
      const name = callee[0] === 'n' ? callee[1] : callee[0] === 'a' ? callee[2] : '';
      return (places.get(name) ?? []).map((to): PlacedEdge => [path, callerLine(facts, scope), ...to]);
    }),
  );
}

function callerLine(facts: CodeFacts, scope: number): number {
  for (let id: number | null = facts.scopes[scope]?.symbol ?? 0; id !== null; id = facts.symbols[id]?.parent ?? null) {
    const symbol = facts.symbols[id];
    if (symbol && (FUNCTIONS.has(symbol.kind) || symbol.kind === 'lambda')) return symbol.line;
  }
  return 0;
}
