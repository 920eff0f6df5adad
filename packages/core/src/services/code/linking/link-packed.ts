/**
 * Links the files of a repository from their packed facts, all at once or part by part, and gives what was found by file.
 *
 *   packed facts ─► parts ─► for each: open its files, and the tops of those that it imports ─► link ─► rows of edges
 *                                                                                                        └─► files, in order
 *
 * Inside of a part values are followed; from one part to another, names are: what is imported is found, called and inherited, but what
 * a function over there gives back is only known where it is written down as a type. There nothing is guessed by its name alone.
 */
import {
  decodeFacts,
  encodeFacts,
  type CodeFacts,
  type CodeLinkRequest,
  type ExactLinks,
  type FileLinks,
  type PackedFacts,
} from '../../../ports/index.ts';
import { bookOf, linkedOf, type LinkedBook } from '../link/edges/linked.ts';
import type { LinkFile, LinkInput } from '../link/index.ts';
import { linkToBook, type SliceOptions } from '../link/link.ts';
import { folderOf } from '../link/modules/found.ts';
import { moduleTables } from '../link/modules/tables.ts';
import { familyOf } from '../link/program.ts';
import { applyExact } from './apply-exact.ts';
import { ByteStore } from './byte-store.ts';
import { GatheredLinks } from './gathered-links.ts';
import { fromOutside } from './outside.ts';
import { PART_LIMITS, partsOf, type PartLimits } from './parts.ts';
import { folderKey, seenFrom, type Repository } from './seen-files.ts';

export interface LinkPackedOptions {
  readonly signal?: AbortSignal | undefined;
  /** How long it works before others may; 10 ms. */
  readonly sliceMs?: number;
  readonly limits?: PartLimits;
}

export async function* linkPacked(
  { repository, manifests, files: given }: CodeLinkRequest,
  { signal, sliceMs = 10, limits = PART_LIMITS }: LinkPackedOptions = {},
): AsyncGenerator<FileLinks> {
  const files: PackedFacts[] = [];
  for await (const file of given) files.push(file);
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const parts = partsOf(
    files.map(({ path, facts }) => ({ path, bytes: facts.length })),
    limits,
  );
  const gathered = new GatheredLinks(files);
  const way = giveWay(sliceMs, signal);
  const options = { sliceMs, ...(signal && { signal }) };
  await linkParts({ repository, manifests, files, parts }, { gathered, way, options });
  // Nobody opens them any more, and putting everything in order needs room.
  files.length = 0;
  for (const file of gathered.files()) {
    await way();
    yield file;
  }
}

interface InParts extends Pick<CodeLinkRequest, 'repository' | 'manifests'> {
  readonly files: PackedFacts[];
  readonly parts: readonly (readonly number[])[];
}

async function linkParts(
  { repository, manifests, files, parts }: InParts,
  { gathered, way, options }: { gathered: GatheredLinks; way: () => Promise<void>; options: SliceOptions },
): Promise<void> {
  const all = parts.length === 1 ? null : repositoryOf(files, manifests);
  const store = new ByteStore();
  for (const part of parts) {
    const input = { repository, manifests, ...openPart(files, part, all) };
    const found = await linkToBook(input, options);
    for (const _ of gathered.take(exactly(found, exactOf(files, part)), part)) await way();
    if (all) for (const _ of closeFiles(files, part, { opened: input.files, store })) await way();
  }
}

/** `all`: the repository, where it is linked in parts. */
function openPart(
  packed: readonly PackedFacts[],
  part: readonly number[],
  all: Repository | null,
): Pick<LinkInput, 'files' | 'among' | 'tables'> {
  const own = new Map(part.map((place) => [place, factsAt(packed, place)]));
  const opened = (place: number, facts: CodeFacts): LinkFile => ({ path: packed[place]?.path ?? '', facts });
  const files = [...own].map(([place, facts]) => opened(place, facts));
  if (all === null) return { files };
  const outside = new Map<number, CodeFacts>();
  const open = (place: number, isOwn: boolean): CodeFacts => {
    const known = isOwn ? own.get(place) : outside.get(place);
    if (known) return known;
    const facts = fromOutside(factsAt(packed, place));
    outside.set(place, facts);
    return facts;
  };
  const seen = seenFrom(all, part, open);
  return {
    files: [...files, ...seen.map((place) => ({ ...opened(place, open(place, false)), isOutside: true }))],
    among: packed,
    tables: all.tables,
  };
}

/** What is linked is only seen from outside from now on: the rest of its facts, which is most of them, can go. */
function* closeFiles(
  packed: PackedFacts[],
  part: readonly number[],
  { opened, store }: { opened: readonly LinkFile[]; store: ByteStore },
): Generator<void> {
  for (const [i, place] of part.entries()) {
    const { path, language, links } = packed[place] as PackedFacts;
    const facts = store.keep(encodeFacts(fromOutside((opened[i] as LinkFile).facts)));
    packed[place] = { path, language, facts, ...(links === undefined ? {} : { links }) };
    yield;
  }
}

function exactly(found: LinkedBook, exact: ReadonlyMap<string, ExactLinks>): LinkedBook {
  return exact.size === 0 ? found : bookOf(found, applyExact(linkedOf(found), exact));
}

/** By path. */
function exactOf(packed: readonly PackedFacts[], part: readonly number[]): Map<string, ExactLinks> {
  return new Map(
    part.flatMap((place) => {
      const { path, exact } = packed[place] as PackedFacts;
      return exact ? [[path, exact]] : [];
    }),
  );
}

function factsAt(packed: readonly PackedFacts[], place: number): CodeFacts {
  return decodeFacts((packed[place] as PackedFacts).facts);
}

function repositoryOf(files: readonly PackedFacts[], manifests: CodeLinkRequest['manifests']): Repository {
  const folders = new Map<string, number[]>();
  for (const [place, { path, language }] of files.entries()) {
    const key = folderKey(familyOf(language), folderOf(path));
    const there = folders.get(key);
    if (there) there.push(place);
    else folders.set(key, [place]);
  }
  return { files, tables: moduleTables(files, manifests), folders };
}

function giveWay(sliceMs: number, signal: AbortSignal | undefined): () => Promise<void> {
  let until = performance.now() + sliceMs;
  return async () => {
    if (performance.now() < until) return;
    await new Promise<void>((resolve) => void setImmediate(resolve));
    signal?.throwIfAborted();
    until = performance.now() + sliceMs;
  };
}
