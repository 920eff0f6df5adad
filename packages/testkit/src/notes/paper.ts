/** A paper as tests put it into the library by hand. */
import type { z } from 'zod';
import type { BibliographicItem } from '@zapomni/core/model';
import type { PAPERS } from '@zapomni/core/research-records';

type PaperInput = z.input<(typeof PAPERS)['schema']>;
type Given = Partial<Omit<PaperInput, 'item'>> & { readonly item?: BibliographicItem };

export function paperRecord({ item, ...given }: Given = {}): PaperInput {
  const kept = item ?? { type: 'article-journal', contributors: [], identifiers: [] };
  return {
    item: structuredClone(kept) as PaperInput['item'],
    citekey: null,
    standing: 'library',
    title_key: null,
    title_sort: '',
    names: [],
    year: null,
    venue_key: null,
    tags: [],
    tag_keys: [],
    topics: [],
    tldr: null,
    counts: { cited_by: null, references: null, as_of: null },
    open_access: { status: null, licence: null },
    retraction: null,
    read_state: 'unread',
    rating: null,
    memory: null,
    shown_as: null,
    merged_into: null,
    added_at: 0,
    updated_at: 0,
    ...given,
  };
}
