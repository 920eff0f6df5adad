/** Names and shapes that clients rely on, frozen. A change here is a change of the interface. */
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { ERROR_POLICIES } from '@zapomni/core/errors';
import { loadTools } from './create-server.ts';
import { CAPABILITIES, INSTRUCTIONS } from './identity.ts';
import { toolGroups } from './tools/index.ts';
import { VERSION } from './version.ts';

describe('the surface', () => {
  let zapomni: TestClient;
  beforeAll(async () => {
    zapomni = await openTestClient({ settings: { tools: 'memory,workspaces' } });
  });
  afterAll(() => zapomni.close());

  it('has these tools', async () => {
    verifies('R039', 'R094', 'R134', 'P003');
    const { tools } = await zapomni.client.listTools();
    expect(tools.map((tool) => tool.name).toSorted()).toEqual([
      'add_memory',
      'clear_all',
      'create_workspace',
      'delete_memory',
      'delete_workspace',
      'get_context',
      'get_current_workspace',
      'get_memory',
      'get_stats',
      'list_memories',
      'list_workspaces',
      'search_memory',
      'set_current_workspace',
      'update_memory',
    ]);
  });

  it('describes each tool fully: schemas both ways, four hints, a title', async () => {
    verifies('R152', 'R258', 'R309');
    const everything = await openTestClient({ settings: { tools: 'all' } });
    const { tools } = await everything.client.listTools();
    await everything.close();
    for (const tool of tools) {
      expect(tool.title, tool.name).toBeTruthy();
      expect(tool.description?.length, tool.name).toBeGreaterThan(20);
      expect(tool.inputSchema, tool.name).toMatchObject({ type: 'object', additionalProperties: false });
      expect(tool.outputSchema, tool.name).toMatchObject({ type: 'object' });
      for (const hint of ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'])
        expect(tool.annotations, tool.name).toHaveProperty(hint);
    }
  });

  it('marks the three that must never have to be asked for', async () => {
    const { tools } = await zapomni.client.listTools();
    const marked = tools.filter(({ _meta }) => _meta?.['anthropic/alwaysLoad'] === true).map(({ name }) => name);
    expect(marked.toSorted()).toEqual(['add_memory', 'get_context', 'search_memory']);
  });

  it('costs a client no more than its budget', async () => {
    const { tools } = await zapomni.client.listTools();
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(12_000);
    const everything = await openTestClient({ settings: { tools: 'all' } });
    const all = await everything.client.listTools();
    await everything.close();
    expect(Buffer.byteLength(JSON.stringify(all.tools))).toBeLessThanOrEqual(175_000);
    expect(zapomni.client.getInstructions()).toBe(INSTRUCTIONS);
    expect(Buffer.byteLength(INSTRUCTIONS)).toBeLessThanOrEqual(2000);
    for (const name of ['search_memory', 'add_memory'])
      expect(INSTRUCTIONS).toMatch(new RegExp(`(Before|When) .*call ${name}`));
  });

  it('has these groups beside, for those who name them, and no two tools of one name', async () => {
    verifies('P003');
    const { memory: _memory, workspaces: _workspaces, ...others } = toolGroups;
    const names = Object.entries(others).map(([group, tools]) => [group, tools.map(({ name }) => name)]);
    expect(Object.fromEntries(names)).toEqual({
      code: [
        'explain_change',
        'find_dead_code',
        'find_symbol',
        'get_callees',
        'get_callers',
        'get_code_map',
        'get_hierarchy',
        'get_impact',
        'get_references',
        'get_symbol',
        'index_codebase',
        'list_repositories',
        'remove_repository',
        'search_code',
      ],
      discovery: [
        'check_findings',
        'create_arxiv_source',
        'create_biorxiv_source',
        'create_crossref_source',
        'create_discovery_source',
        'create_openalex_source',
        'create_pubmed_source',
        'delete_discovery_source',
        'get_discovery_source',
        'list_discovery_sources',
        'preview_feed',
        'run_discovery',
        'web_search',
      ],
      documents: [
        'add_document',
        'add_folder',
        'find_quote',
        'list_documents',
        'process_pdf',
        'read_document',
        'refresh_document',
        'remove_document',
      ],
      forgetting: ['purge_memory'],
      graph: [
        'build_graph',
        'export_graph',
        'get_entity',
        'get_related',
        'graph_status',
        'link',
        'merge_entities',
        'prune_memory',
        'search_entities',
        'split_entities',
        'suggest_merges',
        'unlink',
      ],
      hooks: ['hook_brief', 'hook_recall', 'hook_turn'],
      models: ['set_model'],
      collection: [
        'backup_collection',
        'collection_stats',
        'create_custom_index',
        'delete_custom_index',
        'export_article_data',
        'inspect_chunks',
        'list_custom_indexes',
        'optimize_search',
        'reindex_collection',
        'restore_collection',
      ],
      papers: [
        'answer_question',
        'export_bibliography',
        'find_related_papers',
        'format_citations',
        'get_article_details',
        'import_bibliography',
        'list_articles',
        'read_article',
        'search_articles',
      ],
      queries: [
        'create_query',
        'delete_query',
        'evaluate_article',
        'get_query',
        'judge_article',
        'list_queries',
        'update_query',
      ],
      research: [
        'analyze_topic',
        'batch_process_pdfs',
        'check_references',
        'compare_articles',
        'consolidate_and_retag',
        'consolidate_tags',
        'delete_article',
        'download_pdf',
        'extract_citations',
        'extract_pdf_metadata',
        'generate_reading_list',
        'generate_research_summary',
        'get_citation_context',
        'locate_pdf',
        'manage_tag_vocabulary',
        'merge_articles',
        'split_article',
        'suggest_tags',
        'sync_with_obsidian',
        'update_article_metadata',
        'validate_pdf_sources',
      ],
      tasks: ['cancel_task', 'get_task_status', 'list_tasks', 'retry_task'],
      time: ['get_changes', 'get_snapshot', 'get_timeline'],
      'compat-server-memory': [
        'add_observations',
        'create_entities',
        'create_relations',
        'delete_entities',
        'delete_observations',
        'delete_relations',
        'open_nodes',
        'read_graph',
        'search_nodes',
      ],
      workflows: [
        'add_workflow_action',
        'analyze_source_url',
        'configure_search',
        'confirm_source_workflow',
        'create_browser_workflow',
        'delete_workflow',
        'execute_workflow',
        'get_workflow_details',
        'list_workflows',
        'update_workflow_status',
      ],
    });
    const all = (await loadTools('all')).map(({ name }) => name);
    expect(new Set(all).size).toBe(all.length);
    for (const name of all) expect(name).toMatch(/^[a-z_][a-z0-9_]*$/);
  });

  it('has these error codes', () => {
    expect(Object.keys(ERROR_POLICIES).toSorted()).toMatchInlineSnapshot(`
      [
        "CANCELLED",
        "CONFLICT",
        "FORBIDDEN",
        "INTERNAL",
        "INVALID_CONFIG",
        "INVALID_INPUT",
        "MODEL_UNAVAILABLE",
        "NEEDS_HUMAN",
        "NETWORK_OFF",
        "NOT_FOUND",
        "RATE_LIMITED",
        "STORE_BUSY",
        "STORE_CORRUPT",
        "STORE_FULL",
        "STORE_READ_ONLY",
        "STORE_TOO_NEW",
        "STORE_UNAVAILABLE",
        "TIMEOUT",
        "TOO_LARGE",
        "UPSTREAM_FAILED",
        "UPSTREAM_RATE_LIMITED",
      ]
    `);
  });

  it('offers what the early greeting says it offers, however it is set up', async () => {
    verifies('R298');
    expect(zapomni.client.getServerCapabilities()).toEqual(CAPABILITIES);
    const bare = await openTestClient({ settings: { tools: 'workspaces' } });
    expect(bare.client.getServerCapabilities()).toEqual(CAPABILITIES);
    await bare.close();
  });

  it('says the version that is published', () => {
    const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(VERSION).toBe(manifest.version);
  });

  it('chooses tools by group and refuses groups it does not have', async () => {
    const namesOf = async (groups: string) => (await loadTools(groups)).map(({ name }) => name);
    expect(await namesOf('workspaces')).toHaveLength(5);
    expect(await namesOf('research')).toEqual(expect.arrayContaining(await namesOf('papers')));
    // What adds papers, and tells how far that is, comes with them; other tools of documents do not.
    for (const name of ['process_pdf', 'get_task_status', 'cancel_task'])
      expect(await namesOf('research')).toContain(name);
    expect(await namesOf('papers')).toContain('process_pdf');
    expect(await namesOf('research')).not.toContain('add_folder');
    expect((await namesOf('papers,documents')).filter((name) => name === 'process_pdf')).toHaveLength(1);
    expect((await namesOf('all')).length).toBeGreaterThanOrEqual(13);
    await expect(loadTools('memory,nope')).rejects.toThrow(/nope/);
    await expect(loadTools(' , ')).rejects.toThrow(/group/);
  });
});
