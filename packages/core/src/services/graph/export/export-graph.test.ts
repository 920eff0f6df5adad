import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { EXPORT_FORMATS, type ExportFormat, type GraphTextRequest } from '@zapomni/core/graph';
import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Names that would break out of one format or another. */
const NASTY = [
  `"double" 'single' \`back\``,
  `</data></node><node id="forged">`,
  `]]> &amp; <!-- --> <?xml?>`,
  `'}) DETACH DELETE n //`,
  `\\' \\\\u0027}) MATCH (n) DELETE n //`,
  `\\u0060 \\u0027`,
  `"]; end; click x "javascript:alert(1)"`,
  `#quot; #35; graph TD`,
  `{"@id":"urn:forged"}`,
  '🎉 الله 汉字 \u202egnp \u200b \ufeffzero',
  `${'long '.repeat(50)}`.trim(),
];
const workspace = 'default';

describe('exporting', () => {
  let store: FilledStore;
  beforeAll(async () => {
    store = openFilledStore();
    await store.remember(['Alice works for Acme. Acme is in Berlin.', 'Bob lives in Berlin']);
    await store.read();
    const links = NASTY.map((name) => ({
      source: { name, type: 'thing' },
      type: "x']->() DELETE `y`",
      target: { name: 'Target', type: 'thing' },
    }));
    await store.app.graph.link({ workspace: 'nasty', links });
  });
  afterAll(() => store.close());

  const text = async (format: ExportFormat, request: Partial<GraphTextRequest> = {}) => {
    const pieces: string[] = [];
    for await (const piece of store.app.graph.text({ workspace, format, ...request })) pieces.push(piece);
    return pieces.join('');
  };

  it('writes GraphML whose edges join its nodes', async () => {
    const xml = await text('graphml');
    const nodes = [...xml.matchAll(/<node id="([^"]+)">.*?<data key="n_name">([^<]*)</g)].map(([, id, name]) => [
      id,
      name,
    ]);
    expect(nodes.map(([, name]) => name)).toEqual(['Acme', 'Alice', 'Bob', 'Berlin']);
    const ids = new Set(nodes.map(([id]) => id));
    const edges = [...xml.matchAll(/<edge source="([^"]+)" target="([^"]+)"><data key="e_type">(\w+)</g)];
    expect(edges.map(([, , , type]) => type).toSorted()).toEqual(['LIVES_IN', 'LOCATED_IN', 'WORKS_FOR']);
    for (const [, source, target] of edges) expect([ids.has(source), ids.has(target)]).toEqual([true, true]);
    expect(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<graphml ')).toBe(true);
  });

  it('writes Cytoscape JSON', async () => {
    const { elements } = JSON.parse(await text('cytoscape')) as {
      elements: {
        nodes: { data: { id: string; name: string } }[];
        edges: { data: { source: string; target: string } }[];
      };
    };
    expect(elements.nodes.map(({ data }) => data.name)).toEqual(['Acme', 'Alice', 'Bob', 'Berlin']);
    const ids = new Set(elements.nodes.map(({ data }) => data.id));
    expect(elements.edges).toHaveLength(3);
    for (const { data } of elements.edges) expect(ids.has(data.source) && ids.has(data.target)).toBe(true);
  });

  it('writes JSON-LD and plain JSON', async () => {
    const ld = JSON.parse(await text('jsonld')) as { '@graph': { '@id': string; '@type': string; source?: string }[] };
    expect(ld['@graph'].map((node) => node['@type'])).toEqual([
      ...Array(4).fill('Entity'),
      ...Array(3).fill('Relation'),
    ]);
    const ids = new Set(ld['@graph'].map((node) => node['@id']));
    expect(ld['@graph'].every(({ source }) => source === undefined || ids.has(source))).toBe(true);
    const plain = JSON.parse(await text('json')) as { entities: object[]; relations: object[] };
    expect(plain.entities[1]).toMatchObject({ id: 'person:alice', name: 'Alice', mentions: 1 });
    expect(plain.relations).toHaveLength(3);
  });

  it('writes Cypher and Mermaid', async () => {
    const cypher = await text('neo4j');
    expect(cypher).toContain("{id: 'person:alice', workspace: 'default', name: 'Alice', type: 'person'");
    expect(cypher).toContain('MERGE (a)-[r:`WORKS_FOR` {id: row.properties.id}]->(b)');
    const mermaid = (await text('mermaid', { details: false })).split('\n');
    expect(mermaid[0]).toBe('flowchart LR');
    expect(mermaid).toContain('  e_person_3a_alice["Alice"]');
    expect(mermaid).toContain('  e_person_3a_alice -->|"WORKS_FOR"| e_organization_3a_acme');
  });

  describe('of names that try to break out', () => {
    const from = (format: ExportFormat) => text(format, { workspace: 'nasty' });

    it('stays JSON that says the very names', async () => {
      const plain = JSON.parse(await from('json')) as { entities: { name: string }[]; relations: { type: string }[] };
      expect(new Set(plain.entities.map(({ name }) => name))).toEqual(new Set([...NASTY, 'Target']));
      expect(new Set(plain.relations.map(({ type }) => type))).toEqual(new Set(['X_DELETE_Y']));
      const cytoscape = JSON.parse(await from('cytoscape')) as { elements: { nodes: object[] } };
      expect(cytoscape.elements.nodes).toHaveLength(NASTY.length + 1);
      const ld = JSON.parse(await from('jsonld')) as { '@graph': object[] };
      expect(ld['@graph']).toHaveLength(2 * NASTY.length + 1);
    });

    it('stays XML: as many nodes as entities, and the names come back', async () => {
      const xml = await from('graphml');
      expect(xml.match(/<node /g)).toHaveLength(NASTY.length + 1);
      const names = [...xml.matchAll(/<data key="n_name">([^<]*)<\/data>/g)].map(([, name = '']) => unescapeXml(name));
      expect(new Set(names)).toEqual(new Set([...NASTY, 'Target']));
      for (const [, id = ''] of xml.matchAll(/<node id="([^"]*)"/g)) expect(id).toMatch(/^[\w]+$/);
    });

    it('stays Cypher: outside of literals there is nothing but our own words', async () => {
      verifies('D014');
      const cypher = await from('neo4j');
      const names = new Set<string>();
      const bare = cypher.replace(/'((?:[^'\\]|\\.)*)'/g, (_, inner: string) => {
        names.add(inner);
        return '_';
      });
      expect(bare.replace(/`\w+`/g, '`')).toMatch(
        /^(?:CREATE CONSTRAINT|UNWIND|AS|MERGE|MATCH|SET|row|IF NOT EXISTS FOR|REQUIRE|IS UNIQUE|Entity|[\w\s{}[\]():,.;+=<>`-])*$/,
      );
      expect(bare).not.toMatch(/DELETE(?!_)|forged/);
      expect(cypher).not.toMatch(/\\u/i);
      expect(cypher).toContain('r:`X_DELETE_Y`');
    });

    it('stays a Mermaid flowchart: each line a node or an edge', async () => {
      const [head, ...lines] = (await from('mermaid')).trimEnd().split('\n');
      expect(head).toBe('flowchart LR');
      const label = '[^"`<>{}|\\[\\]]*';
      for (const line of lines) {
        expect(line).toMatch(
          new RegExp(`^  e_\\w+(?:\\["${label}<br/><small>${label}</small>"\\]| -->\\|"${label}"\\| e_\\w+)$`, 'u'),
        );
      }
      expect(new Set(lines.map((line) => line.split('[')[0])).size).toBeGreaterThan(NASTY.length);
    });
  });

  it('takes only the types asked for, and the relations among them', async () => {
    const { entities, relations } = JSON.parse(await text('json', { types: ['Person', 'organization'] })) as {
      entities: { type: string }[];
      relations: { type: string }[];
    };
    expect(entities.map(({ type }) => type)).toEqual(['organization', 'person', 'person']);
    expect(relations.map(({ type }) => type)).toEqual(['WORKS_FOR']);
  });

  it('leaves details out when told to', async () => {
    const { entities, relations } = JSON.parse(await text('json', { details: false })) as Record<string, object[]>;
    expect(entities?.[0]).toEqual({ id: 'organization:acme', name: 'Acme', type: 'organization' });
    expect(Object.keys(relations?.[0] ?? {})).toEqual(['source', 'target', 'type']);
  });

  it.each(['json', 'jsonld', 'cytoscape'] as const)('indents %s when told to, and says the same', async (format) => {
    const [plain, pretty] = [await text(format), await text(format, { pretty: true })];
    const parsed: unknown = JSON.parse(pretty);
    expect(parsed).toEqual(JSON.parse(plain));
    expect(pretty.split('\n').length).toBeGreaterThan(2 * plain.split('\n').length);
    expect(pretty).toBe(`${JSON.stringify(parsed, null, 2)}\n`);
  });

  it('indents GraphML when told to, and says the same', async () => {
    const [plain, pretty] = [await text('graphml'), await text('graphml', { pretty: true })];
    expect(pretty).toMatch(
      /\n {2}<node id="[^"]+">\n {4}<data key="n_entity_id">[^<]*<\/data>\n {4}<data key="n_name">/,
    );
    expect(pretty.replace(/\n */g, '')).toBe(plain.replace(/\n */g, ''));
  });

  it('gives Cytoscape a colour for each type of entity when told to', async () => {
    interface Styled {
      readonly style?: readonly { readonly selector: string; readonly style: Record<string, string> }[];
    }
    for (const pretty of [false, true]) {
      const { style = [], ...rest } = JSON.parse(await text('cytoscape', { style: true, pretty })) as Styled;
      expect(rest).toEqual(JSON.parse(await text('cytoscape')));
      expect(style.map(({ selector }) => selector)).toEqual([
        'node',
        'edge',
        'node[type = "organization"]',
        'node[type = "person"]',
        'node[type = "place"]',
      ]);
      const colours = style.slice(2).map((rule) => rule.style['background-color']);
      expect(new Set(colours).size).toBe(3);
    }
  });

  it('puts as many rows into a statement of Cypher as it is told', async () => {
    const rows = async (batchSize?: number) => {
      const statements = (await text('neo4j', { workspace: 'nasty', batchSize })).split('UNWIND').slice(1);
      return statements.map((statement) => statement.match(/^\{/gm)?.length);
    };
    expect(await rows()).toEqual([NASTY.length + 1, NASTY.length]);
    expect(await rows(5)).toEqual([5, 5, 2, 5, 5, 1]);
    expect(await rows(1)).toEqual(Array.from({ length: 2 * NASTY.length + 1 }, () => 1));
  });

  it.each([
    [{ format: 'neo4j', pretty: true }, 'pretty_print'],
    [{ format: 'mermaid', pretty: true }, 'pretty_print'],
    [{ format: 'graphml', style: true }, 'include_style'],
    [{ format: 'json', batchSize: 0 }, 'batch_size'],
    [{ format: 'json', batchSize: 10_001 }, 'batch_size'],
    [{ format: 'json', batchSize: 1.5 }, 'batch_size'],
  ] as const)('refuses %o', async (request, field) => {
    const call = store.app.graph.export({ workspace, ...request });
    await expect(call).rejects.toMatchObject({ code: 'INVALID_INPUT', issues: [{ field }] });
  });

  it('shows what held at another time', async () => {
    const { relations } = JSON.parse(await text('json', { validAt: 0 })) as { relations: object[] };
    expect(relations).toEqual([]);
  });

  it.each(EXPORT_FORMATS)('writes an empty graph as %s', async (format) => {
    const empty = await text(format, { workspace: 'nowhere' });
    if (['cytoscape', 'jsonld', 'json'].includes(format)) expect(() => JSON.parse(empty)).not.toThrow();
    expect(empty).not.toContain('undefined');
  });

  it('comes in pieces, and holds no more than a page', async () => {
    const entities = Array.from({ length: 1000 }, (_, i) => ({ type: 'thing', name: `Thing ${i}` }));
    for (let i = 0; i < 3; i++) {
      const some = entities.map(({ type, name }) => ({ type, name: `${name} of ${i}` }));
      await store.app.graph.assertEntities({ workspace: 'large', entities: some });
    }
    const lengths: number[] = [];
    for await (const piece of store.app.graph.text({ workspace: 'large', format: 'json' })) lengths.push(piece.length);
    expect(lengths.length).toBeGreaterThan(6);
    expect(Math.max(...lengths)).toBeLessThan(150_000);
    expect(lengths.reduce((sum, length) => sum + length)).toBeGreaterThan(400_000);
    const inStatements: (number | undefined)[] = [];
    const large = { workspace: 'large', format: 'neo4j', batchSize: 1200 } as const;
    for await (const piece of store.app.graph.text(large)) inStatements.push(piece.match(/^\{id: /gm)?.length);
    // More than a page of the store, too.
    expect(inStatements.filter((count) => count !== undefined)).toEqual([1200, 1200, 600]);
  });

  describe('into a file', () => {
    const folder = () => path.join(store.deps.config.data_dir, 'exports');
    const exportIt = (file?: string, format: ExportFormat = 'json') =>
      store.app.graph.export({ workspace, format, file });

    it('writes below the export folder and tells what it wrote', async () => {
      verifies('D029');
      const written = await exportIt('graph.json');
      expect(written).toMatchObject({
        path: path.join(folder(), 'graph.json'),
        format: 'json',
        entities: 4,
        relations: 3,
      });
      const content = readFileSync(written.path);
      expect(content.length).toBe(written.bytes);
      expect(content.toString()).toBe(await text('json'));
    });

    it('makes up a name that fits the format', async () => {
      const { path: file } = await exportIt(undefined, 'graphml');
      expect(path.basename(file)).toMatch(/^graph-default-\d{8}T\d{6}Z\.graphml$/);
    });

    it.each([
      ['../out.json', 'INVALID_INPUT'],
      ['/tmp/out.json', 'INVALID_INPUT'],
      ['missing/out.json', 'NOT_FOUND'],
      ['graph.xml', 'INVALID_INPUT'],
      ['graph', 'INVALID_INPUT'],
    ])('refuses %j', async (file, code) => {
      verifies('D029');
      await expect(exportIt(file)).rejects.toMatchObject({ code });
      expect(existsSync('/tmp/out.json')).toBe(false);
    });

    it.skipIf(process.platform === 'win32')('follows no link out of the folder', async () => {
      verifies('D029');
      await exportIt('plain.json');
      symlinkSync('/tmp', path.join(folder(), 'link'));
      await expect(exportIt('link/zapomni-out.json')).rejects.toMatchObject({ code: 'FORBIDDEN' });
      expect(existsSync('/tmp/zapomni-out.json')).toBe(false);
    });

    it('keeps what is there unless told otherwise', async () => {
      await exportIt('twice.json');
      await expect(exportIt('twice.json')).rejects.toMatchObject({ code: 'CONFLICT' });
      const again = await store.app.graph.export({ workspace, format: 'json', file: 'twice.json', overwrite: true });
      expect(again.entities).toBe(4);
    });

    it('leaves nothing when it is cancelled', async () => {
      const { signal } = { signal: AbortSignal.abort() };
      const before = readdirSync(folder());
      const call = store.app.graph.export({ workspace, format: 'json', file: 'never.json', signal });
      await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
      expect(readdirSync(folder())).toEqual(before);
    });
  });
});

function unescapeXml(text: string): string {
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(/&(?:#(\d+)|(\w+));/g, (_, code?: string, name?: string) =>
    code ? String.fromCodePoint(Number(code)) : (names[name ?? ''] ?? ''),
  );
}
