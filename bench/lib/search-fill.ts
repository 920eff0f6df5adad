/** Fills a store through its door with passages that have words, a vector and word codes, as the embedder gives them. */
import type { NewMemory, Storage } from '@zapomni/core/ports';
import { uuidV7Source } from '@zapomni/providers';
import { seeded } from '@zapomni/testkit/seeded';

const BATCH = 1000;
const WORDS = 50;
const POOL_BYTES = 1 << 20;

export interface Filling {
  readonly storage: Storage;
  readonly model: { readonly name: string; readonly dimensions: number };
  readonly count: number;
  text(): string;
  vector(): Float32Array;
}

export async function fillSearch({ storage, model, count, text, vector }: Filling): Promise<void> {
  const ids = uuidV7Source({ now: Date.now });
  const tokens = tokenMaker(model.dimensions);
  for (let from = 0; from < count; from += BATCH) {
    const memories = Array.from({ length: Math.min(BATCH, count - from) }, () => memoryOf(ids.next(), text()));
    const stored = await storage.memories.add(memories, Date.now());
    const vectors = stored.flatMap(({ passageIds }) =>
      passageIds.map((passageId) => ({ passageId, vector: vector(), tokens: tokens() })),
    );
    await storage.vectors.put(model.name, vectors);
  }
}

/** As whole as it gets: one passage. */
export function memoryOf(id: string, text: string, tags: readonly string[] = []): NewMemory {
  return {
    id,
    workspace: 'default',
    text,
    kind: 'note',
    tags,
    source: '',
    metadata: {},
    hash: '',
    key: null,
    occurredAt: null,
    validFrom: 0,
    supersedes: null,
    passages: [{ start: 0, end: text.length }],
  };
}

/** One bit for each component of each word. Random ones take as long to compare as real ones. */
export function tokenMaker(dimensions: number): () => Uint8Array {
  const random = seeded(3);
  const pool = Uint8Array.from({ length: POOL_BYTES }, () => random() * 256);
  const bytes = (WORDS * dimensions) / 8;
  return () => {
    const start = Math.floor(random() * (POOL_BYTES - bytes));
    return pool.slice(start, start + bytes);
  };
}
