/** What is looked for at a source of papers: in our words, which each source says in its own. */

export const SEARCH_SORTS = ['newest', 'updated', 'relevance'] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];

/**
 * A source takes what its service can be asked for. What it cannot (bioRxiv knows no words), it sifts itself from what comes, so that an
 * answer has nothing that was not asked for; a field that has no meaning there fails with INVALID_INPUT naming the field.
 */
export interface PaperSearch {
  /** Words and phrases in title or abstract. */
  readonly keywords: readonly string[];
  /** Whether one of them is enough. */
  readonly match: 'any' | 'all';
  /** Any of them, as `Family` or `Given Family`. */
  readonly authors?: readonly string[];
  /** In the service's own words: arXiv's categories, MeSH terms, topics; any of them. */
  readonly subjects?: readonly string[];
  /** Name of a journal or its ISSN. */
  readonly venue?: string;
  /** In the service's own words: `journal-article`, `Review`. */
  readonly types?: readonly string[];
  /** First and last day, `YYYY-MM-DD`, both inclusive; of `sort: 'updated'` the days of the last change, else of publication. */
  readonly from?: string;
  readonly until?: string;
  readonly sort: SearchSort;
  /** Where one service has several shelves: `biorxiv`, `medrxiv`. */
  readonly server?: string;
  /** An expression in the service's own filter language (Crossref, OpenAlex), added to the rest. */
  readonly filter?: string;
}
