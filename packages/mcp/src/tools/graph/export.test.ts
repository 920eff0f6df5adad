import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { enginesForTests } from '@zapomni/testkit/engines';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFilledGraph, type FilledGraph } from '@zapomni/testkit/filled-graph';

const ENGINES = await enginesForTests();

describe.each(ENGINES)('exporting and tidying up, on $engine', ({ options }) => {
  let zapomni: FilledGraph;
  let folder: string;
  beforeAll(async () => {
    zapomni = await openFilledGraph(options());
    folder = path.join(realpathSync(zapomni.dataDir), 'exports');
  });
  afterAll(() => zapomni.close());

  it.each([
    ['graphml', /<graphml[\s\S]*Acme/],
    ['cytoscape', /"elements"[\s\S]*Acme/],
    ['neo4j', /(CREATE|MERGE)[\s\S]*Acme/],
    ['jsonld', /"@context"[\s\S]*Acme/],
    ['json', /Acme/],
    ['mermaid', /(graph|flowchart)[\s\S]*Acme/],
  ])('writes %s below the export folder, and says where', async (format, shape) => {
    verifies('D029');
    const exported = await zapomni.call('export_graph', { format });
    expect(exported).toMatchObject({ status: 'exported', format, entities: 5, relations: 5 });
    expect(path.dirname(exported.path)).toBe(folder);
    const text = readFileSync(exported.path, 'utf8');
    expect(Buffer.byteLength(text)).toBe(exported.bytes);
    expect(text).toMatch(shape);
  });

  it('does what each of its options says', async () => {
    verifies('P015');
    const written = async (args: object): Promise<string> =>
      readFileSync(
        (await zapomni.call('export_graph', { output_path: 'options.json', overwrite: true, ...args })).path,
        'utf8',
      );
    const named = (format: string, output_path: string) => written({ format, output_path });
    expect(await named('graphml', 'options.graphml')).toContain('<graphml');
    expect(await named('cytoscape', 'options.cyjs')).toContain('"elements"');
    expect(await named('neo4j', 'options.cypher')).toContain('UNWIND');
    expect(await named('json', 'options.json')).toContain('"entities"');
    for (const output_path of ['options.txt', 'no/such/folder.json'])
      expect(await zapomni.fails('export_graph', { format: 'json', output_path })).toContain('output_path');

    expect(JSON.parse(await written({ format: 'json', node_types: ['person'] })).entities).toHaveLength(2);
    expect(await written({ format: 'json', include_metadata: false })).not.toContain('mentions');
    expect(await written({ format: 'json', include_metadata: true })).toContain('mentions');
    const [plain, pretty] = [
      await written({ format: 'json', pretty_print: false }),
      await written({ format: 'json', pretty_print: true }),
    ];
    expect(pretty).toBe(`${JSON.stringify(JSON.parse(plain), null, 2)}\n`);
    expect(JSON.parse(await written({ format: 'cytoscape', include_style: true }))).toHaveProperty('style');
    expect(JSON.parse(await written({ format: 'cytoscape' }))).not.toHaveProperty('style');
    const neo4j = { format: 'neo4j', output_path: 'options.cypher' };
    const ofEntities = (cypher: string) => cypher.split('MERGE (e:Entity').length - 1;
    expect([ofEntities(await written(neo4j)), ofEntities(await written({ ...neo4j, batch_size: 2 }))]).toEqual([1, 3]);
    for (const batch_size of [0, 10_001])
      expect(await zapomni.fails('export_graph', { ...neo4j, batch_size })).toContain('batch_size');
  });

  it('takes a name, part of the graph, and replaces a file only when told to', async () => {
    const args = { format: 'json', output_path: 'people.json', node_types: ['person'] };
    expect(await zapomni.call('export_graph', args)).toMatchObject({ entities: 2, relations: 1 });
    expect(await zapomni.fails('export_graph', args)).toMatch(/^CONFLICT: /);
    const bare = await zapomni.call('export_graph', { ...args, overwrite: true, include_metadata: false });
    expect(readFileSync(bare.path, 'utf8')).not.toMatch(/mentions|strength/);
  });

  it.each([
    '../escape.json',
    '/tmp/escape.json',
    'a/../../escape.json',
    'C:\\escape.json',
    '..\\escape.json',
    'nul\u0000.json',
    'no/such/folder.json',
    'wrong.xml',
    '.json',
    'x'.repeat(400) + '.json',
  ])('refuses %j, and writes nothing', async (output_path) => {
    verifies('D029');
    const before = readdirSync(folder).length;
    const text = await zapomni.fails('export_graph', { format: 'json', output_path });
    expect(text).toMatch(/^(INVALID_INPUT|FORBIDDEN|NOT_FOUND): /);
    expect(text).toContain(': output_path: ');
    expect(text).not.toContain(zapomni.dataDir);
    expect(readdirSync(folder).length).toBe(before);
    expect(existsSync('/tmp/escape.json')).toBe(false);
  });

  it('looks before it removes, and removes only what is confirmed', async () => {
    verifies('P022');
    await zapomni.call('link', { source: 'Ghost', source_type: 'person', type: 'haunts', target: 'Berlin' });
    const look = await zapomni.call('prune_memory', { strategy: 'all' });
    expect(look).toMatchObject({ status: 'preview' });
    expect(Object.values(look.removed as Record<string, number>).every((count) => count === 0)).toBe(true);
    expect(await zapomni.fails('prune_memory', { strategy: 'all', dry_run: false })).toMatch(/^FORBIDDEN: confirm/);
    expect(await zapomni.call('prune_memory', { strategy: 'all', dry_run: false, confirm: true })).toMatchObject({
      status: 'pruned',
    });
    expect((await zapomni.call('graph_status')).entities).toBe(6);
    expect(await zapomni.fails('prune_memory', { strategy: 'everything' })).toMatch(/INVALID_INPUT: .*strategy/);
  });
});
