/**
 * How a document changes in the store. A change is planned first and written afterwards: those of many files are then one
 * transaction, each whole with its memory, its record and its structure.
 */
import { ZapomniError } from '../../errors/index.ts';
import { ENDED_KIND, PAPER_KIND } from '../../model/index.ts';
import type { MemoryPatch, NewMemory, RecordWrite } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import type { DraftFacts } from '../memory/draft.ts';
import { sha256 } from '../memory/prepare-text.ts';
import { collection } from '../records/collection.ts';
import { checkLength, cut, factsOf, guisedFacts, toFacts, toRecord, type Origin } from './document-facts.ts';
import {
  cutText,
  DOCUMENTS,
  STRUCTURES,
  toStructureRecord,
  type DocumentRecord,
  type KeptDocument,
} from './document-record.ts';
import { versionWrites } from './document-versions.ts';
import type { FlatDocument } from './flatten.ts';
import { findingsWrite } from './paper/paper-findings.ts';

export interface DocumentPlan {
  /** Of the document. */
  readonly key: string;
  readonly add?: NewMemory;
  readonly change?: { readonly memory: string; readonly patch: MemoryPatch };
  readonly records: readonly RecordWrite[];
  /** How many will wait for their vectors. */
  readonly passages: number;
}

export async function planReading(
  deps: Deps,
  workspace: string,
  known: KeptDocument | null,
  read: { readonly origin: Origin; readonly flat: FlatDocument },
): Promise<DocumentPlan> {
  const { origin, flat } = read;
  const text = checkLength(deps, flat);
  const hash = await sha256(text);
  const key = known?.key ?? deps.ids.next();
  // What had ended does not go on: the file that came back is told from the one that went.
  const kept = known && !hasEnded(known) ? known.value.memory : null;
  const passages = (await isSilent(deps, workspace, kept)) ? [] : await cut(deps, { ...flat, text });
  const memory = kept ?? deps.ids.next();
  const changes = { ...origin, ...factsOf(flat), memory, text_hash: hash, state: 'ok' as const, error: null };
  const value = await toRecord(deps, known, changes);
  const earlier = await versionWrites(deps, workspace, known, hash);
  const { findings } = flat;
  const records = [
    ...writesOf(deps, { key, value, version: known?.version, flat }),
    ...(findings ? [findingsWrite(deps, key, hash, findings)] : []),
    ...earlier,
  ];
  const facts = await inGuise(deps, workspace, toFacts(flat, origin, key), kept);
  const body = { text, hash, passages };
  if (kept !== null) {
    const { kind, source, metadata, tags, occurredAt } = facts;
    const change = { memory, patch: { text: body, kind, source, metadata, tags, occurredAt } };
    return { key, change, records, passages: passages.length };
  }
  const add = await newText(deps, known, { workspace, id: memory, body, facts });
  return { key, add, records, passages: passages.length };
}

interface NewText {
  readonly workspace: string;
  readonly id: string;
  readonly body: Pick<NewMemory, 'text' | 'hash' | 'passages'>;
  readonly facts: DraftFacts;
}

async function newText(
  deps: Deps,
  known: KeptDocument | null,
  { workspace, id, body, facts }: NewText,
): Promise<NewMemory> {
  const now = deps.clock.now();
  const ended = known?.value.memory ? await endOf(deps, workspace, known.value.memory) : null;
  const { warnings: _warnings, ...told } = facts;
  const validFrom = ended === null ? (facts.occurredAt ?? now) : now;
  return { id, workspace, ...body, ...told, validFrom, supersedes: ended };
}

/** What the text is already, a paper's, stays so when it is read again by somebody who does not know. */
async function inGuise(
  { storage }: Deps,
  workspace: string,
  facts: DraftFacts,
  memory: string | null,
): Promise<DraftFacts> {
  const [was] = memory === null ? [] : await storage.memories.summaries(workspace, [memory]);
  return was?.kind === PAPER_KIND ? guisedFacts(facts, was) : facts;
}

/** The text of a paper that is searched in another of its files. */
async function isSilent({ storage }: Deps, workspace: string, memory: string | null): Promise<boolean> {
  const [was] = memory === null ? [] : await storage.memories.summaries(workspace, [memory]);
  return was?.kind === PAPER_KIND && was.passageCount === 0;
}

export function hasEnded({ value: { state } }: KeptDocument): boolean {
  return state === 'gone' || state === 'forgotten';
}

/** The note with which the text of a file ended; null when somebody has taken it away. */
async function endOf({ storage }: Deps, workspace: string, memory: string): Promise<string | null> {
  const [was] = await storage.memories.summaries(workspace, [memory]);
  const [note] = was?.supersededBy ? await storage.memories.summaries(workspace, [was.supersededBy]) : [];
  return note && note.supersededBy === null ? note.id : null;
}

/** The same record with other facts; its text and structure stay. */
export async function planAmending(
  deps: Deps,
  known: KeptDocument,
  changes: Partial<DocumentRecord>,
): Promise<DocumentPlan> {
  const value = await toRecord(deps, known, changes);
  return { key: known.key, records: writesOf(deps, { key: known.key, value, version: known.version }), passages: 0 };
}

/** The text of a file that moved has another source; that is a change of the memory, with its history. */
export async function planMove(deps: Deps, known: KeptDocument, origin: Origin): Promise<DocumentPlan> {
  const { memory } = known.value;
  const plan = await planAmending(deps, known, origin);
  const patch = { source: cutText(origin.source ?? '', MOST_SOURCE) };
  return memory === null ? plan : { ...plan, change: { memory, patch } };
}

const MOST_SOURCE = 2000;

/** Failed for the first time, or again: what was read of it earlier stays. */
export async function planFailure(
  deps: Deps,
  known: KeptDocument | null,
  { origin, error }: { readonly origin: Origin; readonly error: ZapomniError },
): Promise<DocumentPlan> {
  const { code, message } = error;
  const changes = { ...origin, state: 'failed' as const, error: { code, message } };
  if (known) return planAmending(deps, known, changes);
  const key = deps.ids.next();
  const value = await toRecord(deps, null, changes);
  return { key, records: writesOf(deps, { key, value, version: 0 }), passages: 0 };
}

/** The file is gone: what it said held until now. */
export async function planBurial(deps: Deps, workspace: string, known: KeptDocument): Promise<DocumentPlan> {
  return planEnd(deps, workspace, known, { state: 'gone' });
}

/** What the user has forgotten is not read again; the record says why, so that the next look at the file costs a stat. */
export async function planLeaving(
  deps: Deps,
  workspace: string,
  known: KeptDocument | null,
  origin: Origin,
): Promise<DocumentPlan> {
  const changes = { ...origin, state: 'forgotten' as const };
  if (known) return planEnd(deps, workspace, known, changes);
  const key = deps.ids.next();
  return { key, records: writesOf(deps, { key, value: await toRecord(deps, null, changes), version: 0 }), passages: 0 };
}

/**
 * A note takes the place of the memory that held the text: searches of the present do not find it any more, those of an
 * earlier time do. The note itself has no passages, so that no search finds it.
 */
async function planEnd(
  deps: Deps,
  workspace: string,
  known: KeptDocument,
  changes: Partial<DocumentRecord>,
): Promise<DocumentPlan> {
  const { memory, source, name } = known.value;
  const [was] = memory === null ? [] : await deps.storage.memories.summaries(workspace, [memory]);
  const plan = await planAmending(deps, known, { ...changes, error: null });
  if (!was || was.supersededBy !== null) return plan;
  const now = deps.clock.now();
  const text = `The file ${cutText(name, MOST_NAME)} ${changes.state === 'gone' ? 'was deleted' : 'says something else'}.`;
  const add: NewMemory = {
    id: deps.ids.next(),
    workspace,
    text,
    hash: await sha256(text),
    passages: [],
    kind: ENDED_KIND,
    tags: [],
    source: cutText(source ?? name, MOST_SOURCE),
    metadata: { document_id: known.key },
    key: null,
    occurredAt: now,
    validFrom: now,
    supersedes: was.id,
  };
  return { ...plan, add };
}

const MOST_NAME = 200;

/** All that can be written together is one transaction; a memory that changes is one of its own. */
export async function commit(deps: Deps, workspace: string, plans: readonly DocumentPlan[]): Promise<void> {
  const { storage, clock, logger } = deps;
  const together = plans.filter(({ change }) => !change);
  const added = together.flatMap(({ add }) => add ?? []);
  const records = together.flatMap((plan) => plan.records);
  if (added.length > 0) await storage.memories.add(added, clock.now(), undefined, records);
  else if (records.length > 0) await storage.records.write(workspace, records, clock.now());
  for (const { change, records: with_ } of plans)
    if (change) await storage.memories.update(workspace, change.memory, change.patch, clock.now(), with_);
  for (const { key, passages } of plans)
    if (passages > 0) logger.log('info', 'document_stored', { document_id: key, chunks: passages });
}

/** As they are now, in the order asked. CONFLICT for one that somebody has removed meanwhile. */
export async function reread(deps: Deps, workspace: string, keys: readonly string[]): Promise<KeptDocument[]> {
  const kept = await collection(deps, DOCUMENTS).getMany(workspace, keys);
  if (kept.length === new Set(keys).size) return kept;
  throw new ZapomniError('CONFLICT', 'The document was removed while it was being read.');
}

interface Writing {
  readonly key: string;
  readonly value: DocumentRecord;
  readonly version: number | undefined;
  readonly flat?: FlatDocument;
}

function writesOf(deps: Deps, { key, value, version = 0, flat }: Writing): RecordWrite[] {
  const documents = collection(deps, DOCUMENTS);
  const structures = collection(deps, STRUCTURES);
  return [
    documents.writeFor(key, value, { parent: value.memory, ifVersion: version }),
    ...(flat ? [structures.writeFor(key, toStructureRecord(flat.structure), { parent: key })] : []),
  ];
}
