/** What is to be written of one paper, from what was known of it and what has arrived. */
import { identifierKey, type BibliographicItem, type Identifier } from '../../../../model/papers/index.ts';
import type { MemoryPatch, NewMemory, RecordWrite } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { mayBeShared, sharingWrite } from '../find/shared-identifier.ts';
import type { FieldSaid } from '../store/field-record.ts';
import { identifiersOf, papersOf } from '../store/index.ts';
import type { KeptPaper, PaperRecord } from '../store/paper-record.ts';
import { factsIn, standingOf, type Arrival, type Standing } from './arrival.ts';
import { saidIn, shownItem, unsettled, withSaid } from './belief.ts';
import { allIdentifiers } from './identifiers.ts';
import { derivedFrom, emptyPaper, fitting, withTags } from './paper-facts.ts';
import { newPaperMemory, paperPatch } from './paper-memory.ts';
import { sameJson } from './same-json.ts';
import { withFacts } from './told-facts.ts';
import { keptSaid, type SaidOf } from './who-said.ts';

export interface Known {
  readonly paper: KeptPaper;
  readonly who: SaidOf;
}

export interface PaperPlan {
  readonly id: string;
  readonly record: PaperRecord;
  readonly add?: NewMemory;
  readonly change?: { readonly memory: string; readonly patch: MemoryPatch };
  /** Empty where nothing is otherwise than it was. */
  readonly writes: readonly RecordWrite[];
}

export interface Planned {
  readonly id: string;
  readonly known: Known | null;
  /** For one that has none yet. */
  readonly citekey: string | null;
  /** Whether an identifier may be shown as this paper's: not what tells another one apart. */
  mayHave(identifier: Identifier): boolean;
  /** Whether the paper is found by it: the first that has it. */
  owns(identifier: Identifier): boolean;
  /** Of the line by which it is found, where there is one: of another paper, that had it first. */
  versionOf(identifier: Identifier): number;
}

export async function planPaper(
  deps: Deps,
  workspace: string,
  of: Planned,
  arrivals: readonly Arrival[],
): Promise<PaperPlan> {
  const { id, known } = of;
  const before = known?.paper.value ?? null;
  const said = saidBy(arrivals, known?.who.said ?? [], deps.clock.now());
  const made = toRecord(deps, { before, item: itemOf(of, said, arrivals), arrivals, citekey: of.citekey });
  if (before && sameBut(before, made) && sameJson(said, known?.who.said)) return { id, record: before, writes: [] };
  const { record, writes: lines } = keptSaid(deps, { id, record: made }, { said, version: known?.who.version ?? 0 });
  return withMemory(deps, workspace, { id, known, record }, [...identifierWrites(deps, of, record), ...lines]);
}

function itemOf(
  { known, mayHave }: Planned,
  said: readonly FieldSaid[],
  arrivals: readonly Arrival[],
): BibliographicItem {
  const { identifiers: had = [], files = [] } = known?.paper.value.item ?? {};
  const given = arrivals.flatMap(({ item }) => item.identifiers).filter(mayHave);
  const identifiers = allIdentifiers([...had, ...given.filter(unsettled(said))]);
  const all = [...new Set([...files, ...arrivals.flatMap(({ item }) => item.files ?? [])])];
  return shownItem(said, { identifiers, ...(all.length === 0 ? {} : { files: all }) });
}

function saidBy(arrivals: readonly Arrival[], before: readonly FieldSaid[], at: number): FieldSaid[] {
  return arrivals.reduce<FieldSaid[]>(
    (said, { item, source, confidence }) => withSaid(said, saidIn(fitting(item), { source, at, confidence })),
    [...before],
  );
}

interface Making {
  readonly before: PaperRecord | null;
  readonly item: BibliographicItem;
  readonly arrivals: readonly Arrival[];
  readonly citekey: string | null;
}

function toRecord({ clock }: Deps, { before, item, arrivals, citekey }: Making): PaperRecord {
  const now = clock.now();
  const base: PaperRecord = { ...(before ?? emptyPaper(now)), ...derivedFrom(item) };
  const standing = arrivals.reduce<Standing | undefined>(
    (rank, arrival) => standingOf(rank, arrival.standing ?? 'library'),
    before?.standing,
  );
  const tags = withTags([...base.tags, ...arrivals.flatMap((arrival) => arrival.tags ?? [])]);
  return {
    ...withFacts(base, factsIn(arrivals), now),
    ...tags,
    citekey: base.citekey ?? citekey,
    standing: standing ?? 'library',
    updated_at: now,
  };
}

function sameBut(before: PaperRecord, now: PaperRecord): boolean {
  return sameJson({ ...before, updated_at: 0 }, { ...now, updated_at: 0 });
}

function identifierWrites(deps: Deps, { id, known, owns, versionOf }: Planned, record: PaperRecord): RecordWrite[] {
  const had = new Set((known?.paper.value.item.identifiers ?? []).map(identifierKey));
  const fresh = record.item.identifiers.filter((one) => one.scheme !== 'issn' && !had.has(identifierKey(one)));
  return fresh.flatMap((one) => {
    if (owns(one)) return identifierWrite(deps, one, id, versionOf(one));
    return mayBeShared(one) ? sharingWrite(deps, one, id) : [];
  });
}

export function identifierWrite(deps: Deps, identifier: Identifier, paper: string, ifVersion = 0): RecordWrite {
  return identifiersOf(deps).writeFor(identifierKey(identifier), { paper }, { parent: paper, ifVersion });
}

interface Remembering {
  readonly id: string;
  readonly known: Known | null;
  readonly record: PaperRecord;
}

/** What the user has is remembered; what is only cited is not. A memory that somebody has deleted is made anew. */
async function withMemory(
  deps: Deps,
  workspace: string,
  { id, known, record }: Remembering,
  others: readonly RecordWrite[],
): Promise<PaperPlan> {
  const put = (value: PaperRecord) => papersOf(deps).writeFor(id, value, { ifVersion: known?.paper.version ?? 0 });
  if (record.standing !== 'library') return { id, record, writes: [put(record), ...others] };
  const before = known?.paper.value;
  const [there] = before?.memory ? await deps.storage.memories.summaries(workspace, [before.memory]) : [];
  if (before && there) {
    const patch = await paperPatch(deps, id, before, record);
    const writes = [put(record), ...others];
    return { id, record, writes, ...(patch ? { change: { memory: there.id, patch } } : {}) };
  }
  const remembered = { ...record, memory: deps.ids.next() };
  const add = await newPaperMemory(deps, workspace, { id, memory: remembered.memory, record: remembered });
  return { id, record: remembered, add, writes: [put(remembered), ...others] };
}
