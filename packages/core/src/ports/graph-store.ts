import type { Metadata, PassageSpan } from '../model/memory.ts';
import type { AsOf, Entity, EntityDraft, Evidence, Mention, Relation } from '../model/graph/graph.ts';
import type { Scope } from '../model/filter.ts';
import type { EmbeddingClaim, Page, PassageHit } from './memory-store.ts';

/** How a memory is to be read, where somebody asked for another way than the background's. */
export interface ExtractionRules {
  readonly mode: 'entities_only' | 'relationships_only' | 'full';
  /** 0–1. What is less certain is left out. */
  readonly minConfidence: number;
}

/** A memory that waits to be read for entities and relations, with all of its passages. */
export interface MemoryToRead {
  readonly workspace: string;
  readonly memoryId: string;
  /** The version of the memory that brought this text. A reading of another text than the store's is not taken. */
  readonly version: number;
  readonly source: string;
  readonly metadata: Metadata;
  readonly text: string;
  readonly passages: readonly (PassageSpan & { readonly id: number })[];
  readonly occurredAt: number | null;
  readonly validFrom: number;
  readonly validTo: number | null;
  /** As it was asked for when it was queued again; null for the background's own way. */
  readonly rules: ExtractionRules | null;
}

/** Which of the memories that wait. */
export interface WaitingMemories {
  readonly workspace?: string;
  /** Of the workspace. */
  readonly memoryIds?: readonly string[];
  /** Only those that `requeue` asked for. */
  readonly asked?: boolean;
}

/**
 * Memories that wait to be read. Adding one, or changing its text, queues it in the same transaction. Claims are leases,
 * as in the embedding queue.
 */
export interface ExtractionQueue {
  /** Those that wait longest first. */
  claim(claim: EmbeddingClaim, limit: number, now: number, only?: WaitingMemories): Promise<MemoryToRead[]>;
  /** Gives claimed memories back; not before `retryAt`. */
  release(owner: string, memoryIds: readonly string[], retryAt: number): Promise<void>;
  /** Memories that wait, of one workspace or of all; only those that `requeue` asked for, when that is said. */
  pending(workspace?: string, asked?: boolean): Promise<number>;
  /**
   * Queues memories that were read before: those named, or all of the workspace. Says how many of them wait now. NOT_FOUND
   * as `remove`. The rules stay with them until they have been read, or get a new text; whoever asks last is heard.
   */
  requeue(workspace: string, memoryIds?: readonly string[], rules?: ExtractionRules): Promise<number>;
  /**
   * Takes back what `requeue` asked for and nobody holds at `now`: those that had been read before no longer wait, and the
   * others wait as if nobody had asked.
   */
  withdraw(workspace: string, memoryIds: readonly string[] | undefined, now: number): Promise<void>;
}

export interface ReadMention extends Mention {
  /** Index into the reading's entities. */
  readonly entity: number;
  readonly passageId: number;
}

export interface ReadRelation extends Mention {
  readonly source: number;
  readonly type: string;
  readonly target: number;
  readonly confidence: number;
  /** When it holds. It ends with the memory's own validity at the latest, and may begin before it: "since 2015". */
  readonly validFrom: number;
  readonly validTo: number | null;
}

/**
 * What one memory says. Replaces what was read from it before. Of what is said of the same relation at the same place the
 * most certain counts.
 */
export interface Reading {
  readonly workspace: string;
  readonly memoryId: string;
  readonly version: number;
  readonly entities: readonly EntityDraft[];
  readonly mentions: readonly ReadMention[];
  readonly relations: readonly ReadRelation[];
}

export interface RelationDraft {
  readonly source: string;
  readonly type: string;
  readonly target: string;
  readonly confidence: number;
  readonly memoryId: string | null;
  /** Where the memory says so; each place is a piece of evidence of its own. Without it, the memory as a whole does. */
  readonly place?: Mention;
  readonly validFrom: number;
  readonly validTo: number | null;
}

export interface NeighbourQuery extends AsOf {
  readonly types?: readonly string[];
  readonly direction?: 'out' | 'in' | 'both';
  readonly minStrength?: number;
}

export interface NeighboursQuery extends NeighbourQuery {
  readonly limit: number;
  /** Also what held at another valid time: all that is believed at `knownAt`. `validAt` does not count then. */
  readonly whenever?: boolean;
}

export interface ReachQuery extends NeighbourQuery {
  /** 1–5. */
  readonly depth: number;
  /** How many entities to give back; nearest first, then strongest last step. */
  readonly limit: number;
}

/** An entity reached from another, and the last step to it. Following `from` leads back to the start. */
export interface Reached {
  readonly entityId: string;
  readonly distance: number;
  readonly from: string;
  readonly relation: Relation;
}

export interface Reach {
  readonly reached: readonly Reached[];
  /** How many there are within the depth, as far as they were counted. */
  readonly total: number;
  /** False when there were too many to look at every one: `total` is then a lower bound. */
  readonly complete: boolean;
}

export interface EntityMention extends Mention {
  readonly entityId: string;
  readonly memoryId: string;
  readonly passageId: number;
}

export interface Merge {
  readonly id: string;
  readonly into: string;
  readonly from: string;
  readonly at: number;
}

export interface GraphCounts {
  readonly entities: number;
  readonly mentions: number;
  readonly relations: number;
  readonly entityTypes: Readonly<Record<string, number>>;
  readonly relationTypes: Readonly<Record<string, number>>;
  /** Memories that mention something; memories in all; those that wait. */
  readonly memoriesWithMentions: number;
  readonly memories: number;
  readonly pending: number;
}

/**
 * Entities and relations, durable. Contract, for every driver: as of MemoryStore, and
 * - `put` is all or nothing and idempotent: the same reading twice changes nothing, not even the clocks. Evidence that the
 *   memory's earlier reading gave and this one does not is closed in transaction time at `at`; the rest keeps its record.
 * - Superseding a memory closes, in valid time, the evidence it gives; changing its text closes what was read from it in
 *   transaction time (what was asserted with it stays); removing it erases its mentions and evidence, and entities nobody
 *   else mentions, relates or asserted. Clearing a workspace erases the graph with it, asserted or read.
 * - Merging is a redirection, not a rewrite: answers speak of the entity merged into, and `split` restores what was.
 * - Ids of merged entities are accepted everywhere and mean the entity they were merged into.
 * - Relations with no evidence that holds at the asked moment do not exist at that moment. Where no moment is asked for,
 *   it is now: all that is stored, and the present time of the world.
 * - Names and types that are empty or too long, confidences outside of 0 < c ≤ 1, spans that end before they begin and places
 *   without a memory are INVALID_INPUT. A relation may join an entity with itself.
 */
export interface GraphStore {
  /** Takes the memory off the queue. False when the memory is gone or has another version by now: nothing was written. */
  put(reading: Reading, at: number): Promise<boolean>;
  /** Asserts entities; those that exist get the new aliases. */
  assertEntities(workspace: string, entities: readonly EntityDraft[], at: number): Promise<string[]>;
  /** Asserts relations between existing entities (NOT_FOUND otherwise). Asserting one that holds already changes nothing. */
  assertRelations(workspace: string, relations: readonly RelationDraft[], at: number): Promise<string[]>;
  /** Ends, in valid time at `validTo`, the evidence of a relation that was asserted. False when there was none. */
  retractRelation(workspace: string, relationId: string, validTo: number, at: number): Promise<boolean>;
  /** Erases entities with their relations and mentions; the memories stay. Those that do not exist are passed over. */
  removeEntities(
    workspace: string,
    ids: readonly string[],
    at: number,
  ): Promise<{ entities: number; relations: number }>;
  /** Entities without mention, relation (believed now or once) or assertion, nor anything merged into them; by id. */
  orphans(workspace: string, limit: number): Promise<{ ids: readonly string[]; total: number }>;

  /** In the order asked; those that do not exist are left out. */
  entities(workspace: string, ids: readonly string[]): Promise<Entity[]>;
  /** Entities with this key as name or alias, of any type; most mentioned first. `key` is `nameKey` of any type's. */
  named(workspace: string, keys: readonly string[]): Promise<Entity[]>;
  /** Entities whose name or alias holds any of the terms (`toTerms`), those with most of them first, then most mentioned. */
  findEntities(
    workspace: string,
    query: { terms: readonly string[]; types?: readonly string[]; limit: number },
  ): Promise<Entity[]>;
  /** All, by id. */
  listEntities(
    workspace: string,
    page: { limit: number; cursor?: string; types?: readonly string[] },
  ): Promise<Page<Entity>>;
  /** All that hold at the moment, each once, in an order of the engine's own. */
  listRelations(workspace: string, page: { limit: number; cursor?: string } & AsOf): Promise<Page<Relation>>;
  /** One hop from each; strongest first, at most `limit` from each; `totals` counts all of them, in the order asked. */
  neighbours(
    workspace: string,
    ids: readonly string[],
    query: NeighboursQuery,
  ): Promise<{ relations: readonly Relation[]; totals: readonly number[] }>;
  /**
   * Breadth first, in the engine. Each entity once, by a shortest way; the start is not among them. NOT_FOUND when there is
   * no such entity, INVALID_INPUT for another depth.
   */
  reach(workspace: string, start: string, query: ReachQuery): Promise<Reach>;
  /** What a relation stands on; the most certain first. Without a moment: all there ever was. */
  evidence(workspace: string, relationId: string, limit: number, moment?: AsOf): Promise<Evidence[]>;
  /** Where an entity is mentioned in memories that nothing has superseded, newest memory first. */
  mentionsOf(
    workspace: string,
    entityId: string,
    page: { limit: number; cursor?: string },
  ): Promise<Page<EntityMention>>;
  /** The entities of passages. */
  mentionsIn(workspace: string, passageIds: readonly number[]): Promise<EntityMention[]>;
  /**
   * Which of `passages` mention an entity that one of `seeds` mentions too, as pairs of a seed and another passage.
   * Entities that more than `most` live passages mention do not count.
   */
  linked(
    workspace: string,
    seeds: readonly number[],
    passages: readonly number[],
    most: number,
  ): Promise<(readonly [seed: number, passage: number])[]>;
  /** Live passages in scope that mention any of the entities; the score is the sum of the weights of those they mention. */
  passagesAbout(
    scope: Scope,
    weights: readonly { readonly entityId: string; readonly weight: number }[],
    k: number,
  ): Promise<PassageHit[]>;

  /** INVALID_INPUT for an entity and itself, CONFLICT for two that are merged with each other already, NOT_FOUND. */
  merge(workspace: string, into: string, from: string, at: number): Promise<Merge>;
  /** Undoes a merge. NOT_FOUND when there is no such merge. */
  split(workspace: string, mergeId: string, at: number): Promise<Merge>;
  /** Those not undone, newest first. */
  merges(workspace: string, limit: number): Promise<Merge[]>;
  counts(workspace: string): Promise<GraphCounts>;
  /** Those with most relations first. */
  mostConnected(workspace: string, limit: number): Promise<Entity[]>;
}
