import type { Progress } from '@modelcontextprotocol/client';
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { condition } from '@zapomni/testkit/condition';
import { createFakeExtractor } from '@zapomni/testkit/fakes';
import { enginesForTests } from '@zapomni/testkit/engines';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openFilledGraph, untilRead, type FilledGraph } from '@zapomni/testkit/filled-graph';

const ENGINES = await enginesForTests();

interface Named {
  readonly name: string;
}

describe.each(ENGINES)('building the graph, on $engine', ({ options }) => {
  let zapomni: FilledGraph;
  beforeEach(async () => {
    zapomni = await openFilledGraph(options());
  });
  afterEach(() => zapomni.close());

  it('has these tools', async () => {
    verifies('R191');
    const { tools } = await zapomni.client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['build_graph', 'get_related', 'graph_status']));
  });

  it('says how it is: sizes, types, what is connected most, what was read', async () => {
    verifies('P013', 'P014');
    const status = await zapomni.call('graph_status');
    expect(status).toMatchObject({
      health: 'Healthy',
      entities: 5,
      relations: 5,
      mentions: 10,
      entity_types: { person: 2, organization: 1, technology: 1, place: 1 },
      relation_types: { WORKS_FOR: 2, USES: 1, KNOWS: 1, LOCATED_IN: 1 },
      memories: 5,
      pending: 0,
      coverage_percent: 100,
      entities_per_memory: 1,
      relations_per_entity: 1,
      enabled: true,
    });
    expect(status.top_connected.map(({ name }: Named) => name)[0]).toBe('Acme');
    expect(status.top_connected.length).toBeLessThanOrEqual(10);
    expect(textOf(await zapomni.raw('graph_status'))).toContain('WORKS_FOR 2');
  });

  it('shows what a text says, and stores nothing unless asked', async () => {
    const text = 'Alice Smith knows Bob.';
    const read = await zapomni.call('build_graph', { text });
    expect(read).toMatchObject({
      status: 'read',
      entities: [{ name: 'Alice Smith', type: 'person' }, { name: 'Bob' }],
      relations: [{ source: 'Alice Smith', type: 'KNOWS', target: 'Bob', text: expect.stringContaining('knows') }],
    });
    expect(read.memory_id).toBeUndefined();
    expect((await zapomni.call('graph_status')).entities).toBe(5);
    expect((await zapomni.call('build_graph', { text, mode: 'entities_only' })).relations).toEqual([]);
    expect((await zapomni.call('build_graph', { text, confidence_threshold: 1 })).entities).toEqual([]);
    const { memory_id } = await zapomni.call('build_graph', { text, remember: true });
    expect(await zapomni.call('get_memory', { memory_id })).toMatchObject({ text });
    expect((await zapomni.call('get_entity', { entity: 'Alice Smith' })).mentions).toMatchObject([{ memory_id }]);
  });

  it('takes the switches of older callers, and each changes what is read', async () => {
    verifies('P009');
    const read = async (switches: object) => {
      const text = 'Alice Smith works for Acme Inc. and likes SQLite';
      const { entities, relations } = await zapomni.call('build_graph', { text, ...switches });
      return [entities.length, relations.length];
    };
    expect(await read({})).toEqual([3, 1]);
    expect(await read({ extract_entities: true, build_relationships: true })).toEqual([3, 1]);
    expect(await read({ build_relationships: true })).toEqual([3, 1]);
    // What takes part in a relation, and nothing else.
    expect(await read({ extract_entities: false, build_relationships: true })).toEqual([2, 1]);
    expect(await read({ extract_entities: true, build_relationships: false })).toEqual([3, 0]);
    expect(await read({ extract_entities: true })).toEqual([3, 0]);
    expect(await read({ build_relationships: false })).toEqual([3, 0]);
    expect(await read({ confidence_threshold: 1 })).toEqual([0, 0]);
    for (const confidence_threshold of [-0.1, 1.1])
      expect(await zapomni.fails('build_graph', { text: 'a', confidence_threshold })).toMatch(/confidence_threshold/);
    const longest = `Alice ${'x'.repeat(99_994)}`;
    expect(await zapomni.call('build_graph', { text: longest })).toMatchObject({ status: 'read' });
    for (const text of ['', `${longest}x`]) expect(await zapomni.fails('build_graph', { text })).toMatch(/text/);
    await zapomni.call('build_graph', { all: true, extract_entities: true, build_relationships: false });
    await untilRead(zapomni);
    expect(await zapomni.call('graph_status')).toMatchObject({ entities: 5, relations: 0 });
  });

  it('reads memories again in the background, and duplicates nothing', async () => {
    verifies('P010', 'D012');
    const before = await zapomni.call('graph_status');
    const { status, task, memories } = await zapomni.call('build_graph', { all: true });
    expect({ status, memories }).toEqual({ status: 'started', memories: 5 });
    expect(await zapomni.call('get_task_status', { task_id: task.task_id })).toMatchObject({ task_id: task.task_id });
    await untilRead(zapomni);
    expect(await zapomni.call('get_task_status', { task_id: task.task_id })).toMatchObject({
      state: 'completed',
      percent: 100,
    });
    const { tasks: _before, ...same } = before;
    expect(await zapomni.call('graph_status')).toMatchObject(same);
    const some = await zapomni.call('build_graph', {
      memory_ids: zapomni.memoryIds.slice(0, 2),
      mode: 'entities_only',
    });
    expect(some.memories).toBe(2);
    await untilRead(zapomni);
    expect((await zapomni.call('graph_status')).relation_types).toEqual({ USES: 1, KNOWS: 1, LOCATED_IN: 1 });
  });
});

describe.each(ENGINES)('build_graph, on $engine', ({ options }) => {
  let zapomni: TestClient;
  beforeAll(async () => {
    zapomni = await openTestClient(options());
  });
  afterAll(() => zapomni.close());

  it.each([
    [{}, /INVALID_INPUT: text: give exactly one of text, memory_ids and all\. all: true reads every/],
    [{ text: 'a', all: true }, /exactly one/],
    [{ all: true, remember: true }, /INVALID_INPUT: remember/],
    [{ text: '' }, /INVALID_INPUT: .*text/],
    [{ text: ' \n' }, /INVALID_INPUT: .*text/],
    [{ text: 'x'.repeat(100_001) }, /INVALID_INPUT: .*text/],
    [{ text: 'a', mode: 'some' }, /INVALID_INPUT: .*mode/],
    [{ text: 'a', mode: 'full', extract_entities: true }, /INVALID_INPUT: mode: says the same/],
    [{ text: 'a', extract_entities: false }, /INVALID_INPUT: extract_entities: leaves nothing to read for/],
    [{ text: 'a', build_relationships: 'yes' }, /INVALID_INPUT: .*build_relationships/],
    [{ text: 'a', confidence_threshold: 1.5 }, /INVALID_INPUT: .*confidence_threshold/],
    [{ memory_ids: [] }, /INVALID_INPUT: .*memory_ids/],
    [{ memory_ids: ['00000000-0000-7000-8000-000000000000'] }, /NOT_FOUND: .*memories/],
  ])('refuses %o', async (args, why) => {
    expect(await zapomni.fails('build_graph', args)).toMatch(why);
  });
});

describe.each(ENGINES)('background tasks, on $engine', ({ options }) => {
  it('are listed, followed and cancelled; what they left can be taken up again', async () => {
    verifies('P010', 'P044');
    const extractor = createFakeExtractor();
    const zapomni: TestClient = await openFilledGraph({ ...options(), extractor });
    extractor.stuck = true;
    const { task } = await zapomni.call('build_graph', { all: true });
    const status = (id: string, client = zapomni) => client.call('get_task_status', { task_id: id });
    await condition(async () => (await status(task.task_id)).state === 'running');
    const { tasks } = await zapomni.call('list_tasks');
    expect(tasks[0]).toMatchObject({ task_id: task.task_id, state: 'running', workspace_id: 'default', attempts: 1 });
    expect((await zapomni.call('graph_status')).tasks[0]).toMatchObject({ state: 'running' });
    expect(await zapomni.call('cancel_task', { task_id: task.task_id })).toMatchObject({ status: 'cancelled' });
    const end = await zapomni.call('get_task_status', { task_id: task.task_id, wait_seconds: 20 });
    expect(end).toMatchObject({ state: 'cancelled', ended_at: expect.any(String) });
    expect(await zapomni.call('cancel_task', { task_id: task.task_id })).toMatchObject({ status: 'had_ended' });
    extractor.stuck = false;
    await zapomni.call('retry_task', { task_id: task.task_id });
    expect(await zapomni.call('get_task_status', { task_id: task.task_id, wait_seconds: 20 })).toMatchObject({
      state: 'completed',
      percent: 100,
      result: { memories: 5 },
    });
    expect((await zapomni.call('graph_status')).relations).toBe(5);
    expect(await zapomni.fails('retry_task', { task_id: task.task_id })).toMatch(/^CONFLICT: task_id: .*ended well/s);
    await zapomni.close();
  });

  it('are the same from every process and after a restart, with what went wrong', async () => {
    const extractor = createFakeExtractor();
    const zapomni: TestClient = await openFilledGraph({ ...options(), extractor });
    const other = await zapomni.another();
    extractor.failing = true;
    const { task } = await zapomni.call('build_graph', { all: true });
    const status = (client: TestClient) => client.call('get_task_status', { task_id: task.task_id });
    await condition(async () => (await status(other)).error !== undefined);
    expect(await status(other)).toMatchObject({
      name: 'build_graph',
      state: 'queued',
      error: { code: 'MODEL_UNAVAILABLE', message: 'The extractor cannot be used now.' },
      due_at: expect.any(String),
    });
    expect(await status(other)).toEqual(await status(zapomni));
    const { tasks } = await other.call('list_tasks', { name: 'build_graph', state: 'queued', limit: 1 });
    expect(tasks).toEqual([await status(zapomni)]);
    expect(textOf(await other.raw('list_tasks'))).toMatch(/build_graph: queued.*MODEL_UNAVAILABLE.*Tried again at 20/);
    expect(await other.call('cancel_task', { task_id: task.task_id })).toMatchObject({ status: 'cancelled' });
    expect(await status(zapomni)).toMatchObject({ state: 'cancelled' });
    await other.close();
    const next = await zapomni.another();
    expect(await status(next)).toEqual(await status(zapomni));
    await next.close();
    await zapomni.close();
  });

  it('tell a client that waits how far they are', async () => {
    verifies('P044');
    const extractor = createFakeExtractor();
    const zapomni: TestClient = await openFilledGraph({ ...options(), extractor });
    extractor.stuck = true;
    const { task } = await zapomni.call('build_graph', { all: true });
    const told: Progress[] = [];
    const waiting = zapomni.client.callTool(
      { name: 'get_task_status', arguments: { task_id: task.task_id, wait_seconds: 20 } },
      { onprogress: (progress) => void told.push(progress) },
    );
    await condition(() => told.length > 0);
    extractor.stuck = false;
    expect((await waiting).structuredContent).toMatchObject({ state: 'completed', done: 5, total: 5 });
    expect(told.at(-1)).toMatchObject({ progress: 5, total: 5 });
    await zapomni.close();
  });

  it('that do not exist are an error that says where to look', async () => {
    const zapomni = await openFilledGraph(options());
    for (const tool of ['get_task_status', 'cancel_task', 'retry_task'])
      expect(await zapomni.fails(tool, { task_id: 'none' })).toMatch(/^NOT_FOUND: task_id: .*list_tasks/s);
    await zapomni.close();
  });
});
