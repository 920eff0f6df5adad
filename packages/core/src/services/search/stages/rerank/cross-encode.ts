/**
 * The best candidates in the order of a model that reads question and passage together, where the settings name one. Fails
 * open: when it does not answer, the order stays.
 */
import type { StageSwitch } from '../../../../model/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Ranked } from '../../candidates/fuse.ts';
import { toUnitRange } from '../../candidates/unit-range.ts';

/** How many it reads. Each costs about as much as embedding it again. */
const READ = 30;

export interface CrossEncoded {
  readonly ranked: readonly Ranked[];
  /** It was asked and did not answer: a moment later the order may be better. */
  readonly failed: boolean;
}

interface Asked {
  readonly text: string;
  readonly signal?: AbortSignal | undefined;
}

export async function crossEncode(
  { deps, isOn }: { readonly deps: Deps; readonly isOn: StageSwitch },
  ranked: readonly Ranked[],
  { text, signal }: Asked,
): Promise<CrossEncoded> {
  const asks = isOn('cross-encoder') && ranked.length > 0 && text.trim() !== '';
  if (!deps.reranker || !asks) return { ranked, failed: false };
  const passages = await deps.storage.memories.passages(ranked.slice(0, READ).map(({ passageId }) => passageId));
  try {
    const scores = await deps.reranker.score(
      text,
      passages.map((passage) => passage.text),
      signal,
    );
    const byPassage = new Map(passages.map(({ id }, i) => [id, scores[i] as number]));
    return { ranked: reorder(ranked, byPassage), failed: false };
  } catch (error) {
    signal?.throwIfAborted();
    deps.logger.log('warning', 'rerank_failed', { model: deps.reranker.name, error });
    return { ranked, failed: true };
  }
}

/** What was read comes first, in the model's order, equals as they stood; the rest keeps its own. */
function reorder(ranked: readonly Ranked[], scores: ReadonlyMap<number, number>): Ranked[] {
  const place = toUnitRange([...scores.values()]);
  const read: Ranked[] = [];
  const unread: Ranked[] = [];
  for (const one of ranked) {
    const cross = scores.get(one.passageId);
    if (cross === undefined) unread.push({ ...one, score: 0 });
    else read.push({ ...one, cross, score: place(cross) });
  }
  return [...read.sort((a, b) => b.score - a.score), ...unread];
}
