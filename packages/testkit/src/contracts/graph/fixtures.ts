/** What the clauses about the graph are written with: memories that are told and read at once. */
import { expect } from 'vitest';
import { relationId, type EntityDraft, type Relation } from '@zapomni/core/model';
import type { MemoryToRead, NewMemory, Reading, ReadRelation, Storage } from '@zapomni/core/ports';
import { memory, NOW, WORKSPACE } from '../storage/fixtures.ts';

/** When memories are read: just after they were added. */
export const READ = NOW + 10;

/** A relation said by a text, between entities by their places. */
export type SaidRelation = Pick<ReadRelation, 'source' | 'type' | 'target'> & Partial<ReadRelation>;

export interface Said {
  readonly entities: readonly EntityDraft[];
  readonly relations?: readonly SaidRelation[];
}

export const ADA: EntityDraft = { type: 'person', name: 'Ada Lovelace', aliases: ['Ada'] };
export const ACME: EntityDraft = { type: 'organization', name: 'Acme' };
export const LONDON: EntityDraft = { type: 'place', name: 'London' };

export const ids = { ada: 'person:ada lovelace', acme: 'organization:acme', london: 'place:london' } as const;
export const WORKS = relationId(ids.ada, 'WORKS_FOR', ids.acme);
export const SEATED = relationId(ids.acme, 'LOCATED_IN', ids.london);

export const OFFICE = 'Ada Lovelace works for Acme. Acme sits in London.';
export const SAID_OF_OFFICE: Said = {
  entities: [ADA, ACME, LONDON],
  relations: [
    { source: 0, type: 'WORKS_FOR', target: 1, confidence: 0.8, start: 0, end: 27 },
    { source: 1, type: 'LOCATED_IN', target: 2, confidence: 0.5, start: 29, end: 48 },
  ],
};

/** The reading of a claimed memory: every entity is mentioned wherever its name stands in the text. */
export function readingOf(
  claimed: Pick<MemoryToRead, 'workspace' | 'memoryId' | 'version' | 'text' | 'passages' | 'validFrom'>,
  said: Said,
): Reading {
  return {
    workspace: claimed.workspace,
    memoryId: claimed.memoryId,
    version: claimed.version,
    entities: said.entities,
    mentions: said.entities.flatMap(({ name }, entity) =>
      placesOf(name, claimed.text).map((place) => ({ ...place, entity, passageId: passageAt(claimed, place.start) })),
    ),
    relations: (said.relations ?? []).map((relation) => ({
      confidence: 0.5,
      start: 0,
      end: claimed.text.length,
      validFrom: claimed.validFrom,
      validTo: null,
      ...relation,
    })),
  };
}

function placesOf(name: string, text: string): { start: number; end: number }[] {
  return Array.from(text.matchAll(new RegExp(name.replaceAll(/[^\p{L}\p{N} ]/gu, '\\$&'), 'gu')), ({ index }) => ({
    start: index,
    end: index + name.length,
  }));
}

function passageAt({ passages }: Pick<MemoryToRead, 'passages'>, offset: number): number {
  const passage = passages.find(({ start, end }) => start <= offset && offset < end);
  if (!passage) throw new Error('no passage there');
  return passage.id;
}

/** Claims everything that waits; leases of earlier claims are over. */
export async function claimAll(storage: Storage): Promise<MemoryToRead[]> {
  return storage.extractions.claim({ owner: 'reader', until: NOW + 1 }, 10_000, NOW + 1);
}

/** The claim of one memory, which must wait. */
export async function claimOne(storage: Storage, memoryId: string): Promise<MemoryToRead> {
  const claimed = (await claimAll(storage)).find((one) => one.memoryId === memoryId);
  if (!claimed) throw new Error('the memory does not wait to be read');
  return claimed;
}

export interface Told {
  readonly id: string;
  readonly reading: Reading;
}

/** Stores a memory and what it says. */
export async function tell(
  storage: Storage,
  text: string,
  said: Said,
  rest: Partial<NewMemory> & { readonly at?: number } = {},
): Promise<Told> {
  const { at = NOW, ...fields } = rest;
  const given = memory(text, fields);
  await storage.memories.add([given], at);
  const reading = readingOf(await claimOne(storage, given.id), said);
  if (!(await storage.graph.put(reading, at + READ - NOW))) throw new Error('the reading was not taken');
  return { id: given.id, reading };
}

export function tellOffice(storage: Storage, rest?: Partial<NewMemory>): Promise<Told> {
  return tell(storage, OFFICE, SAID_OF_OFFICE, rest);
}

/** Asserts things and which of them are linked: `['a', 'b']` is `thing:a LINKS thing:b`. */
export async function link(
  storage: Storage,
  pairs: readonly (readonly [string, string])[],
  rest: { readonly type?: string; readonly confidence?: number; readonly workspace?: string } = {},
): Promise<void> {
  const { type = 'LINKS', confidence = 0.5, workspace = WORKSPACE } = rest;
  const names = [...new Set(pairs.flat())];
  await storage.graph.assertEntities(
    workspace,
    names.map((name) => ({ type: 'thing', name })),
    NOW,
  );
  const relations = pairs.map(([source, target]) => ({
    source: thing(source),
    type,
    target: thing(target),
    confidence,
    memoryId: null,
    validFrom: NOW,
    validTo: null,
  }));
  await storage.graph.assertRelations(workspace, relations, NOW);
}

export function thing(name: string): string {
  return `thing:${name}`;
}

/** Every relation, whatever the number of pages. Each page tells how many there are. */
export async function allRelations(
  storage: Storage,
  moment: { validAt?: number; knownAt?: number } = {},
  { limit = 1000, workspace = WORKSPACE }: { limit?: number; workspace?: string } = {},
): Promise<Relation[]> {
  const all: Relation[] = [];
  const totals = new Set<number>();
  let cursor: string | undefined;
  do {
    const page = await storage.graph.listRelations(workspace, { limit, ...moment, ...(cursor ? { cursor } : {}) });
    all.push(...page.items);
    totals.add(page.total);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect([...totals]).toEqual([all.length]);
  return all;
}

export async function relationIds(
  storage: Storage,
  moment?: { validAt?: number; knownAt?: number },
): Promise<string[]> {
  return (await allRelations(storage, moment)).map(({ id }) => id).toSorted();
}

export async function entityIds(storage: Storage, workspace = WORKSPACE): Promise<string[]> {
  return (await storage.graph.listEntities(workspace, { limit: 1000 })).items.map(({ id }) => id);
}
