import type { Deps } from '@zapomni/core';
import type { Extraction, FoundEntity, FoundRelation, MemoryToRead, ExtractionRules } from '@zapomni/core/ports';
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resolveMemory } from './resolve-memory.ts';
import { toReading } from './to-reading.ts';

const SAID = Date.UTC(2024, 2, 1);
const YEAR = 365 * 86_400_000;
const FULL: ExtractionRules = { mode: 'full', minConfidence: 0.3 };

/** One for each test. */
let workspace = '';

/** `person:Alice Smith` names Alice Smith at its first place in the text that is not taken yet. */
function extraction(text: string, names: readonly string[], relations: readonly string[] = []): Extraction {
  let from = 0;
  const entities = names.map((given): FoundEntity => {
    const [type = '', name = '', confidence = '0.9'] = given.split(':');
    const start = text.indexOf(name, from);
    from = start + 1;
    return { type, name, start, end: start + name.length, confidence: Number(confidence) };
  });
  return { entities, relations: relations.map((relation) => toRelation(relation, text)) };
}

/** `0 WORKS_FOR 1 0.8`. */
function toRelation(given: string, text: string): FoundRelation {
  const [source, type = '', target, confidence = '0.8'] = given.split(' ');
  const ends = { source: Number(source), target: Number(target) };
  return { ...ends, type, confidence: Number(confidence), start: 0, end: text.length };
}

function memoryOf(text: string, facts: Partial<MemoryToRead> = {}): MemoryToRead {
  return {
    workspace,
    memoryId: 'm',
    version: 1,
    source: '',
    metadata: {},
    text,
    passages: [{ id: 7, start: 0, end: text.length }],
    occurredAt: null,
    validFrom: SAID,
    validTo: null,
    rules: null,
    ...facts,
  };
}

describe('resolveMemory', () => {
  let test: TestDeps;
  let deps: Deps;
  let tests = 0;
  beforeAll(() => {
    test = openTestDeps();
    deps = test.deps;
  });
  afterAll(() => test.close());
  beforeEach(() => {
    workspace = `test-${++tests}`;
  });

  const resolve = async (text: string, names: readonly string[], relations: readonly string[] = [], rules = FULL) => {
    const memory = memoryOf(text);
    const resolved = await resolveMemory(deps, memory, [extraction(text, names, relations)], rules);
    return { ...resolved, reading: toReading(memory, resolved), ids: resolved.things.map(({ id }) => id) };
  };

  describe('within a memory', () => {
    it('makes one thing of all places and spellings that give one id', async () => {
      verifies('D012');
      const text = 'The Acme, ACME and Acme Inc. and Ácme';
      const names = ['organization:The Acme', 'organization:ACME', 'organization:Acme Inc.', 'organization:Ácme'];
      const { ids, reading } = await resolve(text, names);
      expect(ids).toEqual(['organization:acme']);
      expect(reading.mentions.map(({ start, end }) => text.slice(start, end))).toEqual([
        'The Acme',
        'ACME',
        'Acme Inc.',
        'Ácme',
      ]);
      expect(reading.mentions.every(({ passageId }) => passageId === 7)).toBe(true);
    });

    it('keeps things of different names apart, and look-alikes of other scripts too', async () => {
      const { ids } = await resolve('Acme Асме', ['organization:Acme', 'organization:Асме']);
      expect(ids).toHaveLength(2);
    });

    it('takes the type with most behind it when one name was found with two', async () => {
      verifies('D012');
      const text = 'Mercury Mercury Mercury';
      const { ids } = await resolve(text, ['place:Mercury:0.6', 'product:Mercury:0.5', 'product:Mercury:0.5']);
      expect(ids).toEqual(['product:mercury']);
    });

    it('takes any type before one that says little', async () => {
      const { ids } = await resolve('Rust Rust', ['concept:Rust:0.99', 'technology:Rust:0.4']);
      expect(ids).toEqual(['technology:rust']);
    });

    it('knows a person by surname or first name once the full name was said', async () => {
      const { reading } = await resolve('Alice Smith met Bob. Smith and Alice left.', [
        'person:Alice Smith',
        'person:Bob',
        'person:Smith',
        'concept:Alice',
      ]);
      expect(reading.entities).toEqual([
        { type: 'person', name: 'Alice Smith', aliases: ['Smith', 'Alice'] },
        { type: 'person', name: 'Bob' },
      ]);
      expect(reading.mentions.filter(({ entity }) => entity === 0)).toHaveLength(3);
    });

    it('leaves a surname alone that two people share', async () => {
      const { ids } = await resolve('Alice Smith, Bob Smith. Smith left.', [
        'person:Alice Smith',
        'person:Bob Smith',
        'person:Smith',
      ]);
      expect(ids).toEqual(['person:alice smith', 'person:bob smith', 'person:smith']);
    });

    it('knows what an acronym stands for', async () => {
      const { reading } = await resolve('World Health Organization. WHO said. W.H.O.', [
        'organization:World Health Organization',
        'organization:WHO',
        'concept:W.H.O.',
      ]);
      expect(reading.entities).toEqual([
        { type: 'organization', name: 'World Health Organization', aliases: ['WHO', 'W.H.O.'] },
      ]);
    });

    it('believes the extractor when it says that one is another name of the other', async () => {
      const text = 'International Business Machines, or Big Blue';
      const { entities, relations } = extraction(text, [
        'organization:International Business Machines',
        'organization:Big Blue',
      ]);
      const aliases = [['Big Blue'], ['International Business Machines']];
      const told = entities.map((entity, i) => ({ ...entity, aliases: aliases[i] ?? [] }));
      const memory = memoryOf(text);
      const { things } = await resolveMemory(deps, memory, [{ entities: told, relations }], FULL);
      expect(things.map(({ name, aliases: others, places }) => [name, [...others], places.length])).toEqual([
        ['International Business Machines', ['Big Blue'], 2],
      ]);
    });

    it('knows people by titles, initials and cases of their names', async () => {
      const text = "Dr. John Smith's J. Smith; J.R.R. Tolkien, J. R. R. Tolkien; Jan Novák, Jana Nováka; J. Novák";
      const { ids } = await resolve(text, [
        "person:Dr. John Smith's",
        'person:J. Smith',
        'person:J.R.R. Tolkien',
        'person:J. R. R. Tolkien',
        'person:Jan Novák',
        'person:Jana Nováka',
        'person:J. Novák',
      ]);
      expect(ids).toEqual(['person:john smith', 'person:j. r. r. tolkien', 'person:jan novak']);
    });

    it('does not take an initial for either of two people', async () => {
      const { ids } = await resolve('John Smith, Jane Smith, J. Smith', [
        'person:John Smith',
        'person:Jane Smith',
        'person:J. Smith',
      ]);
      expect(ids).toHaveLength(3);
    });

    it('does not take an acronym for a thing of another kind', async () => {
      const { ids } = await resolve('United States. US', ['place:United States', 'technology:US']);
      expect(ids).toHaveLength(2);
    });
  });

  describe('against what is known', () => {
    const assert = (...entities: { type: string; name: string; aliases?: string[] }[]) =>
      deps.storage.graph.assertEntities(workspace, entities, SAID);

    it('takes over a better type of the same name', async () => {
      await assert({ type: 'technology', name: 'Falcon' });
      expect((await resolve('Falcon', ['concept:Falcon'])).ids).toEqual(['technology:falcon']);
      expect((await resolve('Falcon', ['product:Falcon'])).ids).toEqual(['technology:falcon']);
    });

    it('keeps its own type when that one is known too, or the known one says nothing', async () => {
      await assert({ type: 'technology', name: 'Falcon' }, { type: 'product', name: 'Falcon' });
      expect((await resolve('Falcon', ['product:Falcon'])).ids).toEqual(['product:falcon']);
      await assert({ type: 'concept', name: 'Osprey' });
      expect((await resolve('Osprey', ['product:Osprey'])).ids).toEqual(['product:osprey']);
    });

    it('follows an alias of the same type, but no lone surname', async () => {
      await assert({ type: 'organization', name: 'World Health Organization', aliases: ['WHO'] });
      await assert({ type: 'person', name: 'Alice Smith', aliases: ['Smith'] });
      const { ids } = await resolve('WHO, Smith', ['organization:WHO', 'person:Smith']);
      expect(ids).toEqual(['organization:world health organization', 'person:smith']);
    });

    it('knows the base form of an inflected name, where there is one', async () => {
      await assert({ type: 'person', name: 'Jan Novák' }, { type: 'place', name: 'London' });
      const { ids } = await resolve('Janem Novákem Londonban Petra Nováka', [
        'person:Janem Novákem',
        'place:Londonban',
        'person:Petra Nováka',
      ]);
      expect(ids).toEqual(['person:jan novak', 'place:london', 'person:petra novaka']);
    });

    it('leaves what was merged to the store, so that splitting restores it', async () => {
      await assert({ type: 'technology', name: 'Postgres' }, { type: 'technology', name: 'PostgreSQL' });
      await deps.storage.graph.merge(workspace, 'technology:postgresql', 'technology:postgres', SAID);
      expect((await resolve('Postgres', ['technology:Postgres'])).ids).toEqual(['technology:postgres']);
    });

    it('joins what becomes one', async () => {
      await assert({ type: 'technology', name: 'Falcon', aliases: ['F9'] });
      const { ids, reading } = await resolve('Falcon F9', ['technology:Falcon', 'technology:F9']);
      expect(ids).toEqual(['technology:falcon']);
      expect(reading.mentions).toHaveLength(2);
    });

    it('never looks at another workspace', async () => {
      await deps.storage.graph.assertEntities('elsewhere', [{ type: 'technology', name: 'Falcon' }], SAID);
      expect((await resolve('Falcon', ['concept:Falcon'])).ids).toEqual(['concept:falcon']);
    });
  });

  describe('what is left out', () => {
    it('is whatever is less sure than asked for', async () => {
      const { ids, relations } = await resolve(
        'Alice Bob Carol',
        ['person:Alice:0.9', 'person:Bob:0.29', 'person:Carol:0.9'],
        ['0 KNOWS 1 0.2', '0 KNOWS 2 0.2', '0 LIKES 2'],
      );
      expect(ids).toEqual(['person:alice', 'person:carol']);
      expect(relations.map(({ type }) => type)).toEqual(['LIKES']);
    });

    it('is no name of which something is surely said', async () => {
      const { ids } = await resolve('Alice Bob', ['person:Alice:0.9', 'person:Bob:0.29'], ['0 KNOWS 1']);
      expect(ids).toEqual(['person:alice', 'person:bob']);
    });

    it('is what no name can be, and offsets that lie outside', async () => {
      const long = 'x'.repeat(301);
      const text = `Alice ... ${long}`;
      const entities = [
        { type: 'person', name: 'Alice', start: 0, end: 5, confidence: 1 },
        { type: 'concept', name: '...', start: 6, end: 9, confidence: 1 },
        { type: 'concept', name: long, start: 10, end: 311, confidence: 1 },
        { type: '', name: 'Alice', start: 0, end: 5, confidence: 1 },
        { type: 'person', name: 'Bob', start: 300, end: 900, confidence: 1 },
        { type: 'person', name: 'Eve', start: 5, end: 5, confidence: 1 },
        { type: 'person', name: 'Zoe', start: 0, end: 3, confidence: 0 },
      ];
      const memory = memoryOf(text);
      const rules: ExtractionRules = { mode: 'full', minConfidence: 0 };
      const { things } = await resolveMemory(deps, memory, [{ entities, relations: [] }], rules);
      expect(things.map(({ id }) => id)).toEqual(['person:alice']);
    });

    it('is a relation of a thing with itself, whatever it was called', async () => {
      const { relations } = await resolve(
        'Alice Smith, Smith, Bob',
        ['person:Alice Smith', 'person:Smith', 'person:Bob'],
        ['0 KNOWS 1', '1 KNOWS 2', '0 !!! 2', '0 KNOWS 9'],
      );
      expect(relations.map(({ from, type, to }) => [from.id, type, to.id])).toEqual([
        ['person:alice smith', 'KNOWS', 'person:bob'],
      ]);
    });

    it('is what a passage names beyond two hundred places, the least sure first', async () => {
      const text = 'n'.repeat(600);
      const entities = Array.from({ length: 250 }, (_, i) => {
        const confidence = i < 200 ? 0.9 : 0.5;
        return { type: 'thing', name: `thing ${i}`, start: i, end: i + 1, confidence };
      });
      const { things } = await resolveMemory(deps, memoryOf(text), [{ entities, relations: [] }], FULL);
      expect(things).toHaveLength(200);
      expect(things.every(({ confidence }) => confidence === 0.9)).toBe(true);
    });
  });

  it('does as the mode says', async () => {
    verifies('P010');
    const say = (mode: ExtractionRules['mode']) =>
      resolve('Alice Bob Carol', ['person:Alice', 'person:Bob', 'person:Carol'], ['0 KNOWS 1'], { ...FULL, mode });
    const { reading: names } = await say('entities_only');
    expect([names.entities.length, names.relations.length]).toEqual([3, 0]);
    const { reading: related } = await say('relationships_only');
    expect(related.entities.map(({ name }) => name)).toEqual(['Alice', 'Bob']);
    expect(related.mentions).toHaveLength(2);
    expect(related.relations).toMatchObject([{ source: 0, type: 'KNOWS', target: 1 }]);
    const { reading: full } = await say('full');
    expect([full.entities.length, full.relations.length]).toEqual([3, 1]);
  });

  it('counts what two overlapping passages say once, and mentions in both', async () => {
    const text = 'one Alice knows Bob two';
    const passages = [
      { id: 1, start: 0, end: 19 },
      { id: 2, start: 4, end: 23 },
    ];
    const memory = memoryOf(text, { passages });
    const extractions = passages.map(({ start, end }) => {
      const part = text.slice(start, end);
      const { entities } = extraction(part, ['person:Alice', 'person:Bob']);
      const [alice, bob] = entities as [FoundEntity, FoundEntity];
      const place = { start: alice.start, end: bob.end };
      return {
        entities,
        relations: [{ source: 0, type: 'knows', target: 1, confidence: start === 0 ? 0.5 : 0.7, ...place }],
      };
    });
    const reading = toReading(memory, await resolveMemory(deps, memory, extractions, FULL));
    expect(reading.relations).toEqual([
      { type: 'KNOWS', source: 0, target: 1, start: 4, end: 19, confidence: 0.7, validFrom: SAID, validTo: null },
    ]);
    expect(reading.mentions).toHaveLength(4);
    expect(text.slice(4, 19)).toBe('Alice knows Bob');
  });

  describe('valid time', () => {
    const validity = async (found: Partial<FoundRelation>, facts: Partial<MemoryToRead> = {}) => {
      const text = 'Alice knows Bob';
      const { entities } = extraction(text, ['person:Alice', 'person:Bob']);
      const relation = { source: 0, type: 'KNOWS', target: 1, confidence: 0.9, start: 0, end: 15, ...found };
      const memory = memoryOf(text, facts);
      const { relations } = await resolveMemory(deps, memory, [{ entities, relations: [relation] }], FULL);
      return relations.map(({ validFrom, validTo }) => [validFrom, validTo])[0];
    };

    it('is what the text says', async () => {
      expect(await validity({ validFrom: SAID - YEAR, validTo: SAID + YEAR })).toEqual([SAID - YEAR, SAID + YEAR]);
    });

    it('begins when it was said otherwise: when it happened, its source’s date, or when it was stored', async () => {
      verifies('P042');
      expect(await validity({}, { occurredAt: SAID - 5 })).toEqual([SAID - 5, null]);
      const metadata = { commit_date: '2020-01-02T03:04:05Z' };
      expect(await validity({}, { metadata })).toEqual([Date.UTC(2020, 0, 2, 3, 4, 5), null]);
      expect(await validity({}, { occurredAt: SAID - 5, metadata })).toEqual([SAID - 5, null]);
      expect(
        await validity({}, { metadata: { commit_date: 'who knows', file_modified_at: 1_600_000_000_000 } }),
      ).toEqual([1_600_000_000_000, null]);
      expect(await validity({})).toEqual([SAID, null]);
    });

    it('ends with the memory at the latest', async () => {
      expect(await validity({}, { validTo: SAID + 10 })).toEqual([SAID, SAID + 10]);
      expect(await validity({ validTo: SAID + 5 }, { validTo: SAID + 10 })).toEqual([SAID, SAID + 5]);
      expect(await validity({ validFrom: SAID + 20 }, { validTo: SAID + 10 })).toBeUndefined();
    });

    it('began some time before what ended before it was told', async () => {
      const [from, to] = (await validity({ validTo: SAID - YEAR })) as [number, number];
      expect(to).toBe(SAID - YEAR);
      expect(new Date(from).toISOString()).toBe('0001-01-01T00:00:00.000Z');
    });
  });
});
