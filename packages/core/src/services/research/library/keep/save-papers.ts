/**
 * Keeps papers, each whole with its memory, its identifiers and what was said of it:
 *
 *   arrivals ─ forgotten? ─ which paper? ─ what is believed ─ citekey ─▶ one transaction for all that are new,
 *                                                                        one for each that changes
 */
import { ZapomniError } from '../../../../errors/index.ts';
import type { Deps } from '../../../deps.ts';
import { forgottenAmong, liftForgotten } from '../../../forgotten/index.ts';
import { yieldToEventLoop } from '../../../within.ts';
import { readPattern } from '../../bibliography/citekeys/pattern.ts';
import { inBreaths } from '../../in-breaths.ts';
import { papersOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import type { Arrival, PaperWriter, SavedPaper, SaveRequest, SavingRequest } from './arrival.ts';
import { saidIn, shownItem } from './belief.ts';
import { assignCitekeys, type Keyed } from './assign-citekeys.ts';
import { hashesOfPaper } from './forgotten-papers.ts';
import { decides } from './identifiers.ts';
import { linkVersions } from './link-versions.ts';
import { lookFor, type LookedFor } from './look-for.ts';
import { marksOf } from './marks.ts';
import { planPaper, type PaperPlan } from './plan-paper.ts';
import { PortionWriter, savePortions, type PortionSteps, type Prepared } from './portions.ts';
import { resolveFound, type Resolved, type Target } from './resolve-arrivals.ts';
import { settleVersions, type CamePaper } from './told-versions.ts';
import { whoSaid, type SaidOf } from './who-said.ts';

export async function savePapers(deps: Deps, request: SaveRequest): Promise<SavedPaper[]> {
  return savePortions(request, stepsOf(deps, request));
}

/** For papers that come one after the other. */
export function paperWriter(deps: Deps, request: SavingRequest): PaperWriter {
  return new PortionWriter(stepsOf(deps, request), request.signal);
}

function stepsOf(deps: Deps, request: SavingRequest): PortionSteps<PreparedPortion, LookedPortion, PlannedPortion> {
  // Most that is brought in is new; of a file that is read again the first portion says so.
  let areNew = true;
  return {
    prepare: async (arrivals) => ({
      arrivals,
      marks: await marksOf(arrivals, readPattern(deps.config.citekey_pattern)),
      hashes: await Promise.all(await inBreaths(arrivals, ({ item }) => hashesOfPaper(item))),
    }),
    look: (prepared) => lookAt(deps, request, prepared, areNew),
    plan: async (looked) => {
      const planned = await planPortion(deps, request.workspace, looked);
      areNew = areMostlyNew(planned.resolved);
      return planned;
    },
    write: (planned) => writePortion(deps, request.workspace, planned),
  };
}

function areMostlyNew({ targets }: Resolved): boolean {
  return targets.filter(({ known }) => known === null).length * 2 >= targets.length;
}

interface PreparedPortion extends Prepared {
  readonly arrivals: readonly Arrival[];
  readonly hashes: readonly (readonly string[])[];
}

interface LookedPortion {
  readonly arrivals: readonly Arrival[];
  /** By the place of the arrival; what was forgotten is not among those that are planned. */
  readonly wanted: readonly boolean[];
  readonly found: LookedFor;
}

interface PlannedPortion extends Saving {
  readonly wanted: readonly boolean[];
  readonly plans: readonly PaperPlan[];
}

async function lookAt(
  deps: Deps,
  request: SavingRequest,
  { arrivals, hashes }: PreparedPortion,
  areNew: boolean,
): Promise<LookedPortion> {
  const [wanted, found] = await Promise.all([
    withoutForgotten(deps, request, hashes),
    lookFor({ deps, workspace: request.workspace, areNew }, arrivals),
  ]);
  return { arrivals, wanted, found };
}

async function planPortion(
  deps: Deps,
  workspace: string,
  { arrivals: all, wanted, found }: LookedPortion,
): Promise<PlannedPortion> {
  const arrivals = all.filter((_, i) => wanted[i]);
  const resolved = await resolveFound(deps, found, arrivals);
  mustBeThere(resolved.targets, arrivals);
  const saving = { arrivals, resolved, keyed: await citekeysOf(deps, workspace, resolved, arrivals) };
  return { ...saving, wanted, plans: await planAll(deps, workspace, saving) };
}

async function writePortion(deps: Deps, workspace: string, planned: PlannedPortion): Promise<SavedPaper[]> {
  const { resolved, plans, wanted } = planned;
  await commit(deps, workspace, plans);
  const versions = versionsIn(resolved);
  await linkVersions(deps, workspace, versions);
  const isSettled = await settleVersions(deps, workspace, cameOf(planned));
  const isReread = isSettled || versions.length > 0;
  const papers = isReread
    ? await rereadAll(deps, workspace, resolved.targets)
    : writtenBy(deps, resolved.targets, plans);
  const saved = toSaved(planned, papers);
  let next = 0;
  return wanted.map((isWanted) => (isWanted ? (saved[next++] as SavedPaper) : FORGOTTEN));
}

const FORGOTTEN: SavedPaper = { status: 'forgotten', paper: null, proposals: [], renamedFrom: null };

async function withoutForgotten(
  deps: Deps,
  { workspace, leaveForgotten = false }: SavingRequest,
  hashes: PreparedPortion['hashes'],
): Promise<boolean[]> {
  if (!leaveForgotten) {
    await liftForgotten(deps, workspace, hashes.flat());
    return hashes.map(() => true);
  }
  const forgotten = await forgottenAmong(deps, workspace, hashes.flat());
  return hashes.map((marks) => !marks.some((hash) => forgotten.has(hash)));
}

function mustBeThere(targets: readonly Target[], arrivals: readonly Arrival[]): void {
  const lost = targets.find(({ known, arrivals: [first = 0] }) => !known && arrivals[first]?.paper !== undefined);
  if (lost) throw new ZapomniError('NOT_FOUND', 'paper: there is none of this id in this workspace.');
}

type Keys = ReadonlyMap<string, Keyed>;

async function citekeysOf(
  deps: Deps,
  workspace: string,
  { targets, freeCitekeys }: Resolved,
  arrivals: readonly Arrival[],
): Promise<Keys> {
  const nameless = targets.filter(({ known }) => !known || known.value.citekey === null);
  const needed = nameless.filter((target) => target.arrivals.some((i) => isNamed(arrivals[i])));
  const items = needed.map((target) => namedBy(target.arrivals.flatMap((i) => arrivals[i] ?? [])));
  const keyed = await assignCitekeys(deps, workspace, items, freeCitekeys);
  return new Map(needed.map(({ id }, i) => [id, keyed[i] as Keyed]));
}

/** What is only cited is named by its ids and title; of what nothing but an id is known, a name would say nothing, and stay. */
function isNamed(arrival: Arrival | undefined): boolean {
  if (arrival === undefined || arrival.standing === 'referenced') return false;
  const { citekey, title, contributors } = arrival.item;
  return citekey !== undefined || title !== undefined || contributors.length > 0;
}

/** By the key that came with it; else by what is believed of what all of them say, such as a file and those who know it. */
function namedBy(arrivals: readonly Arrival[]): Arrival['item'] {
  const [first] = arrivals as readonly [Arrival];
  const keyed = arrivals.find(({ item }) => item.citekey !== undefined);
  if (keyed || arrivals.length === 1) return (keyed ?? first).item;
  const said = arrivals.flatMap(({ item, source, confidence }) => saidIn(item, { source, confidence, at: 0 }));
  return shownItem(said, { identifiers: [] });
}

interface Saving {
  readonly arrivals: readonly Arrival[];
  readonly resolved: Resolved;
  readonly keyed: Keys;
}

/** So many are planned in one turn. */
const TOGETHER = 25;

async function planAll(deps: Deps, workspace: string, { arrivals, resolved, keyed }: Saving): Promise<PaperPlan[]> {
  const { targets, ownerOf, versionOf } = resolved;
  const who = await whoSaid(
    deps,
    workspace,
    targets.flatMap(({ known }) => known ?? []),
  );
  const plan = ({ id, known: paper, arrivals: places }: Target): Promise<PaperPlan> => {
    const its = places.flatMap((i) => arrivals[i] ?? []);
    const type = its[0]?.item.type ?? 'document';
    const planned = {
      id,
      known: paper && { paper, who: who.get(paper.key) as SaidOf },
      citekey: keyed.get(id)?.citekey ?? null,
      mayHave: (one: Parameters<typeof ownerOf>[0]) => !decides(one, type) || (ownerOf(one) ?? id) === id,
      owns: (one: Parameters<typeof ownerOf>[0]) => (ownerOf(one) ?? id) === id,
      versionOf,
    };
    return planPaper(deps, workspace, planned, its);
  };
  const plans: PaperPlan[] = [];
  for (let i = 0; i < targets.length; i += TOGETHER) {
    plans.push(...(await Promise.all(targets.slice(i, i + TOGETHER).map(plan))));
    if (i + TOGETHER < targets.length) await yieldToEventLoop();
  }
  return plans;
}

/** All that is new, and all that changes no memory, is one transaction. */
async function commit({ storage, clock }: Deps, workspace: string, plans: readonly PaperPlan[]): Promise<void> {
  const together = plans.filter(({ change, writes }) => !change && writes.length > 0);
  const added = together.flatMap(({ add }) => add ?? []);
  const records = together.flatMap(({ writes }) => writes);
  if (added.length > 0) await storage.memories.add(added, clock.now(), undefined, records);
  else if (records.length > 0) await storage.records.write(workspace, records, clock.now());
  for (const { change, writes } of plans)
    if (change) await storage.memories.update(workspace, change.memory, change.patch, clock.now(), writes);
}

function cameOf({ arrivals, resolved: { targets } }: Saving): CamePaper[] {
  return targets.map(({ id, arrivals: places }) => ({ id, arrivals: places.flatMap((i) => arrivals[i] ?? []) }));
}

/** Pairs of which one is a preprint of the other. */
function versionsIn({ targets, proposals }: Resolved): [string, string][] {
  return targets.flatMap(({ id, arrivals }) =>
    arrivals.flatMap((i) =>
      (proposals[i] ?? [])
        .filter(({ why, paper }) => why === 'other_version' && paper !== id)
        .map(({ paper }): [string, string] => [id, paper]),
    ),
  );
}

async function rereadAll(deps: Deps, workspace: string, targets: readonly Target[]): Promise<KeptPaper[]> {
  return papersOf(deps).getMany(
    workspace,
    targets.map(({ id }) => id),
  );
}

/** As they are after what was written, without asking for them. */
function writtenBy({ clock }: Deps, targets: readonly Target[], plans: readonly PaperPlan[]): KeptPaper[] {
  const now = clock.now();
  return targets.map(({ id, known }, i) => {
    const { record: value, writes } = plans[i] as PaperPlan;
    if (known && writes.length === 0) return known;
    const { version = 0, createdAt = now, parent = null } = known ?? {};
    return { key: id, value, version: version + 1, createdAt, updatedAt: now, parent };
  });
}

function toSaved(
  { arrivals, resolved, keyed, plans }: Saving & { readonly plans: readonly PaperPlan[] },
  papers: readonly KeptPaper[],
): SavedPaper[] {
  const { targets, proposals } = resolved;
  const byId = new Map(papers.map((paper) => [paper.key, paper]));
  const targetOf = new Map(targets.flatMap((target, t) => target.arrivals.map((i) => [i, t] as const)));
  return arrivals.map((_, i) => {
    const t = targetOf.get(i) ?? 0;
    const target = targets[t] as Target;
    const first = target.arrivals[0] === i;
    const renamedFrom = first ? (keyed.get(target.id)?.renamedFrom ?? null) : null;
    const status = first ? statusOf(target, plans[t]) : 'unchanged';
    return { status, paper: byId.get(target.id) ?? null, proposals: proposals[i] ?? [], renamedFrom };
  });
}

function statusOf({ known }: Target, plan: PaperPlan | undefined): SavedPaper['status'] {
  // What was only cited until now is new to the library.
  if (!known || (known.value.standing !== 'library' && plan?.record.standing === 'library')) return 'added';
  return plan && plan.writes.length > 0 ? 'updated' : 'unchanged';
}
