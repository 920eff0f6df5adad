/** The paper that a hit is of; null of what is no paper's. */
import type { SearchHit } from '../../../search/search-request.ts';

export function paperIdOf({ memory }: Pick<SearchHit, 'memory'>): string | null {
  const id = memory.metadata['paper_id'];
  return typeof id === 'string' ? id : null;
}
