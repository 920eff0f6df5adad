/** A paper as tests put it into the library by hand. */
import type { z } from 'zod';
import type { BibliographicItem } from '@zapomni/core/model';
import { emptyPaper, type PAPERS } from '@zapomni/core/research-records';

type PaperInput = z.input<(typeof PAPERS)['schema']>;
type Given = Partial<Omit<PaperInput, 'item'>> & { readonly item?: BibliographicItem };

export function paperRecord({ item, ...given }: Given = {}): PaperInput {
  const kept = item ?? { type: 'article-journal', contributors: [], identifiers: [] };
  return {
    item: structuredClone(kept) as PaperInput['item'],
    ...emptyPaper(0),
    title_key: null,
    title_sort: '',
    names: [],
    year: null,
    venue_key: null,
    ...given,
  };
}
