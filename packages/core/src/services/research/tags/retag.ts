/** Changes of tags over many papers: a plan first, with an id; applied by the id, and taken back by it. */
import { invalidField } from '../../../errors/index.ts';
import type { Deps } from '../../deps.ts';
import {
  beforeOf,
  findPlan,
  keptBefore,
  mustBe,
  planWrite,
  settledWrite,
  type KeptPlan,
} from '../library/change/plans.ts';
import { checkedTags } from '../library/change/checked-text.ts';
import { rewritePaper } from '../library/change/rewrite-paper.ts';
import { tagKey } from '../library/keep/keys.ts';
import { withTags } from '../library/keep/paper-facts.ts';
import { nearestTo } from '../library/query/nearest.ts';
import { papersOf } from '../library/store/index.ts';
import type { TagUse } from './alike-tags.ts';
import { suggestionsFor, vocabularyWords } from './suggest-tags.ts';
import { everyPaper, vocabularyOf, type Vocabulary } from './vocabulary.ts';

/** Which tags become which; and tags that papers get besides. */
export interface RetagPlan {
  readonly renames: readonly { readonly from: string; readonly to: string; readonly why: string }[];
  readonly additions: readonly { readonly paper: string; readonly tags: readonly string[] }[];
}

export interface ProposedRetag extends RetagPlan {
  readonly planId: string | null;
  readonly papers: number;
}

export interface Retagged {
  readonly state: 'applied' | 'undone';
  readonly planId: string;
  readonly papers: number;
}

const KIND = 'retag';

type Before = Readonly<Record<string, readonly string[]>>;

/** What is spelt in several ways, each as the most used; with the ones that the user names. */
export async function proposeConsolidation(
  deps: Deps,
  workspace: string,
  given: Readonly<Record<string, string>> = {},
): Promise<ProposedRetag> {
  const vocabulary = await vocabularyOf(deps, workspace);
  return propose(deps, workspace, { renames: renamesOf(vocabulary, given), additions: [] });
}

/** The same, and tags of the vocabulary for papers that have none. */
export async function proposeRetagging(deps: Deps, workspace: string): Promise<ProposedRetag> {
  const vocabulary = await vocabularyOf(deps, workspace);
  const renames = renamesOf(vocabulary, {});
  const becomes = new Map(renames.map(({ from, to }) => [from, to]));
  const words = vocabularyWords(vocabulary.tags);
  const additions: { paper: string; tags: string[] }[] = [];
  await everyPaper(deps, workspace, (paper) => {
    if (paper.value.tags.length > 0) return;
    const tags = suggestionsFor(paper, words)
      .filter(({ isKnown }) => isKnown)
      .map(({ tag }) => becomes.get(tag) ?? tag);
    if (tags.length > 0) additions.push({ paper: paper.key, tags: [...new Set(tags)] });
  });
  return propose(deps, workspace, { renames, additions });
}

function renamesOf({ groups, tags }: Vocabulary, given: Readonly<Record<string, string>>): RetagPlan['renames'] {
  const own = Object.entries(given).flatMap(([from, to]) => {
    if (to.trim() === '') throw invalidField(`rename.${from}`, 'must name the tag that it becomes');
    checkedTags([to], `rename.${from}`);
    const spellings = tags.filter(({ tag }) => tagKey(tag) === tagKey(from));
    if (spellings.length === 0) throw unknownTag(from, tags);
    const others = spellings.filter(({ tag }) => tag !== to.trim());
    return others.map(({ tag }) => ({ from: tag, to: to.trim(), why: 'user' }));
  });
  const named = new Set(Object.keys(given).map(tagKey));
  const found = groups.flatMap(({ keep, merge, why }) => merge.map((from) => ({ from, to: keep, why })));
  return [...own, ...found.filter(({ from }) => !named.has(tagKey(from)))];
}

function unknownTag(tag: string, tags: readonly TagUse[]): Error {
  const near = nearestTo(
    tag,
    tags.map((one) => one.tag),
  );
  const hint = near.length === 0 ? 'No paper has a tag.' : `Nearest: ${near.join(', ')}.`;
  return invalidField(`rename.${tag}`, 'is a tag of no paper', hint);
}

async function propose(deps: Deps, workspace: string, plan: RetagPlan): Promise<ProposedRetag> {
  const papers = await changes(deps, workspace, plan);
  if (papers.size === 0) return { ...plan, planId: null, papers: 0 };
  const summary = `${plan.renames.length} tags become others, ${plan.additions.length} papers get tags.`;
  const json = JSON.parse(JSON.stringify(plan)) as KeptPlan['value']['plan'];
  const { id, write } = await planWrite(deps, { kind: KIND, state: 'proposed', summary, plan: json, before: null });
  await deps.storage.records.write(workspace, [write], deps.clock.now());
  return { ...plan, planId: id, papers: papers.size };
}

/** What each paper's tags become, of those that are otherwise then. */
async function changes(
  deps: Deps,
  workspace: string,
  { renames, additions }: RetagPlan,
): Promise<Map<string, string[]>> {
  const to = new Map(renames.map((one) => [tagKey(one.from) + one.from, one.to]));
  const more = new Map(additions.map(({ paper, tags }) => [paper, tags]));
  const found = new Map<string, string[]>();
  await everyPaper(deps, workspace, ({ key, value: { tags } }) => {
    const wanted = [...tags.map((tag) => to.get(tagKey(tag) + tag) ?? tag), ...(more.get(key) ?? [])];
    const now = withTags(wanted).tags;
    if (JSON.stringify(now) !== JSON.stringify(tags)) found.set(key, now);
  });
  return found;
}

/** Fails as `applyRetag` does, before anything is begun. */
export async function mustBeProposed(deps: Deps, workspace: string, id: string): Promise<void> {
  mustBe(await findPlan(deps, workspace, id, [KIND]), 'proposed');
}

/** Paper by paper; stopped in the middle, doing it again does the rest. */
export async function applyRetag(deps: Deps, workspace: string, id: string, telling: Telling = {}): Promise<Retagged> {
  const plan = await findPlan(deps, workspace, id, [KIND]);
  mustBe(plan, 'proposed');
  const wanted = await changes(deps, workspace, plan.value.plan as unknown as RetagPlan);
  const before = {
    ...(await beforeOf<Before | null>(deps, plan)),
    ...(await tagsOf(deps, workspace, [...wanted.keys()])),
  };
  const noted = settledWrite(deps, plan, await keptBefore(deps, JSON.stringify(before)));
  await deps.storage.records.write(workspace, [noted], deps.clock.now());
  await setTags(deps, workspace, wanted, telling);
  const kept = await findPlan(deps, workspace, id, [KIND]);
  const done = settledWrite(deps, kept, { state: 'applied', applied_at: deps.clock.now() });
  await deps.storage.records.write(workspace, [done], deps.clock.now());
  return { state: 'applied', planId: id, papers: Object.keys(before).length };
}

async function tagsOf(deps: Deps, workspace: string, keys: readonly string[]): Promise<Before> {
  const papers = await papersOf(deps).getMany(workspace, keys);
  return Object.fromEntries(papers.map(({ key, value }) => [key, value.tags]));
}

interface Telling {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

async function setTags(
  deps: Deps,
  workspace: string,
  wanted: ReadonlyMap<string, readonly string[]>,
  telling: Telling,
): Promise<void> {
  let done = 0;
  for (const [key, tags] of wanted) {
    telling.signal?.throwIfAborted();
    const paper = await papersOf(deps).get(workspace, key);
    if (paper) await rewritePaper(deps, workspace, paper, { record: { ...paper.value, ...withTags(tags) } });
    done += 1;
    telling.onProgress?.(done, wanted.size);
  }
}

/** Papers get the tags back that they had; tags that came since stay. */
export async function undoRetag(deps: Deps, workspace: string, id: string): Promise<Retagged> {
  const plan = await findPlan(deps, workspace, id, [KIND]);
  mustBe(plan, 'applied');
  const before = (await beforeOf<Before | null>(deps, plan)) ?? {};
  const { renames, additions } = plan.value.plan as unknown as RetagPlan;
  const added = new Map(additions.map(({ paper, tags }) => [paper, tags]));
  const made = new Set(renames.map(({ to }) => tagKey(to)));
  const papers = await papersOf(deps).getMany(workspace, Object.keys(before));
  const wanted = new Map(
    papers.map(({ key, value }) => {
      const had = before[key] ?? [];
      const given = new Set([...made, ...(added.get(key) ?? []).map(tagKey)]);
      const since = value.tags.filter((tag) => !given.has(tagKey(tag)) && !had.includes(tag));
      return [key, [...had, ...since]] as const;
    }),
  );
  await setTags(deps, workspace, wanted, {});
  await deps.storage.records.write(workspace, [settledWrite(deps, plan, { state: 'undone' })], deps.clock.now());
  return { state: 'undone', planId: id, papers: wanted.size };
}
