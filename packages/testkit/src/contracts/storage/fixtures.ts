/** What the clauses of the storage contract are written with: memories, vectors and short ways to look. */
import { createHash } from 'node:crypto';
import { toQueryTerms, type MemoryFilter } from '@zapomni/core/model';
import type { NewMemory, PassageHit, Storage, Stored } from '@zapomni/core/ports';

/** A storage to test, and the means to open it again as another process would find it. */
export interface StorageHarness {
  readonly storage: Storage;
  /** A second storage on the same data, as another process would have it, whose clock may be another. Closed with the harness. */
  open(options?: { readonly now?: () => number }): Storage;
  /** Closes what is open and opens the same data anew. */
  reopen(): Promise<Storage>;
  destroy(): Promise<void>;
  /** What `scrub` may say that it could not do there. */
  readonly scrubLeaves?: RegExp;
}

export type Clause = (title: string, run: (harness: StorageHarness) => Promise<void>) => void;

export const MODEL = 'model-a';
export const WORKSPACE = 'default';
export const NOW = 1_700_000_000_000;

let made = 0;

/** Ids as UUIDv7s look, in order. */
export function nextId(): string {
  made += 1;
  return `018bcfe5-6800-7000-8000-${made.toString(16).padStart(12, '0')}`;
}

export function memory(text: string, rest: Partial<NewMemory> = {}): NewMemory {
  return {
    id: nextId(),
    workspace: WORKSPACE,
    text,
    kind: 'note',
    tags: [],
    source: '',
    metadata: {},
    hash: hashOf(text),
    key: null,
    occurredAt: null,
    validFrom: NOW,
    supersedes: null,
    passages: [{ start: 0, end: text.length }],
    ...rest,
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export function textPatch(text: string): { text: string; hash: string; passages: { start: number; end: number }[] } {
  return { text, hash: hashOf(text), passages: [{ start: 0, end: text.length }] };
}

export async function addOne(storage: Storage, one: NewMemory): Promise<Stored> {
  const [stored] = await storage.memories.add([one], NOW);
  if (!stored) throw new Error('add answered nothing');
  return stored;
}

/** The ids of the memories that the words find, best first. */
export async function findByWords(
  storage: Storage,
  query: string,
  options: { k?: number; workspace?: string; filter?: MemoryFilter } = {},
): Promise<string[]> {
  const { k = 10, workspace = WORKSPACE, filter } = options;
  const hits = await storage.fullText.search({ terms: toQueryTerms(query) }, k, {
    workspace,
    ...(filter ? { filter } : {}),
  });
  return hits.map((hit) => hit.memoryId);
}

export function memoryIds(hits: readonly PassageHit[]): string[] {
  return hits.map((hit) => hit.memoryId);
}

/** A unit vector from the parts given. */
export function unit(...parts: number[]): Float32Array {
  const length = Math.hypot(...parts);
  return Float32Array.from(parts, (part) => part / length);
}

/** Unit vectors that are the same in every run. */
export function randomVectors(count: number, dimensions: number, seed: number): Float32Array[] {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  return Array.from({ length: count }, () => unit(...Array.from({ length: dimensions }, next)));
}

export function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, part, i) => sum + part * (b[i] as number), 0);
}

/** Stores one memory per vector and puts the vector of its only passage. */
export async function addVectors(
  storage: Storage,
  vectors: readonly Float32Array[],
  rest: (index: number) => Partial<NewMemory> = () => ({}),
): Promise<Stored[]> {
  const memories = vectors.map((_, i) => memory(`vector number ${i}`, rest(i)));
  const stored = await storage.memories.add(memories, NOW);
  await storage.vectors.put(
    MODEL,
    stored.map((one, i) => ({ passageId: onlyPassage(one), vector: vectors[i] as Float32Array })),
  );
  return stored;
}

export function onlyPassage(stored: Stored): number {
  const [passage, ...others] = stored.passageIds;
  if (passage === undefined || others.length > 0) throw new Error('expected one passage');
  return passage;
}
