/** What the store is asked about arrivals: who has their ids, whose titles begin like theirs, and who has their citekeys. */
import { identifierKey, type Identifier } from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
import { cleanCitekey } from '../../bibliography/citekeys/citekey.ts';
import { candidateKeys } from '../../reading/identity/index.ts';
import type { FieldSaid } from '../store/field-record.ts';
import { identifiersOf, papersOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import type { Arrival } from './arrival.ts';
import { allIdentifiers, decides } from './identifiers.ts';
import { whoSaid } from './who-said.ts';

export interface Named {
  readonly paper: KeptPaper;
  readonly said: readonly FieldSaid[];
}

export interface Owner {
  readonly paper: string;
  readonly version: number;
}

/** What the library has that any of them could be. */
export interface LookedFor {
  /** By the key of the identifier. */
  readonly owners: ReadonlyMap<string, Owner>;
  readonly known: ReadonlyMap<string, KeptPaper>;
  /** By citekey: what each source has said of the paper. */
  readonly named: ReadonlyMap<string, Named>;
  /** Citekeys that came with an arrival and that no paper has. */
  readonly free: ReadonlySet<string>;
}

interface Looking {
  readonly deps: Deps;
  readonly workspace: string;
  /** Most of them are expected to be new. */
  readonly areNew?: boolean;
}

const PORTION = 500;
/** So few are asked for in every way at once. */
const FEW = 10;
/** So many papers of one title, or whose titles begin alike, are looked at. */
const MOST_ALIKE = 20;

/**
 * Of many that the library knows by their ids the titles need not be asked for. Of those that are new, and of a few, waiting costs more
 * than asking in vain: then all is asked before this returns.
 */
export async function lookFor(
  { deps, workspace, areNew = false }: Looking,
  arrivals: readonly Arrival[],
): Promise<LookedFor> {
  const ask = (some: readonly Arrival[]) =>
    Promise.all([withTitles(deps, workspace, some), withCitekeys(deps, workspace, some)]);
  const atOnce = areNew || arrivals.length <= FEW;
  const [owners, early] = await Promise.all([
    ownersOf(deps, workspace, arrivals),
    atOnce ? ask(arrivals.filter((one) => !one.paper)) : null,
  ]);
  const unnamed = arrivals.filter((one) => !one.paper && !isNamedIn(owners, one));
  const [alike, named] = early ?? (await ask(unnamed));
  for (const { paper } of named.values()) alike.set(paper.key, paper);
  const meant = arrivals.flatMap(({ paper, newId }) => [paper ?? [], newId ?? []].flat());
  const ids = new Set([...[...owners.values()].map(({ paper }) => paper), ...meant]);
  const others = [...ids].filter((id) => !alike.has(id));
  const known = new Map([...alike, ...(await papersById(deps, workspace, others))]);
  const asked = unnamed.flatMap(({ item }) => cleanCitekey(item.citekey) ?? []);
  return { owners, known, named, free: new Set(asked.filter((key) => !named.has(key))) };
}

/** The owner of a book's number may be a part of it, which is not known by then. */
function isNamedIn(owners: ReadonlyMap<string, Owner>, arrival: Arrival): boolean {
  return decidingOf(arrival).some((id) => id.scheme !== 'isbn' && owners.has(identifierKey(id)));
}

export function decidingOf({ item }: Arrival): Identifier[] {
  return allIdentifiers(item.identifiers).filter((id) => decides(id, item.type));
}

export function allIdsOf({ item }: Arrival): Identifier[] {
  return allIdentifiers(item.identifiers).filter(({ scheme }) => scheme !== 'issn');
}

async function ownersOf(
  deps: Deps,
  workspace: string,
  arrivals: readonly Arrival[],
): Promise<ReadonlyMap<string, Owner>> {
  const keys = [...new Set(arrivals.flatMap((one) => allIdsOf(one).map(identifierKey)))];
  const portions = Array.from({ length: Math.ceil(keys.length / PORTION) }, (_, i) =>
    identifiersOf(deps).getMany(workspace, keys.slice(i * PORTION, (i + 1) * PORTION)),
  );
  const found = (await Promise.all(portions)).flat();
  return new Map(found.map(({ key, value, version }) => [key, { paper: value.paper, version }]));
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
