/** From text to facts, in the process that parses: grammars come with the first file of their language and stay. */
import { Language as Grammar, Parser, type Tree } from 'web-tree-sitter';
import { ZapomniError } from '@zapomni/core/errors';
import type { CodeFacts, CodeSource, LineSpan } from '@zapomni/core/ports';
import { loadGrammar, loadRuntime } from '../grammars/load-grammar.ts';
import { languageNamed, type Language } from '../languages.ts';
import { ShallowReader } from '../shallow/read-shallow.ts';
import type { Facts } from '../tree/facts.ts';
import { flatten, GrammarNames, type FlatTree, type TreeModule } from '../tree/flat-tree.ts';
import { Plan, Walk } from '../tree/walk.ts';

interface Loaded {
  readonly parser: Parser;
  readonly names: GrammarNames;
  readonly mask: (text: string) => string;
  readonly plan: Plan | null;
  readonly shallow: ShallowReader | null;
}

export interface SourceReader {
  /** TIMEOUT when the grammar has not read it by then. */
  read(source: CodeSource, timeoutMs: number): Promise<CodeFacts>;
}

export async function createSourceReader(): Promise<SourceReader> {
  const module = { wasmBinary: await loadRuntime() };
  await Parser.init(module);
  const loaded = new Map<string, Promise<Loaded>>();
  return {
    async read({ language, text }, timeoutMs) {
      const known = languageNamed(language);
      if (!known) throw new ZapomniError('INVALID_INPUT', `No grammar reads the language ${language}.`);
      if (!loaded.has(language)) loaded.set(language, load(known));
      const ready = await (loaded.get(language) as Promise<Loaded>);
      return read(module as unknown as TreeModule, ready, { language, text: ready.mask(text) }, timeoutMs);
    },
  };
}

async function load(language: Language): Promise<Loaded> {
  const grammar = await Grammar.load(await loadGrammar(language.grammar));
  const names = new GrammarNames(grammar);
  const [deep, shallow, masked] = await Promise.all([language.deep?.(), language.shallow?.(), language.mask?.()]);
  return {
    parser: new Parser().setLanguage(grammar),
    names,
    mask: masked?.mask ?? ((text) => text),
    plan: deep ? new Plan(deep.visitor, names.kinds) : null,
    shallow: shallow ? new ShallowReader(grammar, shallow.shallow) : null,
  };
}

function read(module: TreeModule, loaded: Loaded, { language, text }: CodeSource, timeoutMs: number): CodeFacts {
  const tree = parse(loaded.parser, text, timeoutMs);
  try {
    if (loaded.shallow) return readShallow(module, loaded, tree, { language, text });
    const flat = flatten(module, tree, text, loaded.names);
    const facts = new Walk(flat, loaded.plan as Plan).run();
    facts.unreadable = faultLines(flat, facts);
    return facts.finish(language, 'deep');
  } finally {
    tree.delete();
  }
}

function readShallow(
  module: TreeModule,
  { shallow, names }: Loaded,
  tree: Tree,
  { language, text }: CodeSource,
): CodeFacts {
  const facts = (shallow as ShallowReader).read(tree, text);
  if (tree.rootNode.hasError) facts.unreadable = faultLines(flatten(module, tree, text, names), facts);
  return facts.finish(language, 'shallow');
}

function parse(parser: Parser, text: string, timeoutMs: number): Tree {
  const until = performance.now() + timeoutMs;
  const tree = parser.parse(text, null, { progressCallback: () => performance.now() > until });
  if (tree) return tree;
  // Else the next text would be taken for the rest of this one.
  parser.reset();
  throw new ZapomniError('TIMEOUT', `The file could not be parsed within ${timeoutMs / 1000} s.`);
}

/** Spans that touch are one. A node that was made up is where it is missing. */
function faultLines({ faults, starts, ends }: FlatTree, { lines }: Facts): LineSpan[] {
  const spans: [number, number][] = [];
  for (const node of faults) {
    const [first, last] = [
      lines.at(starts[node] as number),
      lines.at(Math.max(starts[node] as number, (ends[node] as number) - 1)),
    ];
    const before = spans.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else spans.push([first, last]);
  }
  return spans;
}
