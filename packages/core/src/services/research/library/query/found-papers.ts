/** Passages that a search found as the papers they are of, each once and in their order: of a preprint what was published of it. */
import type { Deps } from '../../../deps.ts';
import type { FoundPassage } from '../../../search/fitting/open-search.ts';
import { yieldToEventLoop } from '../../../within.ts';
import { papersOf, versionsOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';

/** A paper by the best of its passages. */
export interface FoundPlace {
  readonly passage: FoundPassage;
  /** Id of the record whose text it is. */
  readonly foundIn: string;
  /** Id of the paper that is shown. */
  readonly paper: string;
}

/** A few milliseconds of work; then others have their turn. */
const AT_ONCE = 200;

export async function placesOf(
  deps: Deps,
  workspace: string,
  passages: readonly FoundPassage[],
): Promise<FoundPlace[]> {
  const [owners, hidden] = await Promise.all([ownersOf(deps, workspace, passages), versionsOf(deps).count(workspace)]);
  const shown =
    hidden === 0 ? new Map<string, string>() : await shownFor(deps, workspace, [...new Set(owners.values())]);
  const places = new Map<string, FoundPlace>();
  for (const passage of passages) {
    const foundIn = owners.get(passage.memoryId);
    if (foundIn === undefined) continue;
    const paper = shown.get(foundIn) ?? foundIn;
    if (!places.has(paper)) places.set(paper, { passage, foundIn, paper });
  }
  return [...places.values()];
}

/** Ids of papers by the memories of their abstracts and texts. */
export async function ownersOf(
  { storage }: Pick<Deps, 'storage'>,
  workspace: string,
  passages: readonly Pick<FoundPassage, 'memoryId'>[],
): Promise<Map<string, string>> {
  const owners = new Map<string, string>();
  for (const ids of portions([...new Set(passages.map(({ memoryId }) => memoryId))]))
    for (const { id, metadata } of await storage.memories.summaries(workspace, ids)) {
      const paper = metadata['paper_id'];
      if (typeof paper === 'string') owners.set(id, paper);
    }
  return owners;
}

async function shownFor(deps: Deps, workspace: string, ids: readonly string[]): Promise<Map<string, string>> {
  const papers = await papersByIds(deps, workspace, ids);
  return new Map(
    [...papers.values()].flatMap(({ key, value }) => (value.shown_as === null ? [] : [[key, value.shown_as]])),
  );
}

/** Thousands, without holding up others. */
export async function papersByIds(
  deps: Deps,
  workspace: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KeptPaper>> {
  const found = new Map<string, KeptPaper>();
  for (const some of portions(ids)) {
    for (const paper of await papersOf(deps).getMany(workspace, some)) found.set(paper.key, paper);
    await yieldToEventLoop();
  }
  return found;
}

/** So many are held at a time by who goes through them one by one. */
const HELD = 50;

export async function* eachOf(deps: Deps, workspace: string, ids: readonly string[]): AsyncGenerator<KeptPaper> {
  for (let at = 0; at < ids.length; at += HELD)
    yield* await papersOf(deps).getMany(workspace, ids.slice(at, at + HELD));
}

function* portions(ids: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += AT_ONCE) yield ids.slice(at, at + AT_ONCE);
}
