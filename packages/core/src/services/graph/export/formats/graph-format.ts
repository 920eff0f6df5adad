/** How a graph is written down. A format says what each part looks like; `graphText` walks the graph. */
import type { Entity, Relation } from '../../../../model/index.ts';

export interface GraphFacts {
  readonly workspace: string;
  /** Aliases, counts, times and strengths beside names and types. */
  readonly details: boolean;
  /** Indented, for people. */
  readonly pretty: boolean;
  /** With a look for each type of entity. */
  readonly style: boolean;
  /** At most so many entities or relations in one statement. */
  readonly batchSize: number;
}

export interface GraphFormat {
  begin(): string;
  /** Some entities, in order; `first` is true for the first ones. There may be none at all. */
  entities(some: readonly Entity[], first: boolean): string;
  /** What stands between entities and relations. */
  between(): string;
  relations(some: readonly Relation[], first: boolean): string;
  end(): string;
}

/** What is told of an entity, in the words of every format. */
export function entityFacts(
  entity: Entity,
  { details }: GraphFacts,
): Record<string, string | number | boolean | string[]> {
  const { name, type, aliases, mentions, relations, asserted, createdAt } = entity;
  if (!details) return { name, type };
  return { name, type, aliases: [...aliases], mentions, relations, asserted, created_at: iso(createdAt) };
}

/** What is told of a relation. What still holds has no `valid_to`. */
export function relationFacts(relation: Relation, { details }: GraphFacts): Record<string, string | number> {
  const { type, strength, evidence, validFrom, validTo } = relation;
  if (!details) return { type };
  const rounded = Math.round(strength * 10_000) / 10_000;
  return {
    type,
    strength: rounded,
    evidence,
    valid_from: iso(validFrom),
    ...(validTo === null ? {} : { valid_to: iso(validTo) }),
  };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
