/**
 * What has come to papers after a merge or a split, and stays when that is taken back: tags, rating, read state, citekey and identifiers
 * that the user has changed, files and their texts, and what is known of notes in the vault. It belongs to the paper that was there all along.
 *
 * Then (just after the change) is not kept: it follows from what was before.
 */
import { identifierKey, type Identifier } from '../../../../model/papers/index.ts';
import { identifierOfLine, lineBelow } from '../find/shared-identifier.ts';
import { tagKey } from '../keep/keys.ts';
import { withTags } from '../keep/paper-facts.ts';
import { PAPER_ANNOTATIONS, PAPER_FILES } from '../store/file-record.ts';
import { PAPER_NOTES } from '../store/note-record.ts';
import { PAPER_IDENTIFIERS, PAPERS, type PaperRecord } from '../store/paper-record.ts';
import { PAPER_CONTEXTS, PAPER_REFERENCES } from '../store/reference-record.ts';
import { nameOf, valueIn, type Snapshot, type SnapshotRecord } from './snapshot.ts';

export interface TakenBack {
  readonly before: Snapshot;
  readonly now: Snapshot;
  /** Stays whatever is taken back: the one that others were merged into, or that one was split from. */
  readonly home: string;
}

export interface Keeping {
  /** What is to be there again, with what came since. */
  readonly snapshot: Snapshot;
  /** By `nameOf`: stays as it is now. */
  readonly left: ReadonlySet<string>;
}

export function keepingSince(change: TakenBack): Keeping {
  const { before, now, home } = change;
  const files = filesSince(change);
  const papers = new Map(before.papers.map((key) => [key, paperAgain(change, key)]));
  const ids = new Set([...papers.values()].flatMap((one) => one?.item.identifiers.map(identifierKey) ?? []));
  const records = before.records
    .filter(({ collection, key }) => collection !== PAPER_IDENTIFIERS.name || ids.has(identifierOfLine(key)))
    .map((one) => {
      const paper = one.collection === PAPERS.name ? papers.get(one.key) : null;
      return paper ? { ...one, value: JSON.stringify(paper) } : one;
    });
  const fresh = [...ids].filter((key) => !before.records.some(isLineOf(key)));
  const since = [...files, ...fresh.map((key) => identifierOf(lineAmong(now, key, home), home))];
  const left = now.records.filter((one) => stays(change, one, files.length > 0)).map(nameOf);
  return { snapshot: { ...before, records: [...records, ...since] }, left: new Set(left) };
}

function isLineOf(identifier: string) {
  return ({ collection, key }: SnapshotRecord): boolean =>
    collection === PAPER_IDENTIFIERS.name && identifierOfLine(key) === identifier;
}

/** Another paper may have had it before. */
function lineAmong({ records }: Snapshot, identifier: string, paper: string): string {
  return records.some(isIn(PAPER_IDENTIFIERS.name, identifier)) ? identifier : lineBelow(identifier, paper);
}

function isIn(collection: string, key: string) {
  return (one: SnapshotRecord): boolean => one.collection === collection && one.key === key;
}

function identifierOf(key: string, home: string): SnapshotRecord {
  return { collection: PAPER_IDENTIFIERS.name, key, value: JSON.stringify({ paper: home }), parent: home };
}

/** Files, and what was marked in them. */
function filesSince({ before, now, home }: TakenBack): SnapshotRecord[] {
  return now.records
    .filter(({ collection }) => collection === PAPER_FILES.name || collection === PAPER_ANNOTATIONS.name)
    .filter((one) => !before.records.some(isIn(one.collection, one.key)))
    .map((one) => ({
      ...one,
      value: JSON.stringify({ ...(JSON.parse(one.value) as object), paper: home }),
      parent: one.collection === PAPER_FILES.name ? home : one.parent,
    }));
}

/** What was written to the vault was written. A list that neither a merge nor a split has touched may know more by now. */
function stays({ before, home }: TakenBack, one: SnapshotRecord, hasFiles: boolean): boolean {
  if (one.collection === PAPER_NOTES.name) return before.records.some(isIn(PAPERS.name, one.parent ?? ''));
  if (one.collection !== PAPER_REFERENCES.name && one.collection !== PAPER_CONTEXTS.name) return false;
  return before.records.some(isIn(one.collection, one.key)) || (hasFiles && one.parent === home);
}

/** Null where it was not there before. */
function paperAgain(change: TakenBack, key: string): PaperRecord | null {
  const was = valueIn<PaperRecord>(change.before, PAPERS.name, key);
  if (!was) return null;
  const isHome = key === change.home;
  const again = {
    ...was,
    ...tagsAgain(change, was, isHome),
    item: { ...was.item, identifiers: identifiersAgain(change, was, isHome) },
  };
  return isHome ? { ...again, ...wordsSince(change, was), texts: textsAgain(change, was) } : again;
}

function all<One>({ papers, records }: Snapshot, of: (paper: PaperRecord) => readonly One[]): One[] {
  return papers.flatMap((key) => {
    const paper = valueIn<PaperRecord>({ papers, records }, PAPERS.name, key);
    return paper && paper.merged_into === null ? of(paper) : [];
  });
}

function tagsAgain({ before, now }: TakenBack, was: PaperRecord, isHome: boolean) {
  const [then, have] = [all(before, ({ tags }) => tags), all(now, ({ tags }) => tags)];
  const [thenKeys, haveKeys] = [new Set(then.map(tagKey)), new Set(have.map(tagKey))];
  const kept = was.tags.filter((tag) => haveKeys.has(tagKey(tag)));
  return withTags([...kept, ...(isHome ? have.filter((tag) => !thenKeys.has(tagKey(tag))) : [])]);
}

function identifiersAgain({ before, now }: TakenBack, was: PaperRecord, isHome: boolean): Identifier[] {
  const [then, have] = [all(before, idsOf), all(now, idsOf)];
  const [thenKeys, haveKeys] = [new Set(then.map(identifierKey)), new Set(have.map(identifierKey))];
  const kept = was.item.identifiers.filter((id) => haveKeys.has(identifierKey(id)));
  return [...kept, ...(isHome ? have.filter((id) => !thenKeys.has(identifierKey(id))) : [])];
}

function idsOf({ item }: PaperRecord): readonly Identifier[] {
  return item.identifiers;
}

function textsAgain({ before, now }: TakenBack, was: PaperRecord): string[] {
  const then = new Set(all(before, ({ texts }) => texts));
  return [...was.texts, ...all(now, ({ texts }) => texts).filter((text) => !then.has(text))];
}

/** What the user has said of it that is no field of the work. */
function wordsSince({ before, now, home }: TakenBack, was: PaperRecord): Partial<PaperRecord> {
  const is = valueIn<PaperRecord>(now, PAPERS.name, home);
  const key = before.papers.find((one) => one !== home) ?? '';
  const other = valueIn<PaperRecord>(before, PAPERS.name, key);
  if (!is) return {};
  const then = thenOf(was, other);
  const isFree = other === null || other.citekey !== is.citekey;
  return {
    ...(is.rating === then.rating ? {} : { rating: is.rating }),
    ...(is.read_state === then.read_state ? {} : { read_state: is.read_state }),
    ...(is.citekey !== then.citekey && isFree ? { citekey: is.citekey } : {}),
  };
}

/** As a merge makes them; a split leaves them. */
function thenOf(was: PaperRecord, other: PaperRecord | null): Pick<PaperRecord, 'rating' | 'read_state' | 'citekey'> {
  if (!other) return was;
  return {
    rating: was.rating ?? other.rating,
    read_state: was.read_state === 'unread' ? other.read_state : was.read_state,
    citekey: was.citekey ?? other.citekey,
  };
}
