import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { RunningFalkordb } from '@zapomni/testkit/falkordb';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { NOW, WORKSPACE } from '@zapomni/testkit/storage-fixtures';
import { openFixture } from '../../testing/fixture.ts';

const found = await falkordbForTests();
const server = found as RunningFalkordb;

const WIDTH = 60;
const DEPTH = 5;
const name = (level: number, at: number): string => `n${level}x${at}`;

/** How often the server has carried out a command since the last look. */
async function callsOf(command: string): Promise<number> {
  const stats = await server.command('INFO', 'commandstats');
  await server.command('CONFIG', 'RESETSTAT');
  return Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`, 'i').exec(stats)?.[1] ?? 0);
}

/** The queries that the server was sent meanwhile. */
async function queriesDuring(work: () => Promise<unknown>): Promise<{ graph: string; query: string }[]> {
  const socket = connect(server.port, '127.0.0.1');
  let said = '';
  socket.setEncoding('utf8').on('data', (part: string) => (said += part));
  socket.write('MONITOR\r\n');
  await expect.poll(() => said).toContain('+OK');
  await work();
  await server.command('ECHO', 'all said');
  await expect.poll(() => said).toContain('all said');
  socket.destroy();
  const sent = said.matchAll(/"GRAPH\.RO_QUERY" ("(?:[^"\\]|\\.)*") ("(?:[^"\\]|\\.)*")/g);
  return Array.from(sent, ([, graph = '', query = '']) => ({
    graph: JSON.parse(graph) as string,
    query: JSON.parse(query) as string,
  }));
}

describe.skipIf(!found)('a walk through the graph', () => {
  test('is made by the engine: a few queries a step, however many entities are met', async () => {
    const { storage, destroy } = openFixture(server.url);
    const levels = Array.from({ length: DEPTH }, (_, i) => i + 1);
    const inner = levels.flatMap((level) => Array.from({ length: WIDTH }, (_, at) => name(level, at)));
    const entities = ['start', ...inner].map((one) => ({ type: 'thing', name: one }));
    await storage.graph.assertEntities(WORKSPACE, entities, NOW);
    const said = { type: 'LINKS', confidence: 0.5, memoryId: null, validFrom: NOW, validTo: null };
    const drafts = levels.flatMap((level) =>
      Array.from({ length: WIDTH }, (_, at) => ({
        ...said,
        source: level === 1 ? 'thing:start' : `thing:${name(level - 1, (at * 7) % WIDTH)}`,
        target: `thing:${name(level, at)}`,
      })),
    );
    await storage.graph.assertRelations(WORKSPACE, drafts, NOW);
    await storage.graph.reach(WORKSPACE, 'thing:start', { depth: 1, limit: 1 });
    await callsOf('graph\\.RO_QUERY');
    const { total } = await storage.graph.reach(WORKSPACE, 'thing:start', {
      depth: DEPTH,
      limit: 10,
      direction: 'out',
    });
    const queries = await callsOf('graph\\.RO_QUERY');
    expect(total).toBe(DEPTH * WIDTH);
    expect(queries).toBeGreaterThanOrEqual(DEPTH);
    expect(queries).toBeLessThanOrEqual(2 * DEPTH);
    await destroy();
  });

  test('goes along relations in the engine, from entities that an index finds', async () => {
    const { storage, destroy } = openFixture(server.url);
    await storage.graph.assertEntities(WORKSPACE, [{ type: 'thing', name: 'a' }], NOW);
    const sent = await queriesDuring(() => storage.graph.reach(WORKSPACE, 'thing:a', { depth: 1, limit: 1 }));
    const walks = sent.filter(({ query }) => query.includes('[r:REL]'));
    expect(walks.length).toBeGreaterThan(0);
    for (const { graph, query } of walks) {
      const plan = await server.command('GRAPH.EXPLAIN', graph, query);
      expect(plan).toMatch(/Traverse/);
      expect(plan).toMatch(/Index Scan/);
      expect(plan).not.toMatch(/All Node Scan|Node By Label Scan/);
    }
    await destroy();
  });
});
