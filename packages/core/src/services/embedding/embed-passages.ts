/** Passages become vectors in the store. */
import type { Embedder } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import type { EmbeddingModels } from '../models/embedding-models.ts';

export interface WaitingPassage {
  readonly id: number;
  readonly text: string;
  /** Whose it is, where that is known. */
  readonly workspace?: string;
}

interface Parts extends Pick<Deps, 'storage'> {
  readonly models: EmbeddingModels;
}

/**
 * All or none. Fails with what the model or the store failed with. False when nobody wants vectors of that model any more
 * by the time it answers: they are dropped, because they would only have to be taken away again.
 */
export async function embedPassages(
  { storage, models }: Parts,
  embedder: Embedder,
  passages: readonly WaitingPassage[],
  signal?: AbortSignal,
): Promise<boolean> {
  if (passages.length === 0) return true;
  const texts = passages.map(({ text }) => text);
  const embeddings = await embedder.embed(texts, { role: 'passage', ...(signal ? { signal } : {}) });
  if (!models.isUsed(embedder)) return false;
  const vectors = embeddings.map(({ vector, wordBits }, i) => ({
    passageId: (passages[i] as WaitingPassage).id,
    vector,
    ...(wordBits ? { tokens: wordBits } : {}),
  }));
  await storage.vectors.put(embedder.model.name, vectors);
  return true;
}

/** Those of the passages that have no vector of the model. */
export async function withoutVector(
  { storage }: Pick<Deps, 'storage'>,
  embedder: Embedder,
  passages: readonly WaitingPassage[],
): Promise<WaitingPassage[]> {
  const ids = passages.map(({ id }) => id);
  const known = await storage.vectors.vectors(embedder.model.name, ids);
  return passages.filter(({ id }) => !known.has(id));
}
