/**
 * What is used of citeproc-js (CPAL-1.0 or AGPL-3.0), which is an ordinary dependency: neither changed nor bundled. It is said here
 * because it brings no types.
 */
import type { CslItem } from '@zapomni/core/model';
import type { XmlNode } from '../shelf/xml-node.ts';

export interface CiteprocSystem {
  retrieveItem(id: string): CslItem;
  retrieveLocale(lang: string): XmlNode;
}

export interface CiteItem {
  readonly id: string;
  readonly locator?: string;
  readonly label?: string;
  readonly prefix?: string;
  readonly suffix?: string;
  readonly 'suppress-author'?: boolean;
  readonly 'author-only'?: boolean;
  readonly position?: number;
  readonly 'near-note'?: boolean;
}

export interface CiteCluster {
  readonly citationID: string;
  readonly citationItems: CiteItem[];
  readonly properties: { readonly noteIndex: number };
}

/** What the processor knows of an item beyond what it says. */
interface RegisteredItem {
  readonly seq: number;
  readonly disambig: unknown;
  readonly 'first-reference-note-number'?: number;
  readonly 'citation-count'?: number;
}

/** With the id of the one before, or true for the first. */
interface BibliographyPage {
  readonly page_start: string | true;
  readonly page_length: number;
}

export interface CiteprocEngine {
  readonly registry: { readonly registry: Readonly<Record<string, RegisteredItem>>; getSortedIds(): string[] };
  setOutputFormat(format: string): void;
  updateItems(ids: readonly string[]): string[];
  rebuildProcessorState(
    clusters: readonly CiteCluster[],
    format: string,
    uncited: readonly string[],
  ): (readonly [id: string, note: number, text: string])[];
  updateUncitedItems(ids: readonly string[]): string[];
  processCitationCluster(
    cluster: CiteCluster,
    before: readonly (readonly [id: string, note: number])[],
    after: readonly (readonly [id: string, note: number])[],
  ): readonly [unknown, (readonly [index: number, text: string, id: string])[]];
  makeCitationCluster(items: readonly CiteItem[]): string;
  makeBibliography(page?: BibliographyPage): readonly [{ readonly entry_ids: string[][] }, string[]] | false;
}

/** How each kind of text is written, by the name of the kind; `%%STRING%%` stands for the text. */
export type OutputFormat = Readonly<Record<string, unknown>>;

export interface Citeproc {
  readonly Engine: new (
    system: CiteprocSystem,
    style: XmlNode | string,
    lang?: string,
    forceLang?: boolean,
  ) => CiteprocEngine;
  readonly Output: { readonly Formats: Record<string, OutputFormat> };
  readonly parseXml: (text: string) => XmlNode;
}

export async function loadCiteproc(): Promise<Citeproc> {
  const { default: citeproc } = await import('citeproc');
  return citeproc as Citeproc;
}
