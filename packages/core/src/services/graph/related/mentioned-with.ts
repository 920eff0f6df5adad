/**
 * What merely stands together: two things that are named in one sentence, of which no words say how they relate. It is a count for each pair, and
 * the count is what the mentions are: it is added up when somebody asks, so that it follows every memory that is forgotten, superseded or
 * corrected, costs nothing while memories are read, and cannot grow with the square of a list.
 *
 *   mentions of the thing ── their passages ── sentences ── who else is named there
 */
import type { Mention, Passage } from '../../../model/index.ts';
import type { EntityMention, Storage } from '../../../ports/index.ts';
import { sentencesIn } from '../../research/citations/contexts/sentences.ts';
import { yieldToEventLoop } from '../../within.ts';

export const MENTIONED_WITH = 'MENTIONED_WITH';

/** The newest are looked at; what stands beside a thing in two thousand places is not another in the next. */
const MOST_MENTIONS = 2000;
const PAGE = 500;
/** A sentence that names more is a list: that two are on it says nothing of the two. */
const MOST_IN_SENTENCE = 12;
/** Sentences kept of each pair, to be shown. */
const MOST_PLACES = 5;
const PASSAGES_BETWEEN_BREATHS = 64;

export interface TogetherPlace extends Mention {
  readonly memoryId: string;
}

/** Something that is named beside another. */
export interface Companion {
  readonly entityId: string;
  /** Sentences that name both. */
  readonly count: number;
  /** From the one name to the other, newest memory first. */
  readonly places: readonly TogetherPlace[];
}

export interface Companions {
  /** Most often first. */
  readonly companions: readonly Companion[];
  /** Sentences that name the thing. */
  readonly sentences: number;
  /** All of its mentions were looked at. */
  readonly complete: boolean;
}

export async function companionsOf(storage: Storage, workspace: string, entityId: string): Promise<Companions> {
  const { mentions, complete } = await newestMentions(storage, workspace, entityId);
  const passageIds = [...new Set(mentions.map(({ passageId }) => passageId))];
  const tally = new Tally(entityId);
  for (let at = 0; at < passageIds.length; at += PASSAGES_BETWEEN_BREATHS) {
    const some = passageIds.slice(at, at + PASSAGES_BETWEEN_BREATHS);
    const [passages, all] = await Promise.all([
      storage.memories.passages(some),
      storage.graph.mentionsIn(workspace, some),
    ]);
    const byPassage = Map.groupBy(all, ({ passageId }) => passageId);
    const byId = new Map(passages.map((passage) => [passage.id, passage]));
    for (const id of some) {
      const passage = byId.get(id);
      if (passage) tally.addPassage(passage, byPassage.get(id) ?? []);
    }
    await yieldToEventLoop();
  }
  return { companions: tally.companions(), sentences: tally.sentences, complete };
}

async function newestMentions(
  { graph }: Storage,
  workspace: string,
  entityId: string,
): Promise<{ mentions: EntityMention[]; complete: boolean }> {
  const mentions: EntityMention[] = [];
  let cursor: string | undefined;
  do {
    const page = await graph.mentionsOf(workspace, entityId, { limit: PAGE, ...(cursor ? { cursor } : {}) });
    mentions.push(...page.items);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined && mentions.length < MOST_MENTIONS);
  return { mentions, complete: cursor === undefined };
}

class Tally {
  readonly #own: string;
  readonly #pairs = new Map<string, { count: number; places: TogetherPlace[] }>();
  /** By where the thing is first named in them: passages overlap, and what is read twice is said once. */
  readonly #seen = new Set<string>();

  constructor(own: string) {
    this.#own = own;
  }

  get sentences(): number {
    return this.#seen.size;
  }

  addPassage(passage: Passage, mentions: readonly EntityMention[]): void {
    for (const sentence of sentencesOf(passage)) {
      const inside = mentions.filter(({ start, end }) => start >= sentence.start && end <= sentence.end);
      const own = inside.find(({ entityId }) => entityId === this.#own);
      if (own) this.#addSentence(passage.memoryId, own, inside);
    }
  }

  companions(): Companion[] {
    return Array.from(this.#pairs, ([entityId, pair]) => ({ entityId, ...pair })).sort(
      (one, other) => other.count - one.count || (one.entityId < other.entityId ? -1 : 1),
    );
  }

  #addSentence(memoryId: string, own: Mention, inside: readonly EntityMention[]): void {
    const place = `${memoryId} ${own.start}`;
    if (this.#seen.has(place)) return;
    this.#seen.add(place);
    const others = new Map(inside.map((mention) => [mention.entityId, mention]));
    others.delete(this.#own);
    if (others.size >= MOST_IN_SENTENCE) return;
    for (const [id, { start, end }] of others) {
      const pair = this.#pairs.get(id) ?? { count: 0, places: [] };
      this.#pairs.set(id, pair);
      pair.count++;
      const span = { start: Math.min(start, own.start), end: Math.max(end, own.end) };
      if (pair.places.length < MOST_PLACES) pair.places.push({ memoryId, ...span });
    }
  }
}

/** Of the memory's text; a line that ends is a sentence that does. */
function* sentencesOf({ text, start }: Passage): Generator<Mention> {
  let at = 0;
  for (const line of text.split('\n')) {
    for (const sentence of sentencesIn(text, at, at + line.length))
      yield { start: start + sentence.start, end: start + sentence.end };
    at += line.length + 1;
  }
}
