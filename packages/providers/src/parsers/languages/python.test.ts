import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeFacts, CodeParser } from '@zapomni/core/ports';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { createCodeParser } from '../code-parser.ts';

/** Definitions by Python's own reading: [kind, dotted name, line of `def`, doc, parameters, bases] a file. */
const OWN_READING = String.raw`
import ast, glob, json, os, sys
package = os.path.dirname(os.__file__)
paths = sorted(p for d in ("asyncio", "json", "email", "unittest", "importlib", "xml/dom", "concurrent/futures") for p in glob.glob(os.path.join(package, d, "*.py")))
out = []
def visit(node, names, found):
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            path = names + [child.name]
            row = ["class" if isinstance(child, ast.ClassDef) else "function", ".".join(path), child.lineno, ast.get_docstring(child, clean=True)]
            if not isinstance(child, ast.ClassDef):
                a = child.args
                row.append([x.arg for x in a.posonlyargs + a.args] + ([a.vararg.arg] if a.vararg else []) + [x.arg for x in a.kwonlyargs] + ([a.kwarg.arg] if a.kwarg else []))
                row.append(isinstance(child, ast.AsyncFunctionDef))
            else:
                row.append(len(child.bases))
                row.append(len(child.decorator_list))
            found.append(row)
            visit(child, path, found)
        else:
            visit(child, names, found)
for path in paths:
    try:
        source = open(path, encoding="utf-8").read()
        tree = ast.parse(source)
    except (SyntaxError, UnicodeDecodeError, ValueError):
        continue
    found = []
    visit(tree, [], found)
    calls = sum(isinstance(n, ast.Call) and not (isinstance(n.func, ast.Name) and n.func.id == "super") for n in ast.walk(tree))
    out.append([path, found, calls])
json.dump(out, sys.stdout)
`;

type OwnRow = readonly [kind: string, path: string, line: number, doc: string | null, parts: unknown, flag: unknown];
type OwnFile = readonly [file: string, rows: readonly OwnRow[], calls: number];

const hasPython = spawnSync('python3', ['--version']).status === 0;

describe.skipIf(!hasPython)('Python as Python itself reads it (needs python3)', () => {
  let parser: CodeParser;
  let own: readonly OwnFile[];
  beforeAll(() => {
    parser = createCodeParser({ logger: createRecordingLogger() });
    own = JSON.parse(
      execFileSync('python3', ['-c', OWN_READING], { encoding: 'utf8', maxBuffer: 1e9 }),
    ) as readonly OwnFile[];
  });
  afterAll(() => parser.close());

  it('finds the same definitions, with the same lines, docs, parameters, bases and decorators, and as many calls', async () => {
    expect(own.length).toBeGreaterThan(50);
    for (const [file, rows, calls] of own) {
      const facts = await parser.parse({ language: 'python', text: readFileSync(file, 'utf8') });
      expect(facts.unreadable, file).toEqual([]);
      expect(ourReading(facts), file).toEqual(rows.map(squeezed).sort(byPlace));
      expect(facts.calls.filter(({ implied }) => !implied).length, file).toBe(calls);
    }
  }, 300_000);
});

const DEFINITIONS = new Set(['function', 'method', 'constructor', 'class']);
/** Python's own way with blanks in docs is not what this is about. */
const squeezed = ([kind, path, line, doc, ...rest]: OwnRow): OwnRow => [
  kind,
  path,
  line,
  doc === null ? null : doc.replace(/\s+/gu, ' ').trim(),
  ...rest,
];
const byPlace = (a: OwnRow, b: OwnRow) => a[2] - b[2] || (a[1] < b[1] ? -1 : 1);

function ourReading(facts: CodeFacts): OwnRow[] {
  const path = (symbol: number): string => {
    const { name, parent, kind } = facts.symbols[symbol] as CodeFacts['symbols'][number];
    const above = parent === null || parent === 0 ? '' : path(parent);
    // Python's reading knows no names for lambdas either.
    return kind === 'lambda' ? above : above === '' ? name : `${above}.${name}`;
  };
  return facts.symbols
    .flatMap((symbol, i): OwnRow[] => {
      const { kind, line, doc, params, flags, bases, decorators } = symbol;
      if (!DEFINITIONS.has(kind)) return [];
      const base = [kind === 'class' ? 'class' : 'function', path(i), line, doc] as const;
      const named = params.map(({ name }) => name);
      return [
        squeezed(
          kind === 'class' ? [...base, bases.length, decorators.length] : [...base, named, flags.includes('async')],
        ),
      ];
    })
    .sort(byPlace);
}
