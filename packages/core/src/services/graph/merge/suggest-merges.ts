/**
 * Pairs in a whole workspace that might be one. Entities are put into blocks by what would make them look the same, and
 * only within a block is anyone compared, so that the work grows with the entities and not with their pairs.
 */
import { typeKey, type Entity } from '../../../model/index.ts';
import type { Storage } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { yieldToEventLoop } from '../../within.ts';
import { checkWhole } from '../checks.ts';
import { initialsOf, isAcronym, wordsOf } from '../resolve/name-forms.ts';
import { skeletonOf } from './look-alikes.ts';
import type { MergeSuggestion, MergeSuggestions, MergeSuggestionsRequest } from './merge-request.ts';
import { bestOf } from './suggest-for.ts';
import { keyOf, LONG_NAME, whySame } from './why-same.ts';

const MOST_SUGGESTED = 100;
const MOST_COMPARED = 20_000;
const PAGE = 1000;
/** A block with more has something in common that means nothing. */
const LARGEST_BLOCK = 20;
const LONGEST_COMPARED = 60;
const BETWEEN_BREATHS = 500;

export async function suggestMerges({ storage }: Deps, request: MergeSuggestionsRequest): Promise<MergeSuggestions> {
  const limit = checkWhole('limit', request.limit ?? 20, 1, MOST_SUGGESTED);
  const { entities, complete } = await firstEntities(storage, request.workspace, request.signal);
  const blocks = new Map<string, Entity[]>();
  for (const [i, entity] of entities.entries()) {
    if (i % BETWEEN_BREATHS === BETWEEN_BREATHS - 1) await yieldToEventLoop();
    for (const mark of marksOf(entity)) add(blocks, mark, entity);
  }
  const found: MergeSuggestion[] = [];
  let looked = 0;
  for (const block of blocks.values()) {
    if (++looked % BETWEEN_BREATHS === 0) await yieldToEventLoop();
    request.signal?.throwIfAborted();
    found.push(...suggestWithin(block));
  }
  return { suggestions: bestOf(found, limit), compared: entities.length, complete };
}

async function firstEntities(
  { graph }: Storage,
  workspace: string,
  signal: AbortSignal | undefined,
): Promise<{ entities: Entity[]; complete: boolean }> {
  const entities: Entity[] = [];
  let cursor: string | undefined;
  do {
    signal?.throwIfAborted();
    const page = await graph.listEntities(workspace, { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) });
    entities.push(...page.items);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined && entities.length < MOST_COMPARED);
  return { entities, complete: cursor === undefined };
}

function marksOf(entity: Entity): Set<string> {
  const key = keyOf(entity);
  const marks = new Set([`looks ${skeletonOf(key)}`]);
  for (const alias of entity.aliases) marks.add(`looks ${skeletonOf(keyOf({ name: alias }))}`);
  const initials = isAcronym(entity.name) ? entity.name.replaceAll('.', '') : initialsOf(entity.name);
  if (initials !== '') marks.add(`initials ${initials}`);
  if (typeKey(entity.type) === 'person') marks.add(`surname ${wordsOf(key).at(-1)}`);
  for (const rest of withoutOneLetter(key)) marks.add(`spelt ${rest}`);
  return marks;
}

/** Words one edit apart become the same when a letter of each, or of one, is left out. */
function withoutOneLetter(key: string): string[] {
  if (key.length < LONG_NAME || key.length > LONGEST_COMPARED || /\d/u.test(key)) return [];
  return [key, ...Array.from(key, (_, i) => key.slice(0, i) + key.slice(i + 1))];
}

function suggestWithin(block: readonly Entity[]): MergeSuggestion[] {
  if (block.length > LARGEST_BLOCK) return [];
  return block.flatMap((one, i) => block.slice(i + 1).flatMap((other) => whySame(one, other) ?? []));
}

function add(blocks: Map<string, Entity[]>, mark: string, entity: Entity): void {
  const block = blocks.get(mark);
  if (block) block.push(entity);
  else blocks.set(mark, [entity]);
}
