/** Citations as a caller asks for them and gets them back. */
import type { CitationCluster, CitationFormat } from '../../../ports/index.ts';
import type { Asker } from '../../documents/fetch-source.ts';

export interface CitationRequest extends Asker {
  readonly workspace: string;
  /** Names of papers of the library, as `CitedPapers` finds them. */
  readonly articles?: readonly string[] | undefined;
  /** And those that a search finds. */
  readonly query?: string | undefined;
  /** Of a saved set alone. */
  readonly index?: string | undefined;
  readonly limit: number;
  /** And items in the words of CSL, which need be in no library. */
  readonly items?: readonly Readonly<Record<string, unknown>>[] | undefined;
  /** A name, the absolute path of a `.csl` file, or the text of one. */
  readonly style: string;
  readonly locale?: string | undefined;
  readonly format: CitationFormat;
  /** Ids are those of the items: citekeys of papers, or the names that they were asked for by. */
  readonly clusters?: readonly CitationCluster[] | undefined;
}

export interface WrittenEntry {
  readonly id: string;
  readonly text: string;
  /** As it is cited in a text, by itself; null where clusters say how it is cited. */
  readonly citation: string | null;
}

export interface WrittenCitations {
  /** Of the clusters. */
  readonly citations: readonly string[];
  readonly rewritten: readonly number[];
  readonly bibliography: readonly WrittenEntry[];
  /** How many papers the search or the set has of which these are the first; null where neither was asked for. */
  readonly found: { readonly total: number; readonly isCounted: boolean } | null;
}
