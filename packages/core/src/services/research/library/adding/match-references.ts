/** Which paper of the library each reference is: by id, else by what it says, title first. What is in doubt stays open. */
import { identifierKey, type BibliographicItem } from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
import { matchReference } from '../../citations/matching/match-reference.ts';
import { candidateKeys } from '../../reading/identity/index.ts';
import { allIdentifiers, decides } from '../keep/identifiers.ts';
import { firstNameOf, titleKey, yearOf } from '../keep/keys.ts';
import { identifiersOf, papersOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import type { PaperReference } from '../store/reference-record.ts';

export interface RawReference {
  readonly n: number;
  readonly marker: string | null;
  readonly raw: string | null;
  readonly item: BibliographicItem | null;
  readonly source: string;
}

const BY_TITLE = 0.9;
/** One that is known from lists of references alone, this one or others: whichever was read first, both are as sure. */
const BY_TITLE_IN_LISTS = 0.8;

/** How sure it is that a reference is this paper, which is the same when the list is read again. */
export function sureness(item: BibliographicItem, { value }: KeptPaper): Pick<PaperReference, 'confidence' | 'method'> {
  const ids = new Set(allIdentifiers(value.item.identifiers).map(identifierKey));
  if (keysOf(item).some((key) => ids.has(key))) return { confidence: 1, method: 'id' };
  const confidence = value.standing === 'referenced' ? BY_TITLE_IN_LISTS : BY_TITLE;
  return { confidence, method: 'text-match' };
}

export async function matchReferences(
  deps: Deps,
  workspace: string,
  self: string,
  references: readonly RawReference[],
): Promise<PaperReference[]> {
  const owners = await ownersOf(deps, workspace, references);
  const byId = references.map((one): PaperReference => {
    const owner = one.item && keysOf(one.item).flatMap((key) => owners.get(key) ?? [])[0];
    // A paper that seems to cite itself does not: its own head was read as a reference.
    return owner && owner !== self
      ? { ...asKept(one), cited: owner, confidence: 1, method: 'id' }
      : { ...asKept(one), cited: null, confidence: 0, method: null };
  });
  const byTitle = await meantOf(deps, workspace, self, { references: byId, queries: titleQueries });
  return meantOf(deps, workspace, self, { references: byTitle, queries: nameQueries });
}

function asKept({ n, marker, raw, item, source }: RawReference) {
  return { n, marker, raw, item: item as PaperReference['item'], source };
}

interface Alike {
  readonly references: readonly PaperReference[];
  /** What to ask the library about one that is open. */
  readonly queries: (item: BibliographicItem) => readonly PaperQuery[];
}

type PaperQuery = { readonly limit: number } & (
  | { readonly index: 'by_title_key'; readonly where: { title_key: string } }
  | { readonly index: 'by_title_key'; readonly prefix: string }
  | { readonly index: 'by_name'; readonly where: { names: string } }
);

/** Those that are open, by what they say; the others as they are. */
async function meantOf(
  deps: Deps,
  workspace: string,
  self: string,
  { references, queries }: Alike,
): Promise<PaperReference[]> {
  const asked = references.flatMap(({ n, item, cited }) =>
    item && cited === null ? queries(item as BibliographicItem).map((query) => ({ n, query })) : [],
  );
  const pages = await papersOf(deps).listMany(
    workspace,
    asked.map(({ query }) => query),
  );
  const alike = Map.groupBy(
    pages.flatMap(({ items }, i) => items.map((paper) => ({ n: asked[i]?.n ?? 0, paper }))),
    ({ n }) => n,
  );
  return references.map((one) => {
    const found = new Map((alike.get(one.n) ?? []).map(({ paper }) => [paper.key, paper]));
    const others = [...found.values()].filter(({ key, value }) => key !== self && value.merged_into === null);
    const meant = one.cited === null && one.item ? meantBy(one.item as BibliographicItem, others) : null;
    return meant ? { ...one, ...meant } : one;
  });
}

/** So many of one title, whose titles begin alike, or by one author are looked at. */
const MOST_ALIKE = 20;

function titleQueries(item: BibliographicItem): PaperQuery[] {
  const { titleKey: key, titlePrefix: prefix } = candidateKeys(item);
  if (key === null || key.length < SHORT) return [];
  const exactly: PaperQuery = { index: 'by_title_key', where: { title_key: key }, limit: MOST_ALIKE };
  return prefix === null ? [exactly] : [exactly, { index: 'by_title_key', prefix, limit: MOST_ALIKE }];
}

/** Titles differ in their first words, too; and there are references without one, of which the place tells what they mean. */
function nameQueries(item: BibliographicItem): PaperQuery[] {
  const first = firstNameOf(item);
  const isTitled = (titleKey(item.title) ?? '').length >= SHORT;
  const isPlaced = item.title === undefined && item.volume !== undefined && item.page !== undefined;
  return first === null || !(isTitled || isPlaced)
    ? []
    : [{ index: 'by_name', where: { names: first }, limit: MOST_ALIKE }];
}

/** The paper of the user's that says nearly the same; else one that is known from lists and says the very same. */
function meantBy(
  item: BibliographicItem,
  alike: readonly KeptPaper[],
): Pick<PaperReference, 'cited' | 'confidence' | 'method'> | null {
  const own = alike.filter(({ value }) => value.standing === 'library' || value.standing === 'found');
  // A preprint stands behind what appeared, unless it is named by its id.
  const shown = own.filter(({ value }) => !own.some(({ key }) => key === value.shown_as));
  const candidates = shown.map((paper) => ({ key: paper, item: paper.value.item as BibliographicItem }));
  const match = matchReference(item, candidates);
  if (match) return { cited: match.key.key, confidence: match.confidence, method: match.method };
  const named = withTitle(
    item,
    alike.filter(({ value }) => value.standing === 'referenced'),
  );
  return named && { cited: named.key, ...sureness(item, named) };
}

function keysOf(item: BibliographicItem): string[] {
  return allIdentifiers(item.identifiers)
    .filter((id) => decides(id, item.type))
    .map(identifierKey);
}

async function ownersOf(
  deps: Deps,
  workspace: string,
  references: readonly RawReference[],
): Promise<Map<string, string>> {
  const keys = [...new Set(references.flatMap(({ item }) => (item ? keysOf(item) : [])))];
  const owners = keys.length === 0 ? [] : await identifiersOf(deps).getMany(workspace, keys);
  return new Map(owners.map(({ key, value }) => [key, value.paper]));
}

function withTitle(item: BibliographicItem, alike: readonly KeptPaper[]): KeptPaper | null {
  const key = titleKey(item.title);
  const fitting = alike.filter((paper) => paper.value.title_key === key && near(item, paper) && sameFirst(item, paper));
  return fitting.length === 1 || fitting.every(({ value }) => value.shown_as !== null)
    ? (fitting[0] ?? null)
    : (fitting.find(({ value }) => value.shown_as === null) ?? null);
}

const SHORT = 12;

function near(item: BibliographicItem, { value }: KeptPaper): boolean {
  const year = yearOf(item);
  return year === null || value.year === null || Math.abs(year - value.year) <= 1;
}

function sameFirst(item: BibliographicItem, { value }: KeptPaper): boolean {
  const name = firstNameOf(item);
  const last = name?.split(' ').at(-1);
  return (
    name === null ||
    value.names.length === 0 ||
    value.names.some((one) => one === name || one.split(' ').at(-1) === last)
  );
}
