/**
 * What the workspace knows already: a name keeps meaning what it meant. A thing found with a poor type takes the type it is
 * known by, and an abbreviation leads to what it abbreviates.
 */
import { nameKey, typeKey, type Entity } from '../../../model/index.ts';
import type { GraphStore } from '../../../ports/index.ts';
import { wordsOf } from './name-forms.ts';
import type { Thing } from './thing.ts';
import { VAGUE_TYPES } from './vague-types.ts';

/** So sure of its type is a find that it does not yield to what is known. */
const SURE = 0.8;
/** So often must a thing have been met for others to follow it. */
const WELL_KNOWN = 3;

/** Mutates things whose name or type is known better; those that become one are joined. */
export async function followKnown(graph: GraphStore, workspace: string, things: readonly Thing[]): Promise<Thing[]> {
  if (things.length === 0) return [];
  const known = await graph.named(workspace, [...new Set(things.flatMap(keysOf))]);
  const byKey = groupByKeys(known);
  for (const thing of things) {
    const entity = bestKnown(thing, byKey.get(thing.key) ?? []);
    if (entity) rename(thing, entity);
  }
  return joinSameIds(things);
}

/** Which of the entities of that name the thing is, if it is to take over that one's type or name. */
function bestKnown(thing: Thing, candidates: readonly Entity[]): Entity | undefined {
  if (candidates.some(({ id, merged }) => id === thing.id || merged.includes(thing.id))) return undefined;
  const byAlias = candidates.filter((entity) => !hasName(entity, thing.key) && isAliasToFollow(thing, entity));
  if (byAlias.length === 1) return byAlias[0];
  return candidates.find((entity) => hasName(entity, thing.key) && yieldsTo(thing, entity));
}

/** A lone surname may be anybody's, whoever else is called so. */
function isAliasToFollow({ type, key }: Thing, entity: Entity): boolean {
  return typeKey(entity.type) === type && (type !== 'person' || wordsOf(key).length > 1);
}

function yieldsTo(thing: Thing, entity: Entity): boolean {
  if (VAGUE_TYPES.has(typeKey(entity.type))) return false;
  if (VAGUE_TYPES.has(thing.type) || entity.asserted) return true;
  return thing.confidence < SURE && entity.mentions >= WELL_KNOWN;
}

function rename(thing: Thing, { name, type }: Entity): void {
  const written = thing.name;
  thing.type = typeKey(type);
  thing.name = name;
  thing.aliases.delete(name);
  thing.addAlias(written);
}

function joinSameIds(things: readonly Thing[]): Thing[] {
  return [...Map.groupBy(things, ({ id }) => id).values()].map(([first, ...others]) => {
    for (const other of others) first?.absorb(other);
    return first as Thing;
  });
}

function groupByKeys(entities: readonly Entity[]): Map<string, Entity[]> {
  const byKey = new Map<string, Entity[]>();
  for (const entity of entities) {
    const keys = new Set([entity.name, ...entity.aliases].map((form) => nameKey(form, entity.type)));
    for (const key of keys) byKey.set(key, [...(byKey.get(key) ?? []), entity]);
  }
  return byKey;
}

function hasName({ name, type }: Entity, key: string): boolean {
  return nameKey(name, type) === key;
}

/** An organisation's name may be known without its legal form. */
function keysOf({ key, name }: Thing): string[] {
  return [key, nameKey(name, 'organization')];
}
