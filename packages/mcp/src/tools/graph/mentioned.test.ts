import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { enginesForTests } from '@zapomni/testkit/engines';
import { createFakeExtractor } from '@zapomni/testkit/fakes';
import { untilRead } from '@zapomni/testkit/filled-graph';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();
const PEOPLE = Array.from({ length: 14 }, (_, i) => `Guest${'abcdefghijklmn'[i]}`);
const NAMES = { ...Object.fromEntries(PEOPLE.map((name) => [name, 'person'])), Alice: 'person', Bob: 'person' };

interface Step {
  readonly name: string;
  readonly path: readonly { type: string; evidence_count: number; evidence: readonly Record<string, unknown>[] }[];
}

describe.each(ENGINES)('the words that a relation stands on, and what merely stands together, on $engine', (engine) => {
  let zapomni: TestClient;
  const add = async (text: string, rest: object = {}): Promise<string> => {
    const { memory_id } = await zapomni.call('add_memory', { text, ...rest });
    await zapomni.app.resume();
    await untilRead(zapomni);
    return memory_id;
  };
  const ask = (args: object) => zapomni.call('get_related', { entity: 'Alice', depth: 1, evidence: 5, ...args });
  const beside = async (args: object = {}): Promise<string[]> => {
    const { related } = await ask({ relationship_types: ['MENTIONED_WITH'], ...args });
    return related.map(({ name, path: [step] }: Step) => `${name} ${step?.evidence_count}`);
  };
  beforeEach(async () => {
    const extractor = createFakeExtractor({
      names: { ...NAMES, Acme: 'organization', Berlin: 'place' },
      phrases: { 'works for': 'WORKS_FOR', with: 'MENTIONED_WITH' },
    });
    zapomni = await openTestClient({ ...engine.options(), extractor });
  });
  afterEach(() => zapomni.close());

  it('points at the words in each memory that says so', async () => {
    const [long, short] = ['We know that Alice works for Acme, since the spring.', 'Alice works for Acme.'];
    const ids = [await add(`Rain again.  ${long} Bob called.`), await add(short)];
    const { related } = await ask({});
    const evidence = related.flatMap(({ path }: Step) => path.flatMap((step) => step.evidence));
    const of = (id: string | undefined) => evidence.find((one: { memory_id: string }) => one.memory_id === id);
    expect(of(ids[0])).toMatchObject({ text: long, quote: 'Alice works for Acme', start: 26, end: 46, mark: [13, 33] });
    expect(of(ids[1])).toMatchObject({ text: short, quote: 'Alice works for Acme', start: 0, end: 20 });
    const text = textOf(await zapomni.raw('get_related', { entity: 'Alice', evidence: 2 }));
    expect(text).toContain(`“We know that «Alice works for Acme», since the spring.” [memory ${ids[0]}]`);
    expect(text).toContain(`“Alice works for Acme.” [memory ${ids[1]}]`);
    const entity = await zapomni.call('get_entity', { entity: 'Alice' });
    expect(entity.relations[0].evidence[0]).toMatchObject({ quote: 'Alice works for Acme' });
  });

  it('counts who is named in one sentence, and lists that only when it is asked for', async () => {
    await add('Alice met Bob near Berlin. Then Dr. Bob left Alice. Acme is elsewhere.');
    await add('Alice with Bob.');
    expect((await ask({})).related).toEqual([]);
    expect(await beside()).toEqual(['Bob 3', 'Berlin 1']);
    expect(await beside({ limit: 1 })).toEqual(['Bob 3']);
    expect(await beside({ min_strength: 0.5 })).toEqual(['Bob 3']);
    expect(await beside({ entity: 'Acme' })).toEqual([]);
    const { related, total } = await ask({ relationship_types: ['mentioned with'], limit: 1 });
    expect([related[0].path[0].evidence.length, total]).toEqual([3, 2]);
    const text = textOf(await zapomni.raw('get_related', { entity: 'Alice', relationship_types: ['MENTIONED_WITH'] }));
    expect(text).toContain('Alice —MENTIONED_WITH→ Bob (3 sentences): “Alice with Bob.”');
    const status = await zapomni.call('graph_status');
    expect(status).toMatchObject({ relations: 0, relation_types: {} });
    const nothing = textOf(await zapomni.raw('get_related', { entity: 'Alice' }));
    expect(nothing).toContain('relationship_types ["MENTIONED_WITH"]');
  });

  it('puts what is said before what stands together, each thing once', async () => {
    await add('Alice works for Acme. Alice and Acme met Bob.');
    const { related } = await ask({ relationship_types: ['WORKS_FOR', 'MENTIONED_WITH'] });
    expect(related.map(({ name, path }: Step) => `${name} ${path[0]?.type}`)).toEqual([
      'Acme WORKS_FOR',
      'Bob MENTIONED_WITH',
    ]);
  });

  it('follows what is forgotten, superseded and corrected', async () => {
    const first = await add('Alice met Bob.');
    const second = await add('Alice saw Bob.');
    const third = await add('Alice heard Bob.');
    expect(await beside()).toEqual(['Bob 3']);
    await zapomni.call('delete_memory', { memory_id: first, confirm: true });
    expect(await beside()).toEqual(['Bob 2']);
    await add('Alice saw Acme.', { supersedes: second });
    expect(await beside()).toEqual(['Acme 1', 'Bob 1']);
    await zapomni.call('update_memory', { memory_id: third, text: 'Alice heard nobody.' });
    await untilRead(zapomni);
    expect(await beside()).toEqual(['Acme 1']);
  });

  it('takes a long list for a list', async () => {
    await add(`Alice, ${PEOPLE.slice(0, 11).join(', ')}.`);
    expect(await beside({ limit: 50 })).toHaveLength(11);
    await add(`Bob, ${PEOPLE.join(', ')}.`);
    expect(await beside({ entity: 'Bob', limit: 50 })).toEqual([]);
  });

  it('says that it is counted now when it is asked for another time', async () => {
    await add('Alice met Bob.');
    const args = { entity: 'Alice', relationship_types: ['MENTIONED_WITH'] };
    for (const moment of [{ as_of: '2001' }, { known_at: '2001-05-05' }]) {
      const why = await zapomni.fails('get_related', { ...args, ...moment });
      expect(why).toMatch(/^INVALID_INPUT: relationship_types: MENTIONED_WITH is counted.*Leave out as_of/);
    }
  });
});
