/** All places that use a symbol: calls, mentions without a call, subclasses, overrides. */
import type { Deps } from '../../deps.ts';
import type { EdgeKind } from '../link/index.ts';
import { packageUses, type PackageUse } from '../manifests/package-uses.ts';
import type { InEdge, KeptSymbol } from '../store/index.ts';
import { byPlace } from './get-callers.ts';
import { meaningOf, withMakers, type Unclear, type Meant, type NameRequest } from './meaning.ts';

/** `tests` says no more than the call that it stands beside. */
export const REFERENCE_KINDS = [
  'call',
  'references',
  'inherits',
  'implements',
  'overrides',
] as const satisfies EdgeKind[];
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

export interface ReferencesRequest extends NameRequest {
  readonly kinds?: readonly ReferenceKind[] | undefined;
  readonly limit: number;
  readonly guesses: boolean;
}

export interface Reference {
  readonly kind: ReferenceKind;
  readonly path: string;
  readonly line: number;
  /** What it stands in; null for what a file does when it is loaded. */
  readonly from: KeptSymbol | null;
  readonly how: InEdge['how'];
  readonly candidates: number;
  readonly low: boolean;
}

export interface References {
  readonly meant: Meant;
  readonly references: readonly Reference[];
  readonly total: number;
  readonly counts: Readonly<Partial<Record<ReferenceKind, number>>>;
  readonly files: number;
  readonly guesses: number;
  /** Manifests that name a package of this name: a manifest has symbols too. */
  readonly packages: readonly PackageUse[];
}

export async function getReferences(deps: Deps, request: ReferencesRequest): Promise<References | Unclear> {
  const meaning = await meaningOf(deps, request);
  const packages = await packageUses(deps, request);
  if (meaning.status !== 'found') return { ...meaning, packages };
  const { meant } = meaning;
  const { reader, symbol } = meant;
  const ids = await withMakers(meant);
  const inbound = await reader.inboundOf(ids.map((id) => ({ id, file: symbol.value.file })));
  const used = inbound.filter(({ kind }) => isReference(kind) && (request.kinds?.includes(kind) ?? true));
  const all = used.filter(({ low }) => request.guesses || !low).sort(byPlace);
  const shown = all.slice(0, request.limit);
  const symbols = await reader.symbolsOf(shown.map(({ from }) => from));
  return {
    meant,
    references: shown.map((edge) => toReference(edge, symbols)),
    total: all.length,
    counts: countKinds(all),
    files: new Set(all.map(({ path }) => path)).size,
    guesses: used.length - all.length,
    packages,
  };
}

function isReference(kind: EdgeKind): kind is ReferenceKind {
  return kind !== 'tests';
}

function countKinds(edges: readonly InEdge[]): Partial<Record<ReferenceKind, number>> {
  const counts: Partial<Record<ReferenceKind, number>> = {};
  for (const { kind } of edges) if (isReference(kind)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function toReference(edge: InEdge, symbols: ReadonlyMap<string, KeptSymbol>): Reference {
  const { kind, path, line, how, candidates, low = false, from } = edge;
  return { kind: kind as ReferenceKind, path, line, from: symbols.get(from) ?? null, how, candidates, low };
}
