/** What linking is given: the facts of all files as they are kept, and what manifests say. */
import type { PackedFacts } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { CODE_FACTS, factsKey, type KeptFile } from '../store/index.ts';
import { isManifest } from './leave-out.ts';
import type { SourceContext } from './read-source.ts';

const PORTION = 100;

export function isLinked({ value: { state } }: KeptFile): boolean {
  return state === 'ok' || state === 'partial';
}

/** By path. What is too long to be kept is parsed again; what cannot be had any more is left out. */
export async function* packedFacts(
  deps: Deps,
  context: SourceContext,
  known: Iterable<KeptFile>,
): AsyncGenerator<PackedFacts> {
  const files = [...known].filter(isLinked).toSorted((a, b) => (a.value.path < b.value.path ? -1 : 1));
  for (let at = 0; at < files.length; at += PORTION) {
    context.signal?.throwIfAborted();
    const some = files.slice(at, at + PORTION);
    const kept = await collection(deps, CODE_FACTS).getMany(context.store, [...new Set(some.map(keyOf))]);
    const packed = new Map(kept.map(({ key, value }) => [key, value.facts]));
    for (const file of some) {
      const text = packed.get(keyOf(file));
      const facts = text === undefined ? await parsedAgain(deps, context, file) : Buffer.from(text, 'base64');
      const { path, language, links } = file.value;
      if (facts) yield { path, language: language ?? '', facts, links };
    }
  }
}

function keyOf({ value: { hash, language } }: KeptFile): string {
  return factsKey(hash ?? '', language ?? '');
}

async function parsedAgain(deps: Deps, { store, parser, signal }: SourceContext, { value }: KeptFile) {
  const [memory] = value.memory === null ? [] : await deps.storage.memories.get(store, [value.memory]);
  if (!memory || value.language === null) return null;
  const source = { language: value.language, text: memory.text };
  return (await parser.parsePacked(source, signal ? { signal } : {})).packed;
}

export async function manifestsOf(
  { storage }: Deps,
  store: string,
  known: Iterable<KeptFile>,
): Promise<{ path: string; text: string }[]> {
  const files = [...known].filter(({ value }) => isManifest(value.path) && value.state !== 'stale');
  const paths = new Map(files.map(({ value }) => [value.memory ?? '', value.path]));
  const memories = await storage.memories.get(
    store,
    [...paths.keys()].filter((id) => id !== ''),
  );
  return memories
    .map(({ id, text }) => ({ path: paths.get(id) as string, text }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
