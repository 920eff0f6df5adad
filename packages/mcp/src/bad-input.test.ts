/** Every tool, every argument, everything that can be wrong with it: a clear refusal that names the field, nothing changed. */
import type { WebSearch } from '@zapomni/core/ports';
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolGroups } from './tools/index.ts';

interface Schema {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Record<string, Schema>;
  readonly required?: readonly string[];
}

/** Arguments with which a tool passes validation; each case spoils one of them. */
const VALID: Record<string, Record<string, unknown>> = {
  add_memory: { text: 'valid' },
  search_memory: { query: 'valid' },
  get_memory: { memory_id: '00000000-0000-7000-8000-000000000000' },
  update_memory: { memory_id: '00000000-0000-7000-8000-000000000000', text: 'valid' },
  delete_memory: { memory_id: '00000000-0000-7000-8000-000000000000', confirm: true },
  clear_all: { confirm: 'no' },
  create_workspace: { workspace_id: 'valid' },
  set_current_workspace: { workspace_id: 'valid' },
  delete_workspace: { workspace_id: 'valid' },
  build_graph: { text: 'valid' },
  export_graph: { format: 'json' },
  get_entity: { entity: 'nobody' },
  get_related: { entity: 'nobody' },
  link: { source: 'nobody', type: 'knows', target: 'no one' },
  unlink: { source: 'nobody', type: 'knows', target: 'no one' },
  merge_entities: { into: 'nobody', from: 'no one' },
  split_entities: { merge_id: 'none' },
  prune_memory: { strategy: 'all' },
  get_changes: { since: 'yesterday' },
  get_task_status: { task_id: 'none' },
  cancel_task: { task_id: 'none' },
  add_document: { text: 'valid' },
  add_folder: { path: '/none' },
  read_document: { document: 'none' },
  find_quote: { quote: 'valid' },
  remove_document: { document: 'none', confirm: true },
  refresh_document: { document: 'none' },
  import_bibliography: { content: '', dry_run: true },
  check_references: { text: 'valid' },
  create_browser_workflow: { name: 'valid', website_domain: 'example.org', start_url: 'https://example.com/' },
  add_observations: { observations: [] },
  create_entities: { entities: [] },
  create_relations: { relations: [] },
  delete_entities: { entityNames: [] },
  delete_observations: { deletions: [] },
  delete_relations: { relations: [] },
  open_nodes: { names: [] },
  search_nodes: { query: 'valid' },
};
const WRONG: Record<string, readonly unknown[]> = {
  string: [12_345, true, null, [], {}, ['a']],
  integer: ['5', 1.5, null, [], {}, -1, 0, 1e9, Number.MAX_SAFE_INTEGER + 2],
  number: ['5', null, [], {}, -1, 2],
  boolean: ['true', 1, null, [], {}],
  array: ['text', 1, null, {}, [1], [null], [{ unknown: 1 }]],
  object: ['text', 1, null, [], { unknown_key: 1 }],
};
/** A number that this argument may have, though others may not. */
const isWithin = ({ type, minimum = Infinity, maximum = -Infinity }: Schema, value: unknown) =>
  typeof value === 'number' && (type === 'number' || Number.isInteger(value)) && value >= minimum && value <= maximum;
/** A tool that needs something set up is listed with it. */
const NOTHING_FOUND: WebSearch = { engine: 'searxng', search: async () => [] };
const tools = Object.values(toolGroups).flat();

describe('bad input', () => {
  let zapomni: TestClient;
  let schemas: Map<string, Schema>;
  let before: unknown;
  const state = async () => {
    const [{ all_memories, workspaces }, listed] = [
      await zapomni.call('get_stats'),
      await zapomni.call('list_memories'),
    ];
    return { all_memories, workspaces, listed };
  };

  beforeAll(async () => {
    zapomni = await openTestClient({ webSearches: [NOTHING_FOUND], settings: { tools: 'all,hooks' } });
    await zapomni.call('add_memory', { text: 'what was there before' });
    schemas = new Map((await zapomni.client.listTools()).tools.map((tool) => [tool.name, tool.inputSchema as Schema]));
    before = await state();
  });
  afterAll(async () => {
    expect(await state()).toEqual(before);
    await zapomni.close();
  });

  describe.each(tools.map(({ name }) => name))('%s', (name) => {
    it('refuses wrong types and names the field', async () => {
      verifies('R154', 'R174', 'R187', 'R257', 'R259', 'R315');
      for (const [field, schema] of Object.entries(schemas.get(name)?.properties ?? {})) {
        for (const value of WRONG[schema.type ?? ''] ?? []) {
          if (field === 'metadata' && JSON.stringify(value) === '{"unknown_key":1}') continue;
          if (isWithin(schema, value)) continue;
          const result = await zapomni.raw(name, { ...VALID[name], [field]: value });
          expect(result.isError, `${field} = ${JSON.stringify(value)}`).toBe(true);
          expect(textOf(result), `${field} = ${JSON.stringify(value)}`).toContain(field);
          expect(result._meta).toMatchObject({
            error: { code: 'INVALID_INPUT', class: 'validation', retryable: false },
          });
        }
      }
    });

    it('refuses what it does not know, and what is missing', async () => {
      verifies('P002', 'R153');
      const unknown = await zapomni.fails(name, { ...VALID[name], surprise: 1 });
      expect(unknown).toContain('surprise');
      for (const field of schemas.get(name)?.required ?? []) {
        const { [field]: _left, ...rest } = VALID[name] ?? {};
        expect(await zapomni.fails(name, rest)).toContain(field);
      }
    });

    it('is not shaken by control characters, lone surrogates, huge or odd strings', async () => {
      verifies('R181');
      const odd = [
        '',
        ' ',
        '\u0000',
        '\ud800',
        'x\udfff',
        '\u202e',
        '../../etc/passwd',
        "'; DROP TABLE memories; --",
        'y'.repeat(300_000),
      ];
      for (const [field, schema] of Object.entries(schemas.get(name)?.properties ?? {})) {
        if (schema.type !== 'string') continue;
        for (const value of odd) {
          if (['add_memory', 'add_document', 'set_current_workspace', 'create_workspace'].includes(name)) continue;
          const result = await zapomni.raw(name, { ...VALID[name], [field]: value });
          if (result.isError)
            expect(textOf(result)).toMatch(
              /^(INVALID_INPUT|INVALID_CONFIG|NOT_FOUND|FORBIDDEN|TOO_LARGE|NETWORK_OFF): /,
            );
          expect(textOf(result).length).toBeLessThan(5000);
        }
      }
    });
  });

  it('refuses the texts that cannot be kept, by name', async () => {
    verifies('R105', 'R136');
    expect(await zapomni.fails('add_memory', { text: ' \n\t ' })).toContain('text cannot be empty or whitespace-only');
    expect(await zapomni.fails('add_memory', { text: 'half a pair \ud83d' })).toMatch(/text.*surrogate/);
    expect(await zapomni.fails('add_memory', { text: 'x', metadata: { a: '\udc00' } })).toMatch(/metadata.*surrogate/);
    expect(await zapomni.fails('add_memory', { text: 'x', tags: ['\ud800'] })).toMatch(/tags.*surrogate/);
    expect(await zapomni.fails('add_memory', { text: 'x', metadata: { big: 'm'.repeat(100_001) } })).toMatch(
      /TOO_LARGE.*metadata/,
    );
    expect(await zapomni.fails('add_memory', {})).toContain('text');
    expect(await zapomni.fails('add_memory', { text: 'x', items: [{ text: 'y' }] })).toContain('items');
    expect(await zapomni.fails('add_memory', { items: [] })).toContain('items');
  });

  it('never shows a path, a stack or the data folder', async () => {
    verifies('R062', 'R071', 'R072', 'R118', 'R176', 'R177');
    const replies = await Promise.all(tools.map(({ name }) => zapomni.raw(name, { nonsense: true })));
    for (const reply of replies) {
      expect(JSON.stringify(reply)).not.toContain(zapomni.dataDir);
      expect(JSON.stringify(reply)).not.toMatch(/\.ts:\d+|node_modules| at /);
    }
  });
});
