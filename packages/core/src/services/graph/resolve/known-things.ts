/**
 * What the workspace knows already: a name keeps meaning what it meant. A thing takes the type that its name is kept by, which is what most
 * memories take it for (`votes/`), and an abbreviation leads to what it abbreviates.
 */
import { nameKey, typeKey, type Entity } from '../../../model/index.ts';
import { nameHash, nameTypesOf, plainKey, type VoteDeps } from '../votes/vote-records.ts';
import { isVoted } from '../votes/voting-types.ts';
import { baseKeys } from './inflected.ts';
import { initialsOf, isAcronym, wordsOf } from './name-forms.ts';
import type { Thing } from './thing.ts';
import { VAGUE_TYPES } from './vague-types.ts';

/** So sure of its type is a find that it does not yield to what is known. */
const SURE = 0.8;
/** So often must a thing have been met for others to follow it. */
const WELL_KNOWN = 3;

type KnownAs = Pick<Entity, 'name' | 'type'>;

/** Mutates things whose name or type is known better; those that become one are joined. */
export async function followKnown(deps: VoteDeps, workspace: string, things: readonly Thing[]): Promise<Thing[]> {
  if (things.length === 0) return [];
  const [known, settled] = await Promise.all([
    deps.storage.graph.named(workspace, [
      ...new Set(
        things.flatMap((thing) => [...keysOf(thing), ...acronymsOf(thing), ...baseKeys(thing.key, thing.type)]),
      ),
    ]),
    settledTypes(deps, workspace, things),
  ]);
  const byKey = groupByKeys(known);
  for (const thing of things) {
    const candidates = [...new Set(keysOf(thing).flatMap((key) => byKey.get(key) ?? []))];
    const better = bestKnown(thing, candidates, settled.get(thing) ?? []) ?? baseOf(thing, candidates, byKey);
    if (better) rename(thing, better);
    else thing.supplants = supplanted(thing, candidates, byKey);
  }
  return joinSameIds(things);
}

/** The kinds that votes have settled names on, of those that were ever voted on. */
async function settledTypes(
  deps: VoteDeps,
  workspace: string,
  things: readonly Thing[],
): Promise<Map<Thing, readonly string[]>> {
  const voted = things.filter(({ type }) => isVoted(type) || VAGUE_TYPES.has(type));
  const hashes = await Promise.all(voted.map(({ name }) => nameHash(name)));
  const records = await nameTypesOf(deps).getMany(workspace, [...new Set(hashes)]);
  const types = new Map(records.map(({ key, value }) => [key, value.types]));
  return new Map(voted.map((thing, i) => [thing, types.get(hashes[i] as string) ?? []]));
}

/** What the thing is to be called and taken for, where that is not what it was found as. */
function bestKnown(thing: Thing, candidates: readonly Entity[], settled: readonly string[]): KnownAs | undefined {
  const own = candidates.find(({ id, merged }) => id === thing.id || merged.includes(thing.id));
  if (own && isByHand(own)) return undefined;
  const byAlias = candidates.filter((entity) => !hasName(entity, thing) && isAliasToFollow(thing, entity));
  if (byAlias.length === 1 && (!own || spellsOut(byAlias[0] as Entity, thing))) return byAlias[0];
  const namesakes = candidates.filter((entity) => hasName(entity, thing) && !isVague(entity));
  const voted = votedFor(thing, namesakes, settled);
  if (voted || isVoted(thing.type)) return voted;
  return own && !VAGUE_TYPES.has(thing.type) ? undefined : namesakes.find((entity) => yieldsTo(thing, entity));
}

/** What the thing is an inflected form of, where that is known under its base form and nothing under this one. */
function baseOf(thing: Thing, candidates: readonly Entity[], byKey: Map<string, Entity[]>): Entity | undefined {
  if (candidates.some(isByHand)) return undefined;
  const bases = baseKeys(thing.key, thing.type).flatMap((key) =>
    (byKey.get(key) ?? []).filter(({ name, type }) => typeKey(type) === thing.type && nameKey(name, type) === key),
  );
  return new Set(bases).size === 1 ? bases[0] : undefined;
}

/** The settled kind, else that of the namesake which is met most. A name settled on two kinds is what it was read as. */
function votedFor(thing: Thing, namesakes: readonly Entity[], settled: readonly string[]): KnownAs | undefined {
  const { type, name } = thing;
  if (settled.includes(type) || !(isVoted(type) || VAGUE_TYPES.has(type))) return undefined;
  const asserted = namesakes.find((entity) => entity.asserted);
  const one = asserted ?? namesakes.find((entity) => isVoted(typeKey(entity.type)) && fits(entity, settled));
  const [decided] = settled;
  if (one) return typeKey(one.type) === type ? undefined : one;
  return decided === undefined ? undefined : { name, type: decided };
}

function fits({ type }: Entity, settled: readonly string[]): boolean {
  return settled.length === 0 || settled.includes(typeKey(type));
}

/** A lone surname may be anybody's, whoever else is called so. */
function isAliasToFollow({ type, key }: Thing, entity: Entity): boolean {
  return typeKey(entity.type) === type && (type !== 'person' || wordsOf(key).length > 1);
}

/** What an acronym was told to stand for, it stands for, also where it was met before that was told. */
function spellsOut({ name }: Entity, thing: Thing): boolean {
  return isAcronym(thing.name) && initialsOf(name) === thing.name.replaceAll('.', '');
}

function yieldsTo(thing: Thing, entity: Entity): boolean {
  if (VAGUE_TYPES.has(thing.type) || entity.asserted) return true;
  return thing.confidence < SURE && entity.mentions >= WELL_KNOWN;
}

/** What gives way to the thing: its name where nobody could say what it is, or its acronym where nobody could say what for. */
function supplanted(thing: Thing, candidates: readonly Entity[], byKey: Map<string, Entity[]>): string | undefined {
  if (!isVoted(thing.type)) return undefined;
  const vague = candidates.filter((entity) => isVague(entity) && hasName(entity, thing));
  const short = acronymsOf(thing).flatMap((key) =>
    (byKey.get(key) ?? []).filter((entity) => typeKey(entity.type) === thing.type && plainKey(entity.name) === key),
  );
  return [...vague, ...short].find((entity) => entity.id !== thing.id && !isByHand(entity))?.id;
}

/** Keys of those of its other names that are made of its initials. */
function acronymsOf({ name, aliases }: Thing): string[] {
  const initials = initialsOf(name);
  const isShort = (alias: string): boolean => isAcronym(alias) && alias.replaceAll('.', '') === initials;
  return initials === '' ? [] : [...aliases].filter(isShort).map(plainKey);
}

function isVague({ type }: Entity): boolean {
  return VAGUE_TYPES.has(typeKey(type));
}

/** Somebody said what it is, or what it is the same as. */
function isByHand({ asserted, merged }: Entity): boolean {
  return asserted || merged.length > 0;
}

function rename(thing: Thing, { name, type }: KnownAs): void {
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
    const forms = [entity.name, ...entity.aliases];
    const keys = new Set(forms.flatMap((form) => [nameKey(form, entity.type), plainKey(form)]));
    for (const key of keys) byKey.set(key, [...(byKey.get(key) ?? []), entity]);
  }
  return byKey;
}

function hasName({ name }: Entity, thing: Thing): boolean {
  return plainKey(name) === plainKey(thing.name);
}

/** An organisation's name may be known without its legal form. */
function keysOf({ key, name }: Thing): string[] {
  return [...new Set([key, plainKey(name)])];
}
