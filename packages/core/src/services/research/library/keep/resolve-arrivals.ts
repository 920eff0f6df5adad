/**
 * Which paper each arrival is of. Exact ids decide; what only looks alike is proposed. Arrivals of one call are compared with
 * each other as with the library, so that an entry that comes twice in a file becomes one paper.
 */
import { identifierKey, type Identifier } from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
import { inBreaths } from '../../in-breaths.ts';
import { cleanCitekey } from '../../bibliography/citekeys/citekey.ts';
import type { FieldSaid } from '../store/field-record.ts';
import { identifiersOf, papersOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import type { Arrival, Proposal } from './arrival.ts';
import { shownItem } from './belief.ts';
import { allIdentifiers, decides, isOfWhole } from './identifiers.ts';
import { candidateKeys } from '../../reading/identity/index.ts';
import { isHintAt, likeness } from './same-entry.ts';
import { TitleBucket } from './title-bucket.ts';
import { whoSaid } from './who-said.ts';

/** A paper to be written: one that is there, or a new one under an id of its own. */
export interface Target {
  readonly id: string;
  readonly known: KeptPaper | null;
  /** Places in the list of arrivals. */
  readonly arrivals: number[];
}

export interface Resolved {
  /** In the order of their first arrival. */
  readonly targets: readonly Target[];
  /** By the place of the arrival. */
  readonly proposals: readonly (readonly Proposal[])[];
  /** The paper that is found by the identifier. */
  ownerOf(identifier: Identifier): string | undefined;
  /** Of the line that says so; 0 where there is none yet. */
  versionOf(identifier: Identifier): number;
  /** Citekeys that came with an arrival and that no paper has. */
  readonly freeCitekeys: ReadonlySet<string>;
}

const PORTION = 500;
/** So few are asked for in every way at once. */
const FEW = 10;
/** So many papers of one title, or whose titles begin alike, are looked at. */
const MOST_ALIKE = 20;

export async function resolveArrivals(deps: Deps, workspace: string, arrivals: readonly Arrival[]): Promise<Resolved> {
  const lookup = await Lookup.open(deps, workspace, arrivals);
  const proposals = await inBreaths(arrivals, (arrival, i) => lookup.take(arrival, i));
  return {
    targets: lookup.targets,
    proposals,
    ownerOf: (id) => lookup.ownerOf(id),
    versionOf: (id) => lookup.versionOf(id),
    freeCitekeys: lookup.freeCitekeys,
  };
}

interface Named {
  readonly paper: KeptPaper;
  readonly said: readonly FieldSaid[];
}

interface Owner {
  readonly paper: string;
  readonly version: number;
}

interface Looked {
  /** By the key of the identifier. */
  readonly owners: ReadonlyMap<string, Owner>;
  readonly known: ReadonlyMap<string, KeptPaper>;
  readonly named: ReadonlyMap<string, Named>;
  readonly free: ReadonlySet<string>;
}

interface Found {
  readonly target: string;
  readonly proposals: readonly Proposal[];
}

class Lookup {
  readonly #byId = new Map<string, Target>();
  readonly #owners = new Map<string, string>();
  readonly #lines: ReadonlyMap<string, Owner>;
  /** What was said first of those that are new. */
  readonly #fresh = new Map<string, Arrival['item']>();
  readonly #titles = new TitleBucket<{ readonly id: string; readonly item: Arrival['item'] }>();
  readonly #known: ReadonlyMap<string, KeptPaper>;
  /** By citekey: what each source has said of the paper. */
  readonly #named: ReadonlyMap<string, Named>;
  readonly #newId: () => string;
  readonly freeCitekeys: ReadonlySet<string>;

  static async open(deps: Deps, workspace: string, arrivals: readonly Arrival[]): Promise<Lookup> {
    const askAll = arrivals.length <= FEW;
    const ask = (some: readonly Arrival[]) =>
      Promise.all([withTitles(deps, workspace, some), withCitekeys(deps, workspace, some)]);
    // Of many that are known by their ids, the titles need not be asked for; of a few, waiting costs more than asking in vain.
    const [owners, early] = await Promise.all([
      ownersOf(deps, workspace, arrivals),
      askAll ? ask(arrivals.filter((one) => !one.paper)) : null,
    ]);
    const unnamed = arrivals.filter((one) => !one.paper && !isNamedIn(owners, one));
    const [alike, named] = early ?? (await ask(unnamed));
    for (const { paper } of named.values()) alike.set(paper.key, paper);
    const meant = arrivals.flatMap(({ paper, newId }) => [paper ?? [], newId ?? []].flat());
    const ids = [...new Set([...[...owners.values()].map(({ paper }) => paper), ...meant])].filter(
      (id) => !alike.has(id),
    );
    const known = new Map([...alike, ...(await papersById(deps, workspace, ids))]);
    const asked = unnamed.flatMap(({ item }) => cleanCitekey(item.citekey) ?? []);
    return new Lookup({ owners, known, named, free: new Set(asked.filter((key) => !named.has(key))) }, deps);
  }

  private constructor({ owners, known, named, free }: Looked, { ids }: Deps) {
    this.freeCitekeys = free;
    this.#lines = owners;
    this.#known = known;
    this.#named = named;
    this.#newId = () => ids.next();
    for (const [key, { paper }] of owners) if (known.has(paper)) this.#owners.set(key, this.#survivor(paper));
    for (const { key, value } of known.values()) if (value.merged_into === null) this.#remember(key, value.item);
  }

  get targets(): readonly Target[] {
    return [...this.#byId.values()];
  }

  ownerOf(identifier: Identifier): string | undefined {
    return this.#owners.get(identifierKey(identifier));
  }

  versionOf(identifier: Identifier): number {
    return this.#lines.get(identifierKey(identifier))?.version ?? 0;
  }

  take(arrival: Arrival, place: number): readonly Proposal[] {
    const { target: id, proposals } = this.#find(arrival);
    const known = this.#known.get(id) ?? null;
    const target = this.#byId.get(id) ?? { id, known, arrivals: [] };
    target.arrivals.push(place);
    this.#byId.set(id, target);
    if (!known && target.arrivals.length === 1) {
      this.#remember(id, arrival.item);
      this.#fresh.set(id, arrival.item);
    }
    for (const one of allIdsOf(arrival)) if (this.#isFree(one, arrival)) this.#owners.set(identifierKey(one), id);
    return proposals;
  }

  #find(arrival: Arrival): Found {
    const { paper, newId = '' } = arrival;
    if (paper !== undefined) return { target: this.#survivor(paper), proposals: [] };
    if (this.#known.has(newId)) return { target: this.#survivor(newId), proposals: [] };
    const owners = [...new Set(decidingOf(arrival).flatMap((one) => this.#meantBy(one) ?? []))];
    const [first, ...others] = owners;
    if (first !== undefined)
      return { target: first, proposals: others.map((other) => ({ paper: other, why: 'shares_an_id' })) };
    return this.#byTitle(arrival);
  }

  /** A book is not the chapter that came with its number. */
  #meantBy(identifier: Identifier): string | undefined {
    const owner = this.ownerOf(identifier);
    const item = owner === undefined ? undefined : (this.#known.get(owner)?.value.item ?? this.#fresh.get(owner));
    return item && isOfWhole(identifier, item) ? undefined : owner;
  }

  /** A number is the whole's, also where a part was here first. */
  #isFree(identifier: Identifier, { item }: Arrival): boolean {
    return decides(identifier, item.type)
      ? this.#meantBy(identifier) === undefined
      : this.ownerOf(identifier) === undefined;
  }

  #byTitle(arrival: Arrival): Found {
    const { item } = arrival;
    const judged = this.#titles.like(item).map(({ id, item: its }) => ({ id, its, how: likeness(item, its) }));
    const same =
      judged.find(({ how }) => how === 'same') ??
      // Of what is only cited nothing is lost: it is a hint at this very paper.
      judged.find(({ id, its }) => this.#known.get(id)?.value.standing === 'referenced' && isHintAt(item, its)) ??
      this.#byCitekey(arrival);
    const proposals = judged
      .filter(({ how, id }) => id !== same?.id && (how === 'likely' || how === 'version'))
      .map(({ id, how }): Proposal => ({ paper: id, why: how === 'version' ? 'other_version' : 'same_title' }));
    return { target: same?.id ?? arrival.newId ?? this.#newId(), proposals };
  }

  /** The same source says the same under the same key, whatever has been said of the paper since. */
  #byCitekey({ item, source }: Arrival): { readonly id: string } | undefined {
    const named = this.#named.get(item.citekey ?? '');
    const before =
      named &&
      shownItem(
        named.said.filter((one) => one.source === source),
        { identifiers: [] },
      );
    return before && likeness(item, before) === 'same' ? { id: this.#survivor(named.paper.key) } : undefined;
  }

  #remember(id: string, item: Arrival['item']): void {
    this.#titles.add({ id, item });
  }

  /** Where it was merged into. */
  #survivor(id: string): string {
    const into = this.#known.get(id)?.value.merged_into;
    return into && this.#known.has(into) ? this.#survivor(into) : id;
  }
}

/** The owner of a book's number may be a part of it, which is not known by then. */
function isNamedIn(owners: ReadonlyMap<string, Owner>, arrival: Arrival): boolean {
  return decidingOf(arrival).some((id) => id.scheme !== 'isbn' && owners.has(identifierKey(id)));
}

function decidingOf({ item }: Arrival): Identifier[] {
  return allIdentifiers(item.identifiers).filter((id) => decides(id, item.type));
}

function allIdsOf({ item }: Arrival): Identifier[] {
  return allIdentifiers(item.identifiers).filter(({ scheme }) => scheme !== 'issn');
}

async function ownersOf(
  deps: Deps,
  workspace: string,
  arrivals: readonly Arrival[],
): Promise<ReadonlyMap<string, Owner>> {
  const keys = [...new Set(arrivals.flatMap((one) => allIdsOf(one).map(identifierKey)))];
  const owners = new Map<string, Owner>();
  for (let i = 0; i < keys.length; i += PORTION)
    for (const { key, value, version } of await identifiersOf(deps).getMany(workspace, keys.slice(i, i + PORTION)))
      owners.set(key, { paper: value.paper, version });
  return owners;
}

/** Papers whose titles begin alike: one question for each beginning. */
async function withTitles(
  deps: Deps,
  workspace: string,
  arrivals: readonly Arrival[],
): Promise<Map<string, KeptPaper>> {
  const titles = new Map(
    arrivals
      .map(({ item }) => candidateKeys(item))
      .flatMap(({ titleKey, titlePrefix }) => (titleKey === null ? [] : [[titleKey, titlePrefix] as const])),
  );
  const beginnings = [...Map.groupBy(titles, ([title, prefix]) => prefix ?? title)];
  const exactly = (title_key: string): Place => ({ index: 'by_title_key', where: { title_key }, limit: MOST_ALIKE });
  const isShort = ([, alike]: (typeof beginnings)[number]) => alike.some(([, prefix]) => prefix === null);
  const first = await papersOf(deps).listMany(
    workspace,
    beginnings.map((one) =>
      isShort(one) ? exactly(one[0]) : { index: 'by_title_key', prefix: one[0], limit: MOST_ALIKE },
    ),
  );
  // Of some more begin so than are looked at: those of the very title must be among them.
  const crowded = beginnings.filter((one, i) => !isShort(one) && first[i]?.next);
  const exact = await papersOf(deps).listMany(
    workspace,
    crowded.flatMap(([, alike]) => alike.map(([title]) => exactly(title))),
  );
  return new Map([...first, ...exact].flatMap(({ items }) => items).map((paper) => [paper.key, paper] as const));
}

async function withCitekeys(
  deps: Deps,
  workspace: string,
  arrivals: readonly Arrival[],
): Promise<ReadonlyMap<string, Named>> {
  const keys = [...new Set(arrivals.flatMap(({ item }) => cleanCitekey(item.citekey) ?? []))];
  const pages = await papersOf(deps).listMany(
    workspace,
    keys.map((citekey) => ({ index: 'by_citekey', where: { citekey }, limit: 1 })),
  );
  const papers = pages.flatMap(({ items }) => items);
  const who = await whoSaid(deps, workspace, papers);
  return new Map(papers.map((paper) => [paper.value.citekey ?? '', { paper, said: who.get(paper.key)?.said ?? [] }]));
}

type Place = { readonly limit: number } & (
  | { readonly index: 'by_title_key'; readonly where: { title_key: string } }
  | { readonly index: 'by_title_key'; readonly prefix: string }
  | { readonly index: 'by_citekey'; readonly where: { citekey: string } }
);

/** With those that they were merged into. */
async function papersById(deps: Deps, workspace: string, ids: readonly string[]): Promise<Map<string, KeptPaper>> {
  const found = new Map<string, KeptPaper>();
  for (let wanted = ids; wanted.length > 0;) {
    const papers = await papersOf(deps).getMany(workspace, wanted);
    for (const paper of papers) found.set(paper.key, paper);
    wanted = papers.flatMap(({ value }) => value.merged_into ?? []).filter((id) => !found.has(id));
  }
  return found;
}
