/**
 * Which answers are of the record that was asked for, and which of another version of the work: collectors have a preprint and what became of it
 * as one, whose fields are those of what appeared.
 */
import { identifierKey, type BibliographicItem, type Identifier } from '../../../model/papers/index.ts';
import type { PaperSourceName, RelatedVersion, SourcedPaper } from '../../../ports/index.ts';

export interface SaidPaper {
  readonly source: PaperSourceName;
  readonly paper: SourcedPaper;
}

export interface OneRecord {
  readonly own: readonly SaidPaper[];
  readonly others: readonly SaidPaper[];
}

/** `asked`: the ids of the record. Where only another version is known, that is known of this one which all versions have in common. */
export function ofOneRecord(all: readonly SaidPaper[], asked: readonly Identifier[]): OneRecord {
  const keys = new Set(asked.map(identifierKey));
  const own = all.filter(({ paper }) => !isOtherVersion(paper, keys));
  if (own.length === 0) return { own: all.map((one) => inCommon(one, keys)), others: [] };
  return { own, others: all.filter((one) => !own.includes(one)) };
}

function isOtherVersion({ item, versions = [] }: SourcedPaper, keys: ReadonlySet<string>): boolean {
  const has = (ids: readonly Identifier[]) => ids.some((id) => keys.has(identifierKey(id)));
  return !has(item.identifiers) && has(versions.map(({ identifier }) => identifier));
}

function inCommon({ source, paper }: SaidPaper, keys: ReadonlySet<string>): SaidPaper {
  const { versions = [], openAccess: _, referenceCount: __, item, ...facts } = paper;
  const asked = versions.find(({ identifier }) => keys.has(identifierKey(identifier)));
  if (!asked) return { source, paper };
  const { title, abstract, language, contributors } = item;
  const said = Object.entries({ title, abstract, language }).filter(([, value]) => value !== undefined);
  const what = asked.relation === 'preprint' ? { type: 'article' as const, genre: 'preprint' } : { type: item.type };
  const common: BibliographicItem = {
    ...what,
    ...Object.fromEntries(said),
    contributors,
    identifiers: [asked.identifier],
  };
  return { source, paper: { ...facts, item: common, versions: appeared(paper) } };
}

/** What a collector has in the place of a preprint. */
export function appeared({ item }: SourcedPaper): RelatedVersion[] {
  const doi = item.identifiers.find(({ scheme }) => scheme === 'doi');
  return doi ? [{ identifier: doi, relation: 'published' }] : [];
}
