/** What was done to papers, under an id by which it is taken back. Undoing needs what was there before, so that is kept for a while. */
import { ZapomniError } from '../../../../errors/index.ts';
import type { RecordWrite } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Kept } from '../../../records/collection.ts';
import { plansOf } from '../store/index.ts';
import type { PaperPlanRecord } from '../store/set-record.ts';

export type KeptPlan = Kept<PaperPlanRecord>;

const UNDO_DAYS = 30;
const DAY_MS = 86_400_000;
/** More than this lies in a blob. */
const MOST_INLINE = 200_000;

export interface NewPlan {
  readonly kind: string;
  readonly state: 'proposed' | 'applied';
  readonly summary: string;
  readonly plan: PaperPlanRecord['plan'];
  readonly before: unknown;
}

export interface PlanWrite {
  readonly id: string;
  readonly write: RecordWrite;
}

/** To be written together with what is done. Puts the blob first, where there is one. */
export async function planWrite(deps: Deps, { before, ...plan }: NewPlan): Promise<PlanWrite> {
  const now = deps.clock.now();
  const id = deps.ids.next();
  const kept = await keptBefore(deps, JSON.stringify(before));
  const times = {
    created_at: now,
    applied_at: plan.state === 'applied' ? now : null,
    expires_at: now + UNDO_DAYS * DAY_MS,
  };
  return { id, write: plansOf(deps).writeFor(id, { ...plan, ...kept, ...times }) };
}

/** What was there before, as a plan keeps it. */
export async function keptBefore({ blobs }: Deps, json: string): Promise<Pick<PaperPlanRecord, 'before' | 'blobs'>> {
  if (json.length <= MOST_INLINE) return { before: JSON.parse(json) as PaperPlanRecord['before'], blobs: [] };
  const { hash } = await blobs.put(once(new TextEncoder().encode(json)));
  return { before: { blob: hash }, blobs: [hash] };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** What was there before, as it was given to `planWrite`. */
export async function beforeOf<Before>({ blobs }: Deps, { value }: KeptPlan): Promise<Before> {
  const [hash] = value.blobs;
  if (hash === undefined) return value.before as Before;
  const parts: Uint8Array[] = [];
  for await (const part of blobs.read(hash)) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as Before;
}

/** NOT_FOUND and CONFLICT say what to do. Plans whose time is over are gone. */
export async function findPlan(deps: Deps, workspace: string, id: string, kinds: readonly string[]): Promise<KeptPlan> {
  const plan = id === '' || id.length > 100 ? null : await plansOf(deps).get(workspace, id);
  const isOver = plan?.value.expires_at !== undefined && (plan.value.expires_at ?? Infinity) <= deps.clock.now();
  if (!plan || isOver || !kinds.includes(plan.value.kind))
    throw new ZapomniError('NOT_FOUND', `plan_id: there is no such plan, or its ${UNDO_DAYS} days are over.`, {
      hint: 'Use the plan_id that the change answered with.',
      issues: [{ field: 'plan_id', error: 'not found' }],
    });
  return plan;
}

export function mustBe({ value }: KeptPlan, state: PaperPlanRecord['state']): void {
  if (value.state === state) return;
  const told = { proposed: 'has not been applied', applied: 'was applied already', undone: 'was undone already' };
  throw new ZapomniError('CONFLICT', `plan_id: the plan ${told[value.state]}.`, {
    issues: [{ field: 'plan_id', error: told[value.state] }],
  });
}

export function settledWrite(deps: Deps, plan: KeptPlan, changes: Partial<PaperPlanRecord>): RecordWrite {
  return plansOf(deps).writeFor(plan.key, { ...plan.value, ...changes }, { ifVersion: plan.version });
}

/** Forgets those that cannot be undone any more; what they kept goes with them. */
export async function pruneExpired(deps: Deps, workspace: string): Promise<void> {
  const plans = plansOf(deps);
  const { items } = await plans.list(workspace, { index: 'by_expiry', from: 0, to: deps.clock.now(), limit: 100 });
  const writes = items.map(({ key }) => plans.deletionOf(key));
  if (writes.length > 0) await deps.storage.records.write(workspace, writes, deps.clock.now());
}
