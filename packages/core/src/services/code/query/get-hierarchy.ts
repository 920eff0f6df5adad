/** What a class comes from and what comes from it; for a method, what it overrides and what overrides it. */
import type { Deps } from '../../deps.ts';
import type { EdgeKind } from '../link/index.ts';
import type { KeptSymbol } from '../store/index.ts';
import type { CodeReader } from './code-reader.ts';
import { byImportance } from './lookup.ts';
import { meaningOf, type Unclear, type Meant, type NameRequest } from './meaning.ts';

export interface HierarchyRequest extends NameRequest {
  /** Steps to follow; all by default. */
  readonly depth?: number | undefined;
  readonly limit: number;
}

export interface Relative {
  readonly symbol: KeptSymbol;
  readonly relation: 'inherits' | 'implements' | 'overrides';
  readonly depth: number;
  /** The one a step nearer to what was asked for. */
  readonly through: KeptSymbol;
}

export interface Hierarchy {
  readonly meant: Meant;
  /** Upwards: bases, interfaces, overridden methods. */
  readonly above: readonly Relative[];
  /** Downwards: derived classes, implementations, overriding methods. */
  readonly below: readonly Relative[];
  readonly belowTotal: number;
  /** Bases by their names that are not of this repository, or could not be told. */
  readonly unknownBases: readonly string[];
  /** False: there were too many to follow all. */
  readonly complete: boolean;
}

const MOST_MET = 5000;
const RELATIONS: ReadonlySet<EdgeKind> = new Set(['inherits', 'implements', 'overrides']);

export async function getHierarchy(deps: Deps, request: HierarchyRequest): Promise<Hierarchy | Unclear> {
  const meaning = await meaningOf(deps, request);
  if (meaning.status !== 'found') return meaning;
  const { meant } = meaning;
  const depth = request.depth ?? MOST_MET;
  const up = await climb(meant, depth, stepsUp);
  const down = await climb(meant, depth, stepsDown);
  const known = new Set(up.relatives.filter((one) => one.depth === 1).map(({ symbol }) => symbol.value.name));
  const below = down.relatives.toSorted((a, b) => a.depth - b.depth || byImportance(a.symbol, b.symbol));
  return {
    meant,
    above: up.relatives,
    below: below.slice(0, request.limit),
    belowTotal: below.length,
    unknownBases: meant.symbol.value.bases.filter((base) => !known.has(lastName(base))),
    complete: up.complete && down.complete,
  };
}

/** `a.Base[T]` and `ns::Base<T>` are called Base. */
function lastName(base: string): string {
  return /([\p{L}\p{N}_$]+)\s*(?:[[<({].*)?$/su.exec(base)?.[1] ?? base;
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly relation: Relative['relation'];
}

type Steps = (reader: CodeReader, level: readonly KeptSymbol[]) => Promise<Edge[]>;

/** Each is met once: cycles, which broken code has, end. */
async function climb(
  { reader, symbol, ids }: Meant,
  depth: number,
  steps: Steps,
): Promise<{ relatives: Relative[]; complete: boolean }> {
  const met = await reader.symbolsOf([...ids, symbol.key]);
  const relatives: Relative[] = [];
  let level = [...met.values()];
  for (let at = 1; at <= depth && level.length > 0; at++) {
    const edges = (await steps(reader, level)).filter(({ to }) => !met.has(to));
    const symbols = await reader.symbolsOf(edges.map(({ to }) => to));
    level = [];
    for (const { from, to, relation } of edges) {
      const [found, through] = [symbols.get(to), met.get(from)];
      if (!found || !through || met.has(to)) continue;
      met.set(to, found);
      relatives.push({ symbol: found, relation, depth: at, through });
      level.push(found);
    }
    if (met.size > MOST_MET) return { relatives, complete: false };
  }
  return { relatives, complete: true };
}

const stepsUp: Steps = async (reader, level) => {
  const ids = new Set(level.map(({ key }) => key));
  const files = await reader.edgesOf(level.map(({ value }) => value.file));
  return [...files.values()].flatMap(({ edges }) =>
    edges
      .filter(({ kind, from }) => RELATIONS.has(kind) && ids.has(from))
      .flatMap(({ kind, from, to }) =>
        to.flatMap((target) => ('symbol' in target ? { from, to: target.symbol, relation: relationOf(kind) } : [])),
      ),
  );
};

const stepsDown: Steps = async (reader, level) => {
  const inbound = await reader.inboundOf(level.map(({ key, value }) => ({ id: key, file: value.file })));
  return inbound
    .filter(({ kind }) => RELATIONS.has(kind))
    .map(({ kind, from, to }) => ({ from: to, to: from, relation: relationOf(kind) }));
};

function relationOf(kind: EdgeKind): Relative['relation'] {
  return kind as Relative['relation'];
}
