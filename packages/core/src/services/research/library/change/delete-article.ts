/**
 * Takes a paper out of the library: the record, its memory and its texts go in one transaction, and tombstones keep an import, a
 * folder or a source from bringing it back. What went is kept for thirty days under the plan's id.
 */
import { ZapomniError } from '../../../../errors/index.ts';
import type { MemorySummary } from '../../../../model/index.ts';
import type { DeletionReceipt, NewMemory, RecordWrite } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { cutAround } from '../../../documents/document-facts.ts';
import { DOCUMENTS, STRUCTURES, toStructure } from '../../../documents/document-record.ts';
import { ANNOTATIONS_FORMAT, annotationSpans } from '../../../documents/paper/annotation-text.ts';
import { DOCUMENT_PAPERS } from '../../../documents/paper/paper-findings.ts';
import { documentsOf } from '../../../documents/find-document.ts';
import { NO_STRUCTURE } from '../../../documents/flatten.ts';
import { hashesOfMemories, liftForgotten, tombstonesOf } from '../../../forgotten/index.ts';
import { sha256 } from '../../../memory/prepare-text.ts';
import { candidateLine } from '../find/candidate.ts';
import { findPaper } from '../find/find-paper.ts';
import { hashesOfPaper, paperTombstones } from '../keep/forgotten-papers.ts';
import { linkVersion } from '../keep/link-versions.ts';
import { newPaperMemory } from '../keep/paper-memory.ts';
import { PAPER_ANNOTATIONS } from '../store/file-record.ts';
import { identifiersOf, papersOf, versionsOf } from '../store/index.ts';
import { apartIn, fileOf } from '../store/paper-texts.ts';
import { PAPER_IDENTIFIERS, PAPERS, type KeptPaper, type PaperRecord } from '../store/paper-record.ts';
import { beforeOf, mustBe, planWrite, pruneExpired, settledWrite, type KeptPlan } from './plans.ts';
import {
  putOf,
  restoringWrites,
  snapshotOf,
  toSnapshot,
  valueIn,
  type Snapshot,
  type SnapshotRecord,
} from './snapshot.ts';

export interface DeletedArticle {
  readonly paper: KeptPaper;
  readonly planId: string;
  readonly receipt: DeletionReceipt;
}

/** A text of the paper, to be written again. */
interface KeptText {
  readonly text: string;
  readonly facts: Pick<MemorySummary, 'kind' | 'tags' | 'source' | 'metadata' | 'occurredAt' | 'validFrom'>;
  readonly memory: string;
  readonly records: readonly SnapshotRecord[];
  readonly apart: readonly { readonly start: number; readonly end: number }[];
  /** No search finds it. */
  readonly silent?: boolean;
}

interface Deleted {
  readonly snapshot: Snapshot;
  readonly texts: readonly KeptText[];
  readonly hashes: readonly string[];
  /** Of papers that were shown under it. */
  readonly behind?: readonly KeptVersion[];
}

type KeptVersion = Awaited<ReturnType<typeof versionsBehind>>[number]['value'];

export async function deleteArticle(
  deps: Deps,
  workspace: string,
  request: { readonly article: string; readonly confirm: boolean },
): Promise<DeletedArticle> {
  const paper = await findPaper(deps, workspace, request.article);
  if (!request.confirm)
    throw new ZapomniError('FORBIDDEN', 'confirm_deletion: must be true. Nothing was deleted.', {
      hint: 'Ask the user first; it can be undone for 30 days.',
      issues: [{ field: 'confirm_deletion', error: 'must be true' }],
    });
  await pruneExpired(deps, workspace);
  const { memory, texts } = paper.value;
  const there = await deps.storage.memories.summaries(workspace, [...(memory === null ? [] : [memory]), ...texts]);
  const ids = there.map(({ id }) => id);
  const hashes = await hashesOfMemories(deps, workspace, ids);
  const behind = await versionsBehind(deps, workspace, paper.key);
  const before: Deleted = {
    snapshot: await snapshotOf(deps, workspace, [paper.key]),
    texts: await textsOf(deps, workspace, texts),
    hashes: [...hashes.map(({ hash }) => hash), ...(await hashesOfPaper(paper.value.item))],
    behind: behind.map(({ value }) => value),
  };
  const plan = {
    kind: 'delete',
    state: 'applied' as const,
    summary: 'A paper was deleted.',
    plan: { paper: paper.key },
  };
  const { id, write } = await planWrite(deps, { ...plan, before });
  const freed = await shownAgain(deps, workspace, paper.key, behind);
  const tombstones = [...tombstonesOf(deps, hashes), ...(await paperTombstones(deps, paper.value.item))];
  const writes: RecordWrite[] = [papersOf(deps).deletionOf(paper.key), ...freed, write, ...tombstones];
  const receipt = await remove(deps, workspace, ids, writes);
  deps.logger.log('info', 'paper_deleted', { paper_id: paper.key });
  return { paper, planId: id, receipt };
}

async function remove(
  { storage, clock }: Deps,
  workspace: string,
  ids: readonly string[],
  writes: readonly RecordWrite[],
): Promise<DeletionReceipt> {
  if (ids.length > 0) return storage.memories.remove(workspace, ids, clock.now(), writes);
  await storage.records.write(workspace, writes, clock.now());
  return { memories: 0, passages: 0, versions: 0, mentions: 0, relations: 0, entities: 0, records: 1, bytes: 0 };
}

const MOST_BEHIND = 200;

async function versionsBehind(deps: Deps, workspace: string, key: string) {
  const query = { index: 'by_of' as const, where: { of: key }, limit: MOST_BEHIND };
  return (await versionsOf(deps).list(workspace, query)).items;
}

/** Preprints that were shown under it stand for themselves again. */
async function shownAgain(
  deps: Deps,
  workspace: string,
  key: string,
  behind: Awaited<ReturnType<typeof versionsBehind>>,
): Promise<RecordWrite[]> {
  const papers = await papersOf(deps).getMany(
    workspace,
    behind.map(({ value }) => value.paper),
  );
  const freed = papers
    .filter(({ value }) => value.shown_as === key)
    .map((paper) =>
      papersOf(deps).writeFor(paper.key, { ...paper.value, shown_as: null }, { ifVersion: paper.version }),
    );
  return [...freed, ...behind.map((version) => versionsOf(deps).deletionOf(version.key))];
}

/** What was shown under it is so again, where it has not come to stand behind another. */
async function hideBehind(deps: Deps, workspace: string, of: string, behind: readonly KeptVersion[]): Promise<void> {
  for (const { paper, relation, source } of behind) {
    const papers = await papersOf(deps).getMany(workspace, [of, paper]);
    const [shown, hidden] = [of, paper].map((id) => papers.find(({ key }) => key === id));
    if (shown && hidden) await linkVersion(deps, workspace, { of: shown, paper: hidden, relation, source });
  }
}

async function textsOf(deps: Deps, workspace: string, ids: readonly string[]): Promise<KeptText[]> {
  const memories = ids.length === 0 ? [] : await deps.storage.memories.get(workspace, ids);
  return Promise.all(
    memories.map(async (memory) => {
      const [document] = await documentsOf(deps, workspace, [memory.id]);
      const keys = document ? [document.key] : [];
      const { records } = deps.storage;
      const kept = [
        ...(await records.get(workspace, DOCUMENTS.name, keys)),
        ...(await records.get(workspace, STRUCTURES.name, keys)),
        ...(await records.get(workspace, DOCUMENT_PAPERS.name, keys)),
      ];
      const { text, kind, tags, source, metadata, occurredAt, validFrom, id } = memory;
      return {
        text,
        facts: { kind, tags, source, metadata, occurredAt, validFrom },
        memory: id,
        records: kept.map(toSnapshot),
        apart: document ? await apartIn(deps, workspace, document.key) : [],
        silent: document ? ((await fileOf(deps, workspace, document.key))?.value.silent ?? false) : false,
      };
    }),
  );
}

export async function undoDeletion(deps: Deps, workspace: string, plan: KeptPlan): Promise<KeptPaper> {
  mustBe(plan, 'applied');
  const { snapshot, texts, hashes, behind = [] } = await beforeOf<Deleted>(deps, plan);
  const [key = ''] = snapshot.papers;
  const record = valueIn<PaperRecord>(snapshot, PAPERS.name, key);
  if (!record) throw new ZapomniError('STORE_CORRUPT', 'The plan does not hold the paper.');
  await mustBeAway(deps, workspace, snapshot);
  const ids = new Map(texts.map(({ memory }) => [memory, deps.ids.next()]));
  const memory = record.memory === null ? null : deps.ids.next();
  const now: PaperRecord = { ...record, memory, texts: texts.map((text) => ids.get(text.memory) ?? '') };
  const added = [
    ...(memory === null ? [] : [await newPaperMemory(deps, workspace, { id: key, memory, record: now })]),
    ...(await Promise.all(texts.map((text) => textMemory(deps, workspace, text, ids)))),
  ];
  const writes = [
    ...restoringWrites(withRecord(snapshot, key, now, ids), await snapshotOf(deps, workspace, snapshot.papers)),
    ...texts.flatMap((text) => documentWrites(text, ids)),
    settledWrite(deps, plan, { state: 'undone', before: null, blobs: [], expires_at: null }),
  ];
  const { storage, clock } = deps;
  if (added.length > 0) await storage.memories.add(added, clock.now(), undefined, writes);
  else await storage.records.write(workspace, writes, clock.now());
  await liftForgotten(deps, workspace, hashes);
  await hideBehind(deps, workspace, key, behind);
  const paper = await papersOf(deps).get(workspace, key);
  if (!paper) throw new ZapomniError('CONFLICT', 'The paper was removed meanwhile.');
  return paper;
}

/** One id names one paper: who added it again, or gave its citekey to another, decides first. */
async function mustBeAway(deps: Deps, workspace: string, snapshot: Snapshot): Promise<void> {
  const keys = snapshot.records.filter(({ collection }) => collection === PAPER_IDENTIFIERS.name).map(({ key }) => key);
  const [owner] = await identifiersOf(deps).getMany(workspace, keys);
  const { citekey } = valueIn<PaperRecord>(snapshot, PAPERS.name, snapshot.papers[0] ?? '') ?? { citekey: null };
  const named = citekey === null ? [] : [{ index: 'by_citekey' as const, where: { citekey }, limit: 1 }];
  const cited = (await Promise.all(named.map((query) => papersOf(deps).list(workspace, query)))).flatMap(
    ({ items }) => items,
  );
  const other = owner ? await papersOf(deps).get(workspace, owner.value.paper) : (cited[0] ?? null);
  if (!other) return;
  throw new ZapomniError('CONFLICT', 'plan_id: another paper has its identifier or citekey now.', {
    hint: `Delete that one first, or give it another one: ${candidateLine(other)}.`,
    issues: [{ field: 'plan_id', error: 'another paper has what it had' }],
  });
}

/** The paper as it is now, and what was marked in its files, each with the memories that they have now. */
function withRecord(snapshot: Snapshot, key: string, record: PaperRecord, ids: ReadonlyMap<string, string>): Snapshot {
  const records = snapshot.records.map((one) => {
    if (one.collection === PAPERS.name && one.key === key) return { ...one, value: JSON.stringify(record) };
    if (one.collection !== PAPER_ANNOTATIONS.name) return one;
    const marked = JSON.parse(one.value) as { memory: string | null };
    return { ...one, value: JSON.stringify({ ...marked, memory: ids.get(marked.memory ?? '') ?? null }) };
  });
  return { ...snapshot, records };
}

async function textMemory(
  deps: Deps,
  workspace: string,
  { text, facts, memory, records, apart, silent = false }: KeptText,
  ids: ReadonlyMap<string, string>,
): Promise<NewMemory> {
  const id = ids.get(memory) ?? '';
  const structure = records.find(({ collection }) => collection === STRUCTURES.name);
  const built = structure ? toStructure(STRUCTURES.schema.parse(JSON.parse(structure.value))) : NO_STRUCTURE;
  const flat = { format: '', title: null, text, metadata: {}, warnings: [], structure: built };
  const isMarks = facts.metadata['format'] === ANNOTATIONS_FORMAT && records.length === 0;
  const passages = silent ? [] : isMarks ? annotationSpans(text) : await cutAround(deps, flat, apart);
  return { id, workspace, text, hash: await sha256(text), passages, ...facts, key: null, supersedes: null };
}

function documentWrites({ memory, records }: KeptText, ids: ReadonlyMap<string, string>): RecordWrite[] {
  const id = ids.get(memory) ?? '';
  return records.map((record) =>
    record.collection === DOCUMENTS.name ? putOf({ ...record, parent: id }, { memory: id }) : putOf(record),
  );
}
