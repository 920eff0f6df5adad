/** From the bytes of an `index.scip` to what it says of each file whose text it was made of. */
import type { CodeFacts, DefinitionPlace, ExactLinks } from '../../../ports/index.ts';
import { calledAt } from './called-names.ts';
import { fitDocument, nameOf, type PlacedOccurrence } from './fit-document.ts';
import { readScip, type ScipDocument } from './read-scip.ts';

export interface ScipLinks {
  /** By path. */
  readonly files: ReadonlyMap<string, ExactLinks>;
  /** Files whose text it was made of, and those that have changed since or are not indexed. */
  readonly used: number;
  readonly ignored: number;
}

export interface Source {
  readonly text: string;
  readonly facts: Pick<CodeFacts, 'calls'>;
}

/** `sourceOf`: what a file says now; null where it is not indexed. INVALID_INPUT for bytes that are no index. */
export async function scipLinks(
  bytes: Uint8Array,
  sourceOf: (path: string) => Promise<Source | null>,
): Promise<ScipLinks> {
  const definitions = new Map<string, DefinitionPlace>();
  const said: { path: string; calls: (readonly [number, number, string])[]; implements: ScipDocument['implements'] }[] =
    [];
  let ignored = 0;
  for (const document of readScip(bytes)) {
    const source = await sourceOf(document.path);
    const placed = source && fitDocument(document, source.text);
    if (!source || !placed) {
      ignored++;
      continue;
    }
    define(definitions, document.path, placed);
    said.push({ path: document.path, calls: callsIn(source, placed), implements: document.implements });
  }
  const files = new Map(said.map(({ path, ...one }) => [path, exactly(one, definitions)]));
  return { files, used: said.length, ignored };
}

function define(definitions: Map<string, DefinitionPlace>, path: string, placed: readonly PlacedOccurrence[]): void {
  for (const { symbol, start, isDefinition } of placed)
    if (isDefinition && !definitions.has(symbol)) definitions.set(symbol, [path, start[0] + 1, nameOf(symbol)]);
}

function callsIn({ text, facts }: Source, placed: readonly PlacedOccurrence[]): (readonly [number, number, string])[] {
  const sites = facts.calls.filter(({ implied }) => !implied).map(({ start, end }) => [start, end] as const);
  return [...calledAt(sites, placed, text)].map(([[start, end], { symbol }]) => [start, end, symbol]);
}

function exactly(
  {
    calls,
    implements: pairs,
  }: { calls: readonly (readonly [number, number, string])[]; implements: ScipDocument['implements'] },
  definitions: ReadonlyMap<string, DefinitionPlace>,
): ExactLinks {
  return {
    calls: calls.flatMap(([start, end, symbol]) => {
      const to = definitions.get(symbol);
      return to ? [[start, end, to] as const] : [];
    }),
    implements: pairs.flatMap(([symbol, implemented]) => {
      const [from, to] = [definitions.get(symbol), definitions.get(implemented)];
      return from && to ? [[from, to] as const] : [];
    }),
  };
}
