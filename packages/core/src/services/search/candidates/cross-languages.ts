/**
 * What answers a question in English and is written in another language. The built-in model reads one and not the other; the
 * model of other languages reads both. What it finds is brought onto the built-in one's scale, so that one order holds for all;
 * passages in English keep what the built-in model says of them.
 */
import type { Scope } from '../../../model/index.ts';
import type { Embedding, PassageHit } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { MeaningScale } from '../../models/meaning-scale.ts';
import type { SizedEmbedder } from '../../models/sized-embedder.ts';
import type { QueryVectors } from '../query/query-vectors.ts';
import type { Candidate } from './fuse.ts';

export interface Crossing {
  /** The question, as the model of other languages sees it; null when it does not answer in time. */
  readonly embedding: Promise<Embedding | null>;
  readonly model: string;
  readonly scale: MeaningScale;
  isEnglish(text: string): Promise<boolean>;
}

/** Of the built-in model, measured as every other's is. */
const BUILTIN_SCALE: MeaningScale = { unrelated: 0.37, related: 0.678 };
/** The beginning of a passage tells its language. */
const TELLING_LENGTH = 200;

/** Asks the other model for the question's vector and goes by what its cosines mean. */
export function crossBy(
  other: SizedEmbedder,
  vectors: QueryVectors,
  isEnglish: Crossing['isEnglish'],
): ((text: string, waitMs: number) => Crossing) | undefined {
  const { scale, model } = other;
  if (!scale) return undefined;
  return (text, waitMs) => ({ embedding: vectors.get(text, waitMs), model: model.name, scale, isEnglish });
}

/** Puts into `found` what is in other languages, or raises it there. */
export async function crossLanguages(
  deps: Deps,
  crossing: Crossing,
  { scope, depth, found }: { readonly scope: Scope; readonly depth: number; readonly found: Map<number, Candidate> },
): Promise<void> {
  const asked = await crossing.embedding;
  if (!asked) return;
  const near = await deps.storage.vectors.nearest(crossing.model, asked.vector, depth, scope);
  const said = (cosine: number) => translate(crossing.scale, cosine);
  // What the built-in model holds to be nearer needs no second opinion.
  const likelier = near.filter((hit) => said(hit.score) > (found.get(hit.passageId)?.meaning ?? -1));
  for (const { passageId, memoryId, score } of await inOtherLanguages(deps, crossing, likelier)) {
    const { workspace } = scope;
    const before = found.get(passageId) ?? { passageId, memoryId, workspace, words: null };
    found.set(passageId, { ...before, meaning: said(score), crossed: score });
  }
}

async function inOtherLanguages(deps: Deps, crossing: Crossing, hits: readonly PassageHit[]): Promise<PassageHit[]> {
  if (hits.length === 0) return [];
  const passages = await deps.storage.memories.passages(hits.map(({ passageId }) => passageId));
  const foreign = new Set<number>();
  for (const { id, text } of passages) {
    if (!(await crossing.isEnglish(text.slice(0, TELLING_LENGTH)))) foreign.add(id);
  }
  return hits.filter(({ passageId }) => foreign.has(passageId));
}

/** The same standing between an unrelated and a related text. */
function translate({ unrelated, related }: MeaningScale, cosine: number): number {
  const standing = (cosine - unrelated) / (related - unrelated);
  return BUILTIN_SCALE.unrelated + standing * (BUILTIN_SCALE.related - BUILTIN_SCALE.unrelated);
}
