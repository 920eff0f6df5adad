/**
 * Which paper each arrival is of. Exact ids decide; what only looks alike is proposed. Arrivals of one call are compared with
 * each other as with the library, so that an entry that comes twice in a file becomes one paper.
 */
import { identifierKey, type Identifier } from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
import { inBreaths } from '../../in-breaths.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import type { Arrival, Proposal } from './arrival.ts';
import { shownItem } from './belief.ts';
import { decides, isOfWhole } from './identifiers.ts';
import { allIdsOf, decidingOf, lookFor, type LookedFor, type Named, type Owner } from './look-for.ts';
import { isHintAt, isSaidAgain, likeness } from './same-entry.ts';
import { TitleBucket } from './title-bucket.ts';

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

export async function resolveArrivals(deps: Deps, workspace: string, arrivals: readonly Arrival[]): Promise<Resolved> {
  return resolveFound(deps, await lookFor({ deps, workspace }, arrivals), arrivals);
}

/** Of those that were looked for, all or some. */
export async function resolveFound(deps: Deps, found: LookedFor, arrivals: readonly Arrival[]): Promise<Resolved> {
  const lookup = new Lookup(found, deps);
  const proposals = await inBreaths(arrivals, (arrival, i) => lookup.take(arrival, i));
  return {
    targets: lookup.targets,
    proposals,
    ownerOf: (id) => lookup.ownerOf(id),
    versionOf: (id) => lookup.versionOf(id),
    freeCitekeys: lookup.freeCitekeys,
  };
}

interface Found {
  readonly target: string;
  readonly proposals: readonly Proposal[];
}

/** What was found, and what has been taken for what since: for one list of arrivals. */
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

  constructor({ owners, known, named, free }: LookedFor, { ids }: Deps) {
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
    if (first === undefined) return this.#byTitle(arrival);
    const shared = others.map((other): Proposal => ({ paper: other, why: 'shares_an_id' }));
    return { target: first, proposals: [...shared, ...this.#versionsOf(arrival, first)] };
  }

  /** What was only cited until now has not been held against the others of its title. */
  #versionsOf({ item, standing }: Arrival, id: string): Proposal[] {
    if (standing !== undefined || this.#known.get(id)?.value.standing !== 'referenced') return [];
    return this.#titles
      .like(item)
      .filter((one) => one.id !== id && likeness(item, one.item) === 'version')
      .map(({ id: paper }) => ({ paper, why: 'other_version' }));
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
    return before && (likeness(item, before) === 'same' || isSaidAgain(item, before))
      ? { id: this.#survivor(named.paper.key) }
      : undefined;
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
