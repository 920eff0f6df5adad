/** The passages of a document under the best of them. A memory that is no document stays one hit, however long it is. */
import { mayHoldDocument } from '../../../model/index.ts';
import type { LoadedHit } from '../candidates/load-hits.ts';
import type { SearchRequest } from '../search-request.ts';

/** Something of a document always comes near; as likely as this, a passage alone would be an answer. */
const FITS = 0.1;

/** Only where that was asked for. */
export function groupDocuments(hits: readonly LoadedHit[], passages: SearchRequest['passages']): readonly LoadedHit[] {
  if (passages !== 'grouped') return hits;
  const groups = Map.groupBy(hits, ({ memory }) => memory.id);
  return [...groups.values()].map(([best, ...rest]) => {
    const first = best as LoadedHit;
    if (!mayHoldDocument(first.memory.kind)) return first;
    const others = rest.filter(({ confidence }) => confidence >= FITS);
    return { ...first, others: others.map(({ passage, confidence: score }) => ({ passage, score })) };
  });
}
