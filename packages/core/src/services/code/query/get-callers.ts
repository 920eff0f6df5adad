/** Who calls a symbol, and who calls those. */
import type { Deps } from '../../deps.ts';
import type { EdgeHow } from '../link/index.ts';
import type { InEdge, KeptSymbol } from '../store/index.ts';
import { typeOfCall, type CallSite, type CallsRequest } from './call-edge.ts';
import { fileOf, type CodeReader } from './code-reader.ts';
import { meaningOf, withMakers, type Unclear, type Meant } from './meaning.ts';

export interface CallerEdge extends CallSite {
  /** Who calls; null for what a file does when it is loaded. */
  readonly caller: KeptSymbol | null;
  /** What is called: the symbol that was asked for, or further up one that calls it. */
  readonly callee: KeptSymbol | null;
  readonly how: EdgeHow;
  /** How many symbols the call may mean, this one among them. */
  readonly candidates: number;
  readonly isTest: boolean;
}

export interface Callers {
  readonly meant: Meant;
  readonly edges: readonly CallerEdge[];
  readonly total: number;
  /** False: so many call it that not all were followed further. */
  readonly complete: boolean;
  /** Calls for which only the name speaks, which were not asked for. */
  readonly guesses: number;
}

/** Symbols that are followed from one level to the next. */
const MOST_FOLLOWED = 2000;
/** Callers that are put in order by their importance; of more than that nobody reads all, and they come by their place. */
const MOST_RANKED = 500;

interface Step extends InEdge {
  readonly depth: number;
}

export async function getCallers(deps: Deps, request: CallsRequest): Promise<Callers | Unclear> {
  const meaning = await meaningOf(deps, request);
  if (meaning.status !== 'found') return meaning;
  const { meant } = meaning;
  const walked = await walkUp(meant, request);
  const tests = new Set(walked.steps.filter(({ kind }) => kind === 'tests').map(({ from }) => from));
  const calls = walked.steps.filter(({ kind, low }) => kind === 'call' && (request.guesses || !low));
  const guesses = request.guesses ? 0 : walked.steps.filter(({ kind, low }) => kind === 'call' && low).length;
  const edges = await inOrder(meant.reader, calls, { tests, limit: request.limit });
  return { meant, edges, total: calls.length, complete: walked.complete, guesses };
}

/** Level by level; a symbol that was reached is not followed again, so that recursion ends. */
async function walkUp(meant: Meant, { depth, guesses }: CallsRequest): Promise<{ steps: Step[]; complete: boolean }> {
  const { reader, symbol } = meant;
  let level = (await withMakers(meant)).map((id) => ({ id, file: symbol.value.file }));
  const seen = new Set(level.map(({ id }) => id));
  const steps: Step[] = [];
  let complete = true;
  for (let at = 1; at <= depth && level.length > 0; at++) {
    const inbound = await reader.inboundOf(level);
    for (const edge of inbound) steps.push({ ...edge, depth: at });
    const next = new Map<string, InEdge>();
    for (const edge of inbound) {
      if (edge.kind !== 'call' || seen.has(edge.from) || (edge.low && !guesses)) continue;
      next.set(edge.from, edge);
    }
    for (const id of next.keys()) seen.add(id);
    level = [...next.values()].slice(0, MOST_FOLLOWED).map((edge) => ({ id: edge.from, file: fileOf(edge) }));
    if (at < depth && next.size > level.length) complete = false;
  }
  return { steps, complete };
}

interface Ordering {
  readonly tests: ReadonlySet<string>;
  readonly limit: number;
}

async function inOrder(reader: CodeReader, calls: readonly Step[], { tests, limit }: Ordering): Promise<CallerEdge[]> {
  const placed = calls.toSorted(
    (a, b) => a.depth - b.depth || Number(tests.has(a.from)) - Number(tests.has(b.from)) || byPlace(a, b),
  );
  const callers = new Set(placed.map(({ from }) => from));
  const considered = callers.size <= MOST_RANKED ? placed : placed.slice(0, limit);
  const symbols = await reader.symbolsOf(considered.flatMap(({ from, to }) => [from, to]));
  const edges = considered.map((step) => toEdge(step, symbols, tests));
  if (callers.size > MOST_RANKED) return edges;
  return edges
    .sort((a, b) => a.depth - b.depth || Number(a.isTest) - Number(b.isTest) || weigh(b) - weigh(a))
    .slice(0, limit);
}

function weigh({ caller }: CallerEdge): number {
  return caller?.value.importance ?? 0;
}

export function byPlace(a: { path: string; line: number }, b: { path: string; line: number }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line;
}

function toEdge(step: Step, symbols: ReadonlyMap<string, KeptSymbol>, tests: ReadonlySet<string>): CallerEdge {
  const { path, line, depth, how, candidates, args } = step;
  const callee = symbols.get(step.to) ?? null;
  const caller = symbols.get(step.from) ?? null;
  return {
    caller,
    callee,
    path,
    line,
    depth,
    how,
    candidates,
    type: typeOfCall(callee, step),
    args: args ?? null,
    low: step.low ?? false,
    isTest: tests.has(step.from) || (caller?.value.is_test ?? false),
  };
}
