/** Takes back what was done to papers, by the id of its plan. What the user has said since stays. */
import { ZapomniError } from '../../../../errors/index.ts';
import type { Deps } from '../../../deps.ts';
import { collection } from '../../../records/collection.ts';
import { RESEARCH_VERDICTS } from '../../evaluate/judgement-record.ts';
import { settleTexts } from '../adding/one-text.ts';
import { shownItem, USER, withSaid } from '../keep/belief.ts';
import { derivedFrom } from '../keep/paper-facts.ts';
import { newPaperMemory } from '../keep/paper-memory.ts';
import { keptSaid, whoSaid, whoSaidOf } from '../keep/who-said.ts';
import type { FieldSaid } from '../store/field-record.ts';
import { papersOf } from '../store/index.ts';
import { PAPERS, type KeptPaper, type PaperRecord } from '../store/paper-record.ts';
import { undoDeletion } from './delete-article.ts';
import { beforeOf, findPlan, mustBe, settledWrite, type KeptPlan } from './plans.ts';
import { reread, rewritePaper } from './rewrite-paper.ts';
import { keepingSince } from './since.ts';
import { restoringWrites, snapshotOf, valueIn, type Snapshot } from './snapshot.ts';

export interface Undone {
  readonly kind: string;
  /** As they are now. */
  readonly papers: readonly KeptPaper[];
}

export async function undoPlan(deps: Deps, workspace: string, id: string): Promise<Undone> {
  const plan = await findPlan(deps, workspace, id, ['delete', 'merge', 'split']);
  const { kind } = plan.value;
  if (kind === 'delete') return { kind, papers: [await undoDeletion(deps, workspace, plan)] };
  return { kind, papers: await restore(deps, workspace, plan) };
}

async function restore(deps: Deps, workspace: string, plan: KeptPlan): Promise<KeptPaper[]> {
  mustBe(plan, 'applied');
  const before = await beforeOf<Snapshot>(deps, plan);
  const now = await papersOf(deps).getMany(workspace, before.papers);
  mustBeAsLeft(plan, before, now);
  const since = await saidSince(deps, workspace, now, plan.value.applied_at ?? 0);
  const all = await snapshotOf(deps, workspace, before.papers);
  const { snapshot, left } = keepingSince({ before, now: all, home: before.papers[0] ?? '' });
  const revived = await revive(deps, workspace, snapshot, now);
  const judged = await judgedSince(deps, workspace, before.papers, plan.value.applied_at ?? 0);
  const restoring = restoringWrites(revived.snapshot, all, left);
  const writes = [
    ...restoring.filter(({ collection: name, key }) => name !== RESEARCH_VERDICTS.name || !judged.has(key)),
    settledWrite(deps, plan, { state: 'undone', before: null, blobs: [], expires_at: null }),
  ];
  const { storage, clock } = deps;
  const orphans = now
    .filter(({ key }) => !valueIn(before, PAPERS.name, key))
    .flatMap(({ value }) => value.memory ?? []);
  if (revived.added.length > 0) await storage.memories.add(revived.added, clock.now(), undefined, writes);
  else await storage.records.write(workspace, writes, clock.now());
  if (orphans.length > 0) await storage.memories.remove(workspace, orphans, clock.now());
  const there = await papersOf(deps).getMany(workspace, before.papers);
  return Promise.all(there.map((paper) => retell(deps, workspace, { paper, now, since: since.get(paper.key) ?? [] })));
}

/** Who deleted or merged one of them since takes that back first: else two papers would have what one has. */
function mustBeAsLeft({ value: { kind } }: KeptPlan, { papers }: Snapshot, now: readonly KeptPaper[]): void {
  const [home, other] = papers.map((key) => now.find((one) => one.key === key)?.value);
  const isHome = home?.merged_into === null;
  const isOther = other?.merged_into === (kind === 'merge' ? papers[0] : null);
  if (isHome && isOther) return;
  throw new ZapomniError('CONFLICT', 'plan_id: one of its papers was deleted, or merged with another, since.', {
    hint: 'Take that back first, by the plan_id that it was answered with.',
    issues: [{ field: 'plan_id', error: 'its papers have changed since' }],
  });
}

/** What the user has said after it was done. */
async function saidSince(
  deps: Deps,
  workspace: string,
  papers: readonly KeptPaper[],
  after: number,
): Promise<ReadonlyMap<string, FieldSaid[]>> {
  const who = await whoSaid(deps, workspace, papers);
  return new Map(
    [...who].map(([key, { said }]) => [key, said.filter(({ source, at }) => source === USER && at > after)]),
  );
}

/** Verdicts that the user has given after it was done, by their keys. */
async function judgedSince(
  deps: Deps,
  workspace: string,
  papers: readonly string[],
  after: number,
): Promise<ReadonlySet<string>> {
  const verdicts = collection(deps, RESEARCH_VERDICTS);
  const lists = await Promise.all(
    papers.map((paper) => verdicts.list(workspace, { index: 'by_paper', where: { paper }, limit: 500 })),
  );
  return new Set(lists.flatMap(({ items }) => items.filter(({ value }) => value.at > after).map(({ key }) => key)));
}

/** A paper whose memory was taken away gets another one, under an id that the record then has. */
async function revive(deps: Deps, workspace: string, before: Snapshot, now: readonly KeptPaper[]) {
  const added = [];
  let { records } = before;
  for (const key of before.papers) {
    const record = valueIn<PaperRecord>(before, PAPERS.name, key);
    const current = now.find((one) => one.key === key)?.value.memory ?? null;
    if (!record || record.memory === null || record.memory === current) continue;
    const memory = current ?? deps.ids.next();
    const changed = { ...record, memory };
    if (current === null) added.push(await newPaperMemory(deps, workspace, { id: key, memory, record: changed }));
    records = records.map((one) =>
      one.collection === PAPERS.name && one.key === key ? { ...one, value: JSON.stringify(changed) } : one,
    );
  }
  return { snapshot: { ...before, records }, added };
}

interface Retelling {
  readonly paper: KeptPaper;
  readonly now: readonly KeptPaper[];
  readonly since: readonly FieldSaid[];
}

/** Brings memory and texts up to the record, with what was said since. */
async function retell(deps: Deps, workspace: string, { paper, now, since }: Retelling): Promise<KeptPaper> {
  const who = await whoSaidOf(deps, workspace, paper);
  const said = withSaid(who.said, since);
  const { identifiers, files } = paper.value.item;
  const item = since.length === 0 ? paper.value.item : shownItem(said, { identifiers, ...(files ? { files } : {}) });
  const made = { ...paper.value, ...derivedFrom(item) };
  const { record, writes } =
    since.length === 0
      ? { record: made, writes: [] }
      : keptSaid(deps, { id: paper.key, record: made }, { said, version: who.version });
  const was = now.find((one) => one.key === paper.key);
  // The memory says what the paper said before it was taken back.
  const told = { ...paper, value: was?.value ?? paper.value };
  await rewritePaper(deps, workspace, told.value.memory === record.memory ? told : paper, { record, writes });
  await settleTexts(deps, workspace, paper.key);
  return reread(deps, workspace, paper.key);
}
