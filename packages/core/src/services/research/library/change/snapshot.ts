/** Papers as they are, with all that is kept of them: what a change can be taken back to. */
import type { z } from 'zod';
import type { RecordWrite, StoredRecord } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { DOCUMENTS, STRUCTURES } from '../../../documents/document-record.ts';
import { DOCUMENT_PAPERS } from '../../../documents/paper/paper-findings.ts';
import type { CollectionDefinition } from '../../../records/define-collection.ts';
import { afterAll, encodeParts } from '../../../records/index-key.ts';
import { toPut } from '../../../records/to-write.ts';
import { DISCOVERY_FINDINGS } from '../../discovery/store/finding-record.ts';
import { RESEARCH_EVALUATIONS, RESEARCH_VERDICTS } from '../../evaluate/judgement-record.ts';
import { PAPER_FIELDS } from '../store/field-record.ts';
import { PAPER_ANNOTATIONS, PAPER_FILES } from '../store/file-record.ts';
import { PAPER_NOTES } from '../store/note-record.ts';
import { PAPER_IDENTIFIERS, PAPER_TOLD_VERSIONS, PAPER_VERSIONS, PAPERS } from '../store/paper-record.ts';
import { PAPER_CONTEXTS, PAPER_REFERENCES } from '../store/reference-record.ts';

type Definition = CollectionDefinition<z.ZodObject, string>;

/** In the order in which they can be written: each after what it goes with. */
const COLLECTIONS: readonly Definition[] = [
  PAPERS,
  PAPER_IDENTIFIERS,
  PAPER_FIELDS,
  PAPER_VERSIONS,
  PAPER_TOLD_VERSIONS,
  PAPER_FILES,
  PAPER_ANNOTATIONS,
  PAPER_REFERENCES,
  PAPER_CONTEXTS,
  PAPER_NOTES,
  RESEARCH_VERDICTS,
  RESEARCH_EVALUATIONS,
  DISCOVERY_FINDINGS,
].map((definition) => definition as unknown as Definition);

const BY_NAME = new Map(
  [...COLLECTIONS, DOCUMENTS, STRUCTURES, DOCUMENT_PAPERS].map((one) => [one.name, one as unknown as Definition]),
);

export interface SnapshotRecord {
  readonly collection: string;
  readonly key: string;
  /** JSON. */
  readonly value: string;
  readonly parent: string | null;
}

export interface Snapshot {
  readonly papers: readonly string[];
  /** Of which it has all records; not said by those who kept less. */
  readonly collections?: readonly string[];
  readonly records: readonly SnapshotRecord[];
}

/** All records of these papers. */
export async function snapshotOf(deps: Deps, workspace: string, papers: readonly string[]): Promise<Snapshot> {
  const lists = await Promise.all(COLLECTIONS.map((one) => recordsIn(deps, workspace, one, papers)));
  return { papers: [...papers], collections: COLLECTIONS.map(({ name }) => name), records: lists.flat() };
}

async function recordsIn(
  deps: Deps,
  workspace: string,
  definition: Definition,
  papers: readonly string[],
): Promise<SnapshotRecord[]> {
  const { records } = deps.storage;
  const { name } = definition;
  if (name === PAPERS.name || name === PAPER_FIELDS.name)
    return (await records.get(workspace, name, papers)).map(toSnapshot);
  const pages = await Promise.all(papers.map((paper) => ofPaper(deps, workspace, name, paper)));
  return pages.flat();
}

/** By the index of what belongs to a paper, which each of them has. */
async function ofPaper(deps: Deps, workspace: string, collection: string, paper: string): Promise<SnapshotRecord[]> {
  const { records } = deps.storage;
  const from = encodeParts([paper]);
  const to = afterAll(from);
  const found: SnapshotRecord[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const place: { cursor?: string } = cursor === undefined ? {} : { cursor };
    const range = { collection, index: 'by_paper', from, ...(to === undefined ? {} : { to }) };
    const page = await records.scan(workspace, { ...range, limit: 500, ...place });
    found.push(...page.items.map(toSnapshot));
    cursor = page.next;
  }
  return found;
}

export function toSnapshot({ collection, key, value, parent }: StoredRecord): SnapshotRecord {
  return { collection, key, value, parent: parent && ('memory' in parent ? parent.memory : parent.key) };
}

/** Puts everything back as it was; what has come since is taken away, and what is to be left (by `nameOf`) stays as it is. */
export function restoringWrites(
  before: Snapshot,
  now: Snapshot,
  left: ReadonlySet<string> = new Set<string>(),
): RecordWrite[] {
  const kept = new Set([...before.records.map(nameOf), ...left]);
  const gone = now.records.filter((one) => !kept.has(nameOf(one)) && isWithin(before, one));
  const back = before.records.filter((one) => !left.has(nameOf(one)));
  return [
    ...gone.toReversed().map(({ collection, key }): RecordWrite => ({ op: 'delete', collection, key })),
    ...inOrder(back).map((record) => putOf(record)),
  ];
}

const LATER: ReadonlySet<string> = new Set(
  [RESEARCH_VERDICTS, RESEARCH_EVALUATIONS, DISCOVERY_FINDINGS].map(({ name }) => name),
);

/** What was not looked at then may have been there. */
function isWithin({ collections }: Snapshot, { collection }: SnapshotRecord): boolean {
  return collections ? collections.includes(collection) : !LATER.has(collection);
}

export function putOf({ collection, key, value, parent }: SnapshotRecord, changes: object = {}): RecordWrite {
  const definition = BY_NAME.get(collection) as Definition;
  const options = parent === null || definition.parent === null ? {} : { parent };
  return toPut(definition, key, { ...(JSON.parse(value) as object), ...changes }, options);
}

function inOrder(records: readonly SnapshotRecord[]): SnapshotRecord[] {
  const names = COLLECTIONS.map(({ name }) => name);
  return records.toSorted((one, other) => names.indexOf(one.collection) - names.indexOf(other.collection));
}

export function nameOf({ collection, key }: SnapshotRecord): string {
  return `${collection} ${key}`;
}

export function valueIn<Value>({ records }: Snapshot, collection: string, key: string): Value | null {
  const found = records.find((one) => one.collection === collection && one.key === key);
  return found ? (JSON.parse(found.value) as Value) : null;
}
