/** What a symbol calls, and what that calls: symbols, builtins and what is not of this repository, each by its name. */
import type { Deps } from '../../deps.ts';
import type { KeptSymbol, OpenCall, OutEdge } from '../store/index.ts';
import { typeOfCall, type CallSite, type CallsRequest, type CallTarget } from './call-edge.ts';
import { meaningOf, withMakers, type Unclear, type Meant } from './meaning.ts';

export interface CalleeEdge extends CallSite {
  readonly caller: KeptSymbol;
  /** All that the call may mean. */
  readonly targets: readonly CallTarget[];
  /** More were possible than are listed. */
  readonly cut: boolean;
}

export interface Callees {
  readonly meant: Meant;
  readonly edges: readonly CalleeEdge[];
  readonly total: number;
  readonly complete: boolean;
  readonly guesses: number;
  /** Calls of which nobody can say what they mean. */
  readonly unresolved: readonly OpenCall[];
}

const MOST_FOLLOWED = 2000;

interface Step extends OutEdge {
  readonly depth: number;
}

interface Walked {
  readonly steps: Step[];
  readonly unresolved: OpenCall[];
  /** All symbols that were met, by id. */
  readonly symbols: Map<string, KeptSymbol>;
  complete: boolean;
}

export async function getCallees(deps: Deps, request: CallsRequest): Promise<Callees | Unclear> {
  const meaning = await meaningOf(deps, request);
  if (meaning.status !== 'found') return meaning;
  const { meant } = meaning;
  const walked = await walkDown(meant, request);
  const calls = walked.steps.filter(({ low }) => request.guesses || !low);
  const edges = calls.slice(0, request.limit).map((step) => toEdge(step, walked.symbols));
  return {
    meant,
    edges,
    total: calls.length,
    complete: walked.complete,
    guesses: walked.steps.length - calls.length,
    unresolved: walked.unresolved,
  };
}

async function walkDown(meant: Meant, { depth, guesses }: CallsRequest): Promise<Walked> {
  const { reader } = meant;
  const start = await reader.symbolsOf([...(await withMakers(meant))]);
  const walked: Walked = { steps: [], unresolved: [], symbols: new Map(start), complete: true };
  let level = [...start.values()];
  for (let at = 1; at <= depth && level.length > 0; at++) {
    const steps = await stepsFrom(meant, level, walked);
    walked.steps.push(...steps.map((edge) => ({ ...edge, depth: at })));
    const followed = steps.filter(({ low }) => guesses || !low).flatMap(symbolsIn);
    const next = [...new Set(followed)].filter((id) => !walked.symbols.has(id));
    for (const [id, symbol] of await reader.symbolsOf(next)) walked.symbols.set(id, symbol);
    const met = next.flatMap((id) => walked.symbols.get(id) ?? []);
    level = met.slice(0, MOST_FOLLOWED);
    if (at < depth && met.length > level.length) walked.complete = false;
  }
  const shown = walked.steps.flatMap(symbolsIn).filter((id) => !walked.symbols.has(id));
  for (const [id, symbol] of await reader.symbolsOf(shown)) walked.symbols.set(id, symbol);
  return walked;
}

/** Calls of these symbols, in the order of the files and their lines. */
async function stepsFrom({ reader }: Meant, level: readonly KeptSymbol[], walked: Walked): Promise<OutEdge[]> {
  const ids = new Set(level.map(({ key }) => key));
  const files = await reader.edgesOf(level.map(({ value }) => value.file));
  const steps: OutEdge[] = [];
  for (const { edges, unresolved } of files.values()) {
    steps.push(...edges.filter(({ kind, from }) => kind === 'call' && ids.has(from)));
    walked.unresolved.push(...unresolved.filter(({ from }) => ids.has(from)));
  }
  return steps;
}

function symbolsIn({ to }: OutEdge): string[] {
  return to.flatMap((target) => ('symbol' in target ? target.symbol : []));
}

function toEdge(step: Step, symbols: ReadonlyMap<string, KeptSymbol>): CalleeEdge {
  const { line, depth, args, low = false, cut = false } = step;
  const caller = symbols.get(step.from) as KeptSymbol;
  const targets = step.to.flatMap((target): CallTarget[] => {
    if (!('symbol' in target)) return [target];
    const symbol = symbols.get(target.symbol);
    return symbol ? [{ symbol, how: target.how }] : [];
  });
  const [first] = targets;
  const type = typeOfCall(first && 'symbol' in first ? first.symbol : null, step);
  return { caller, targets, path: caller.value.path, line, depth, type, args: args ?? null, low, cut };
}
