/** Which paper of the library each reference is: by id, else by title with year and first author. What is in doubt stays open. */
import { identifierKey, type BibliographicItem } from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
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
  return Promise.all(
    references.map(async ({ n, marker, raw, item, source }): Promise<PaperReference> => {
      const base = { n, marker, raw, item: item as PaperReference['item'], source };
      const byId = item && keysOf(item).flatMap((key) => owners.get(key) ?? [])[0];
      // A paper that seems to cite itself does not: its own head was read as a reference.
      if (byId !== undefined && byId !== null && byId !== self)
        return { ...base, cited: byId, confidence: 1, method: 'id' };
      const byTitle = item ? await withTitle(deps, workspace, item, self) : null;
      if (item && byTitle) return { ...base, cited: byTitle.key, ...sureness(item, byTitle) };
      return { ...base, cited: null, confidence: 0, method: null };
    }),
  );
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

async function withTitle(
  deps: Deps,
  workspace: string,
  item: BibliographicItem,
  self: string,
): Promise<KeptPaper | null> {
  const key = titleKey(item.title);
  if (key === null || key.length < SHORT) return null;
  const { items } = await papersOf(deps).list(workspace, {
    index: 'by_title_key',
    where: { title_key: key },
    limit: 10,
  });
  const fitting = items.filter(
    (paper) => paper.key !== self && paper.value.merged_into === null && near(item, paper) && sameFirst(item, paper),
  );
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
