/** Writes citations and bibliographies in the styles of journals. */
import type { BibliographicItem, CslItem } from '../../model/papers/index.ts';

export const CITATION_FORMATS = ['text', 'markdown', 'html', 'rtf'] as const;
export type CitationFormat = (typeof CITATION_FORMATS)[number];

export interface StyleInfo {
  /** `apa`, or the path of a `.csl` file. */
  readonly name: string;
  readonly title: string;
  readonly kind: 'author-date' | 'numeric' | 'label' | 'note' | 'author';
}

/** An item under the id that citations name it by; or in the words of CSL, as it was given, under its own. */
export type StyledItem = { readonly id: string; readonly item: BibliographicItem } | { readonly csl: CslItem };

export const CITE_POSITIONS = ['first', 'subsequent', 'ibid', 'ibid-with-locator'] as const;
export type CitePosition = (typeof CITE_POSITIONS)[number];

export interface Cite {
  readonly id: string;
  readonly locator?: string;
  /** `page`, `chapter` … in the words of CSL. */
  readonly label?: string;
  readonly prefix?: string;
  readonly suffix?: string;
  readonly suppressAuthor?: boolean;
  readonly authorOnly?: boolean;
  /** In a cluster that stands alone: how it would read there. Elsewhere it is found out. */
  readonly position?: CitePosition;
  readonly nearNote?: boolean;
}

/** One place in a text at which works are cited. */
export interface CitationCluster {
  readonly cites: readonly Cite[];
  /** Of the note that it stands in, from 1, for styles with notes. */
  readonly note?: number;
  /** Reads as if nothing were cited before it, and is no place in the text: what a list of works shows beside each. */
  readonly alone?: boolean;
  /** The one that the writer has just put there or changed; the last one unless another says so. */
  readonly fresh?: boolean;
}

export interface StyleRequest {
  /** A name that `styles` lists, or the text of a style (`<style …`). */
  readonly style: string;
  /** `en-US`; that of the style unless given. */
  readonly locale?: string;
  readonly format: CitationFormat;
  /** Those that are not cited in a cluster stand in the bibliography all the same. */
  readonly items: readonly StyledItem[];
  /** In the order of the text. */
  readonly clusters?: readonly CitationCluster[];
}

export interface StyledCitations {
  /** One for each cluster, as it reads at the end: year suffixes and numbers settled. */
  readonly citations: readonly string[];
  /** Places of the fresh cluster and of those that it made be written anew: what an editor has to replace. */
  readonly rewritten: readonly number[];
  /** In the order of the style; empty where the style has none. */
  readonly bibliography: readonly { readonly id: string; readonly text: string }[];
}

/**
 * Contract: runs apart from the caller; the same request gives the same answer. NOT_FOUND with the nearest names for a style or locale that is
 * not there, INVALID_INPUT for a text that is no style and for a cluster that names no item, TIMEOUT for a style that does not end.
 */
export interface CitationStyler {
  styles(): Promise<readonly StyleInfo[]>;
  locales(): Promise<readonly string[]>;
  format(request: StyleRequest, options?: { readonly signal?: AbortSignal }): Promise<StyledCitations>;
  close(): Promise<void>;
}
