/**
 * A processor for one style, language and format, kept between requests. A request that goes on where the last one ended (the same items
 * and more of them, the same clusters and more) costs what is new; any other begins from nothing, so that an answer never depends on what was
 * asked before.
 *
 *   items ── under ids of our own, one for each state of an item ──▶ registry ──▶ bibliography (kept-bibliography.ts)
 *   clusters ─────────────────────────────────────────────────────▶ citations, as they read at the end
 */
import { invalidField } from '@zapomni/core/errors';
import { CITE_POSITIONS, type CitationCluster, type Cite, type StyledCitations } from '@zapomni/core/ports';
import type { CslItem } from '@zapomni/core/model';
import type { CiteCluster, CiteItem, CiteprocEngine } from './citeproc.ts';
import { KeptBibliography, type Shows } from './kept-bibliography.ts';

export interface Wanted {
  readonly items: readonly CslItem[];
  readonly clusters: readonly CitationCluster[];
}

export interface EngineOptions {
  readonly format: string;
  readonly shows: Shows;
  open(retrieveItem: (id: string) => CslItem): CiteprocEngine;
}

/** The clusters of a text; with the place of a fresh one that is not the last. */
interface Text {
  readonly clusters: readonly CiteCluster[];
  readonly fresh: number | null;
}

const NO_TEXT: Text = { clusters: [], fresh: null };

export class KeptEngine {
  readonly #engine: CiteprocEngine;
  readonly #format: string;
  readonly #bibliography: KeptBibliography;
  /** Under our ids. */
  readonly #items = new Map<string, CslItem>();
  /** Our id of an item in a state. */
  readonly #ids = new Map<string, string>();
  #count = 0;
  #registered: readonly string[] = [];
  #text: Text = NO_TEXT;
  /** By the id of the cluster. */
  #citations = new Map<string, string>();
  #rewritten: readonly string[] = [];

  constructor({ format, shows, open }: EngineOptions) {
    this.#engine = open((id) => this.#items.get(id) as CslItem);
    this.#engine.setOutputFormat(format);
    this.#format = format;
    this.#bibliography = new KeptBibliography(this.#engine, shows);
  }

  format({ items, clusters }: Wanted): StyledCitations {
    const ours = new Map(items.map((item) => [item.id, this.#idOf(item)]));
    const all = [...ours.values()];
    this.#register(all, toText(clusters, ours));
    const citations = clusters.map(({ alone, cites }, i) =>
      alone
        ? this.#engine.makeCitationCluster(cites.map((cite) => toLoneCite(cite, ours)))
        : (this.#citations.get(clusterId(i)) ?? ''),
    );
    const theirs = new Map([...ours].map(([given, id]) => [id, given]));
    const entries = this.#bibliography.entries() ?? [];
    this.#forget(ours);
    return {
      citations,
      rewritten: clusters.flatMap((_, i) => (this.#rewritten.includes(clusterId(i)) ? [i] : [])),
      bibliography: entries.flatMap(({ id, text }) =>
        text === '' ? [] : [{ id: theirs.get(id) ?? id, text: text.trim() }],
      ),
    };
  }

  #idOf(item: CslItem): string {
    const state = JSON.stringify(item);
    let id = this.#ids.get(state);
    if (id === undefined) {
      id = `i${this.#count}`;
      this.#count += 1;
      this.#ids.set(state, id);
      this.#items.set(id, { ...item, id });
    }
    return id;
  }

  #register(all: readonly string[], text: Text): void {
    const hasText = text.clusters.length > 0;
    const isMore = beginsWith(all, this.#registered) && this.#text.clusters.length === 0 && !hasText;
    const isSame = isMore && all.length === this.#registered.length;
    if (isMore && !isSame) this.#engine.updateItems(all);
    else if (isSame) return;
    else if (hasText && this.#isLonger(all, text)) this.#write(text.clusters, this.#text.clusters.length);
    else this.#startOver(all, text);
    this.#registered = all;
    this.#text = text;
  }

  /** The same items, and further clusters at the end. */
  #isLonger(all: readonly string[], { clusters, fresh }: Text): boolean {
    const before = this.#text;
    if (before.clusters.length === 0 || before.fresh !== null || fresh !== null) return false;
    if (all.length !== this.#registered.length || !beginsWith(all, this.#registered)) return false;
    // What was not cited stood behind what was; another cited one would come before it, and change the order of all.
    const cited = citedIn(before.clusters);
    const isKnown = clusters.every(({ citationItems }) => citationItems.every(({ id }) => cited.has(id)));
    return isKnown && beginsWith(clusters.map(asText), before.clusters.map(asText));
  }

  /** One after the other, as a writer puts them there: what a later one changes of earlier ones is said with it. */
  #write(clusters: readonly CiteCluster[], first: number): void {
    for (let i = first; i < clusters.length; i += 1) this.#put(clusters.slice(0, i + 1), i);
  }

  #put(clusters: readonly CiteCluster[], place: number): void {
    const places = clusters.map(({ citationID, properties }) => [citationID, properties.noteIndex] as const);
    const [before, after] = [places.slice(0, place), places.slice(place + 1)];
    const [, changed] = this.#engine.processCitationCluster(copyOf(clusters[place]), before, after);
    for (const [, text, id] of changed) this.#citations.set(id, text);
    this.#rewritten = changed.map(([, , id]) => id);
  }

  #startOver(all: readonly string[], { clusters, fresh }: Text): void {
    this.#engine.rebuildProcessorState([], this.#format, []);
    this.#citations = new Map();
    this.#rewritten = [];
    if (clusters.length === 0) {
      this.#engine.updateItems(all);
      return;
    }
    this.#write(fresh === null ? clusters : beforeFresh(clusters, fresh), 0);
    if (fresh !== null) this.#put(clusters, fresh);
    const cited = citedIn(clusters);
    this.#engine.updateUncitedItems(all.filter((id) => !cited.has(id)));
  }

  /** Those that were not asked for this time. */
  #forget(ours: ReadonlyMap<string, string>): void {
    const wanted = new Set(ours.values());
    for (const [state, id] of this.#ids) {
      if (wanted.has(id)) continue;
      this.#ids.delete(state);
      this.#items.delete(id);
    }
  }
}

function beginsWith(list: readonly string[], beginning: readonly string[]): boolean {
  return beginning.length <= list.length && beginning.every((one, i) => list[i] === one);
}

function asText(cluster: CiteCluster): string {
  return JSON.stringify(cluster);
}

/** The processor writes into what it is given. */
function copyOf(cluster: CiteCluster | undefined): CiteCluster {
  return structuredClone(cluster) as CiteCluster;
}

function citedIn(clusters: readonly CiteCluster[]): Set<string> {
  return new Set(clusters.flatMap(({ citationItems }) => citationItems.map(({ id }) => id)));
}

/** The text without it. Where it has a note to itself, the notes after it were one fewer. */
function beforeFresh(clusters: readonly CiteCluster[], fresh: number): CiteCluster[] {
  const note = clusters[fresh]?.properties.noteIndex ?? 0;
  const others = clusters.filter((_, i) => i !== fresh);
  if (note === 0 || others.some(({ properties }) => properties.noteIndex === note)) return others;
  return others.map((cluster) => {
    const { noteIndex } = cluster.properties;
    return noteIndex > note ? { ...cluster, properties: { noteIndex: noteIndex - 1 } } : cluster;
  });
}

function clusterId(place: number): string {
  return `c${place}`;
}

function toText(clusters: readonly CitationCluster[], ours: ReadonlyMap<string, string>): Text {
  const running = clusters.flatMap((cluster, i) => (cluster.alone ? [] : [{ cluster, i }]));
  const fresh = running.findLastIndex(({ cluster }) => cluster.fresh);
  return {
    fresh: fresh === -1 || fresh === running.length - 1 ? null : fresh,
    clusters: running.map(({ cluster: { cites, note }, i }) => ({
      citationID: clusterId(i),
      citationItems: cites.map((cite) => toCite(cite, ours)),
      properties: { noteIndex: note ?? 0 },
    })),
  };
}

function toLoneCite(cite: Cite, ours: ReadonlyMap<string, string>): CiteItem {
  return {
    ...toCite(cite, ours),
    ...(cite.position === undefined ? {} : { position: CITE_POSITIONS.indexOf(cite.position) }),
    ...(cite.nearNote ? { 'near-note': true } : {}),
  };
}

const SAID = ['locator', 'label', 'prefix', 'suffix'] as const;

function toCite(cite: Cite, ours: ReadonlyMap<string, string>): CiteItem {
  const id = ours.get(cite.id);
  if (id === undefined) throw invalidField('clusters', `'${cite.id.slice(0, 60)}' is cited and is not among the items`);
  return {
    id,
    ...Object.fromEntries(SAID.flatMap((part) => (cite[part] === undefined ? [] : [[part, cite[part]]]))),
    ...(cite.suppressAuthor ? { 'suppress-author': true } : {}),
    ...(cite.authorOnly ? { 'author-only': true } : {}),
  };
}
