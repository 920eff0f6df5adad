/** From the bytes of each `index.scip` to what they say of each file whose text they were made of. */
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

export interface ScipIndex {
  /** Where it lies, from the root, with a slash at the end; '' for the root. */
  readonly folder: string;
  readonly bytes: Uint8Array;
}

export interface ScipReading {
  /** What a file says now; null where it is not indexed. */
  readonly sourceOf: (path: string) => Promise<Source | null>;
  /** Bytes that are no index. */
  readonly onBroken: (folder: string, error: unknown) => void;
}

interface Said {
  readonly calls: readonly (readonly [start: number, end: number, symbol: string])[];
  readonly implements: ScipDocument['implements'];
}

/** What one index says of a file, no later one does; what one defines, all others may call. */
export async function scipLinks(indexes: AsyncIterable<ScipIndex>, reading: ScipReading): Promise<ScipLinks> {
  const definitions = new Map<string, DefinitionPlace>();
  const said = new Map<string, Said>();
  let ignored = 0;
  for await (const { folder, bytes } of indexes) {
    try {
      ignored += await readIndex({ folder, bytes }, said, { definitions, reading });
    } catch (error) {
      reading.onBroken(folder, error);
    }
  }
  const files = new Map([...said].map(([path, one]) => [path, exactly(one, definitions)]));
  return { files, used: said.size, ignored };
}

interface Reader {
  readonly definitions: Map<string, DefinitionPlace>;
  readonly reading: ScipReading;
}

/** How many of its files are not as it saw them. */
async function readIndex({ folder, bytes }: ScipIndex, said: Map<string, Said>, reader: Reader): Promise<number> {
  let ignored = 0;
  for (const document of readScip(bytes)) {
    const path = `${folder}${document.path}`;
    if (said.has(path)) continue;
    const one = await readDocument(document, path, reader);
    if (one) said.set(path, one);
    else ignored++;
  }
  return ignored;
}

async function readDocument(
  document: ScipDocument,
  path: string,
  { definitions, reading }: Reader,
): Promise<Said | null> {
  const source = await reading.sourceOf(path);
  const placed = source && fitDocument(document, source.text);
  if (!source || !placed) return null;
  define(definitions, path, placed);
  return { calls: callsIn(source, placed), implements: document.implements };
}

function define(definitions: Map<string, DefinitionPlace>, path: string, placed: readonly PlacedOccurrence[]): void {
  for (const { symbol, start, isDefinition } of placed)
    if (isDefinition && !definitions.has(symbol)) definitions.set(symbol, [path, start[0] + 1, nameOf(symbol)]);
}

function callsIn({ text, facts }: Source, placed: readonly PlacedOccurrence[]): (readonly [number, number, string])[] {
  const sites = facts.calls.filter(({ implied }) => !implied).map(({ start, end }) => [start, end] as const);
  return [...calledAt(sites, placed, text)].map(([[start, end], { symbol }]) => [start, end, symbol]);
}

function exactly({ calls, implements: pairs }: Said, definitions: ReadonlyMap<string, DefinitionPlace>): ExactLinks {
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
