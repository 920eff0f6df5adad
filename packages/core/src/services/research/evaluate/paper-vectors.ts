/**
 * The vectors of papers. What is in the library has been embedded already and is read; what was only found is embedded here, in portions, as
 * its memory would be. Where there is no model there are none, and papers are judged by the rest.
 */
import { toZapomniError } from '../../../errors/index.ts';
import type { Embedder } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { papersOf } from '../library/store/index.ts';
import type { Candidate } from './evaluation.ts';
import { plainText } from './candidate-text.ts';

export interface PaperVector {
  readonly vector: Float32Array;
  /** Of its words, where the model has them. */
  readonly bits: Uint8Array | null;
}

/** At once to the model: small, so that questions of others get their turn. */
const EMBEDDED_AT_ONCE = 64;

/** In the order of the candidates; null of those that have none. */
export async function paperVectors(
  deps: Deps,
  embedder: Embedder,
  {
    workspace,
    candidates,
    signal,
  }: {
    readonly workspace: string;
    readonly candidates: readonly Candidate[];
    readonly signal?: AbortSignal | undefined;
  },
): Promise<(PaperVector | null)[]> {
  const kept = await keptVectors(deps, embedder, workspace, candidates);
  const missing = candidates.filter(({ id, item }) => !kept.has(id) && plainText(item) !== '');
  for (let i = 0; i < missing.length; i += EMBEDDED_AT_ONCE) {
    signal?.throwIfAborted();
    const portion = missing.slice(i, i + EMBEDDED_AT_ONCE);
    const embedded = await embedAll(deps, embedder, portion, signal);
    if (!embedded) break;
    portion.forEach(({ id }, place) => kept.set(id, embedded[place] as PaperVector));
  }
  return candidates.map(({ id }) => kept.get(id) ?? null);
}

async function embedAll(
  deps: Deps,
  embedder: Embedder,
  candidates: readonly Candidate[],
  signal: AbortSignal | undefined,
): Promise<PaperVector[] | null> {
  const texts = candidates.map(({ item }) => plainText(item));
  try {
    const embedded = await embedder.embed(texts, { role: 'passage', ...(signal ? { signal } : {}) });
    return embedded.map(({ vector, wordBits }) => ({ vector, bits: wordBits ?? null }));
  } catch (error) {
    if (signal?.aborted) throw error;
    deps.logger.log('warning', 'candidates_not_embedded', { code: toZapomniError(error).code });
    return null;
  }
}

/** Of the memory of each: its first passage has the title and, but for the longest, all of the abstract. */
async function keptVectors(
  deps: Deps,
  embedder: Embedder,
  workspace: string,
  candidates: readonly Candidate[],
): Promise<Map<string, PaperVector>> {
  const { storage } = deps;
  const papers = await papersOf(deps).getMany(
    workspace,
    candidates.map(({ id }) => id),
  );
  const owners = new Map(papers.flatMap(({ key, value }) => (value.memory === null ? [] : [[value.memory, key]])));
  if (owners.size === 0) return new Map();
  const scope = { workspace, filter: { ids: [...owners.keys()], includeSuperseded: true } };
  const passages = await storage.memories.openings(scope, owners.size);
  const ids = passages.map(({ passageId }) => passageId);
  const [vectors, tokens] = await Promise.all([
    storage.vectors.vectors(embedder.model.name, ids),
    storage.vectors.tokens(embedder.model.name, ids),
  ]);
  return new Map(
    passages.flatMap(({ passageId, memoryId }) => {
      const [owner, vector] = [owners.get(memoryId), vectors.get(passageId)];
      return owner && vector ? [[owner, { vector, bits: tokens.get(passageId) ?? null }] as const] : [];
    }),
  );
}
