/** Counts of the whole library, counted and not guessed. */
import type { Deps } from '../../../deps.ts';
import { isTakenBack } from '../../retraction.ts';
import { filesOf, papersOf, referencesOf, versionsOf } from '../store/index.ts';
import type { PaperRecord } from '../store/paper-record.ts';
import { venueOf } from '../keep/keys.ts';

export interface Count {
  readonly name: string;
  readonly count: number;
}

export interface CollectionStats {
  readonly papers: number;
  /** Shown under what was published of them. */
  readonly preprintsOfOthers: number;
  /** Only cited by papers here. */
  readonly referenced: number;
  readonly withAbstract: number;
  readonly withText: number;
  readonly withoutIdentifier: number;
  readonly retracted: number;
  readonly files: Readonly<Record<string, number>>;
  readonly referenceLists: number;
  readonly types: readonly Count[];
  readonly years: readonly Count[];
  /** The most frequent. */
  readonly venues: readonly Count[];
  readonly venuesInAll: number;
  readonly tags: readonly Count[];
  readonly tagsInAll: number;
  readonly readStates: readonly Count[];
  /** How many came in each month. */
  readonly added: readonly Count[];
}

const PAGE = 500;
const MOST_SHOWN = 20;
const UNKNOWN = 'unknown';

export async function collectionStats(deps: Deps, workspace: string): Promise<CollectionStats> {
  const tally = new Tally();
  for (let cursor: string | null | undefined; cursor !== null;) {
    const place: { cursor?: string } = cursor === undefined ? {} : { cursor };
    const query = { index: 'by_standing' as const, where: { standing: 'library' as const }, limit: PAGE, ...place };
    const page = await papersOf(deps).list(workspace, query);
    for (const { value } of page.items) tally.add(value);
    cursor = page.next;
  }
  const [versions, referenced, lists, files] = await Promise.all([
    versionsOf(deps).count(workspace),
    papersOf(deps).count(workspace, { index: 'by_standing', where: { standing: 'referenced' } }),
    referencesOf(deps).count(workspace),
    countFiles(deps, workspace),
  ]);
  return { ...tally.result(), preprintsOfOthers: versions, referenced, referenceLists: lists, files };
}

async function countFiles(deps: Deps, workspace: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let cursor: string | null | undefined; cursor !== null;) {
    const place: { cursor?: string } = cursor === undefined ? {} : { cursor };
    const page = await filesOf(deps).list(workspace, { limit: PAGE, ...place });
    for (const { value } of page.items) counts[value.text_state] = (counts[value.text_state] ?? 0) + 1;
    cursor = page.next;
  }
  return counts;
}

class Tally {
  #papers = 0;
  #withAbstract = 0;
  #withText = 0;
  #withoutIdentifier = 0;
  #retracted = 0;
  readonly #counts = {
    types: new Map<string, number>(),
    years: new Map<string, number>(),
    venues: new Map<string, number>(),
    tags: new Map<string, number>(),
    readStates: new Map<string, number>(),
    added: new Map<string, number>(),
  };

  add(paper: PaperRecord): void {
    const { item, year, tags, texts, retraction, read_state, added_at } = paper;
    this.#papers += 1;
    this.#withAbstract += item.abstract === undefined ? 0 : 1;
    this.#withText += texts.length === 0 ? 0 : 1;
    this.#withoutIdentifier += item.identifiers.some(({ scheme }) => scheme !== 'issn' && scheme !== 'url') ? 0 : 1;
    this.#retracted += isTakenBack(retraction) ? 1 : 0;
    const { types, years, venues, tags: byTag, readStates, added } = this.#counts;
    more(types, item.type);
    more(years, year === null ? UNKNOWN : String(year));
    more(venues, venueOf(item) ?? UNKNOWN);
    for (const tag of tags) more(byTag, tag);
    more(readStates, read_state);
    more(added, new Date(added_at).toISOString().slice(0, 7));
  }

  result() {
    const { types, years, venues, tags, readStates, added } = this.#counts;
    return {
      papers: this.#papers,
      withAbstract: this.#withAbstract,
      withText: this.#withText,
      withoutIdentifier: this.#withoutIdentifier,
      retracted: this.#retracted,
      types: most(types),
      years: most(years).toSorted((one, other) => (one.name < other.name ? 1 : -1)),
      venues: most(venues, MOST_SHOWN),
      venuesInAll: venues.has(UNKNOWN) ? venues.size - 1 : venues.size,
      tags: most(tags, MOST_SHOWN),
      tagsInAll: tags.size,
      readStates: most(readStates),
      added: most(added).toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    };
  }
}

function more(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function most(counts: ReadonlyMap<string, number>, limit = Number.MAX_SAFE_INTEGER): Count[] {
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
    .slice(0, limit);
}
