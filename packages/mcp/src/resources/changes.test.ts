/** Whoever writes, and by whatever way, those who subscribed to what it changes are told. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { column, makePdf } from '@zapomni/testkit/documents';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { enginesForTests } from '@zapomni/testkit/engines';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { untilRead } from '@zapomni/testkit/filled-graph';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();

const OVERVIEWS = ['memory://recent', 'knowledge://recent', 'memory://knowledge-graph', 'workspace://default'];
const GRAPH = ['memory://knowledge-graph'];

/**
 * They write, but nothing that a resource shows: a file, a setting, a task, code, a set of papers, what the session itself remembers. A folder is
 * read by work, whose writes are told as they are made.
 */
const UNSEEN = new Set([
  'export_graph',
  'set_model',
  'cancel_task',
  'retry_task',
  'set_current_workspace',
  'add_folder',
  'index_codebase',
  'remove_repository',
  'batch_process_pdfs',
  'create_custom_index',
  'delete_custom_index',
  'consolidate_and_retag',
  'backup_collection',
  'download_pdf',
  'export_article_data',
  'export_bibliography',
  'locate_pdf',
  'validate_pdf_sources',
  'optimize_search',
  'reindex_collection',
  'restore_collection',
  'sync_with_obsidian',
  // Their own addresses are told by research.test.ts.
  'create_arxiv_source',
  'create_biorxiv_source',
  'create_crossref_source',
  'create_discovery_source',
  'create_openalex_source',
  'create_pubmed_source',
  'delete_discovery_source',
  'run_discovery',
  'check_findings',
  'create_query',
  'update_query',
  'delete_query',
  'evaluate_article',
  'judge_article',
  // Nobody has addresses of workflows.
  'create_browser_workflow',
  'add_workflow_action',
  'configure_search',
  'execute_workflow',
  'update_workflow_status',
  'delete_workflow',
  'analyze_source_url',
  'confirm_source_workflow',
]);

describe.each(ENGINES)('subscribers, on $engine', ({ options }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-changes-'));
  let zapomni: TestClient;
  let told: string[];
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    const filesForUser = openTestFiles({ roots: [folder], logger: createRecordingLogger() });
    zapomni = await openTestClient({ ...options(), filesForUser });
    told = [];
    zapomni.client.setNotificationHandler(
      'notifications/resources/updated',
      ({ params }) => void told.push(params.uri),
    );
  });
  afterEach(() => zapomni.close());

  const watch = async (...uris: readonly string[]): Promise<void> => {
    for (const uri of uris) await zapomni.client.subscribeResource({ uri });
  };
  const add = async (text: string, rest: Record<string, unknown> = {}): Promise<string> =>
    (await zapomni.call('add_memory', { text, ...rest })).memory_id;
  /** What was told by the time a call was answered, in order. */
  const heard = async (): Promise<string[]> => {
    await zapomni.client.ping();
    return told.splice(0).toSorted();
  };
  const after = async (tool: string, args: Record<string, unknown>): Promise<string[]> => {
    told.splice(0);
    await zapomni.call(tool, args);
    return heard();
  };

  it('hear of a text that was read and remembered', async () => {
    await watch(...OVERVIEWS);
    expect(await after('build_graph', { text: 'Alice knows Bob.', remember: true })).toEqual(OVERVIEWS.toSorted());
    expect(await after('build_graph', { text: 'Alice knows Bob.' })).toEqual([]);
  });

  it('hear of every tool that writes what they watch', async () => {
    const tried = new Set<string>();
    const hears = async (tool: string, args: Record<string, unknown>, expected: readonly string[]) => {
      tried.add(tool);
      const found = await after(tool, args);
      expect(found, tool).toEqual(expect.arrayContaining([...expected]));
    };
    const [old, stale] = [await add('The old one'), await add('f()', { kind: 'code', metadata: { stale: true } })];
    await watch(...OVERVIEWS, `memory://${old}`, `knowledge://${stale}`);
    await hears('add_memory', { text: 'The new one', supersedes: old }, [...OVERVIEWS, `memory://${old}`]);
    await hears('update_memory', { memory_id: old, text: 'Older' }, [...OVERVIEWS, `memory://${old}`]);
    await hears('prune_memory', { strategy: 'all', dry_run: false, confirm: true }, [`knowledge://${stale}`]);
    await hears('build_graph', { text: 'Alice knows Bob.', remember: true }, OVERVIEWS);
    await tryGraph(hears);
    await tryCompat(hears);
    await tryDocuments(hears);
    await tryPapers(hears);
    await hears('delete_memory', { memory_id: old, confirm: true }, [...OVERVIEWS, `memory://${old}`]);
    const last = await add('The last one');
    await watch(`memory://${last}`, 'workspace://lab');
    await hears('clear_all', { confirm: 'DELETE ALL MEMORIES' }, [...OVERVIEWS, `memory://${last}`]);
    await hears('create_workspace', { workspace_id: 'lab' }, ['workspace://lab']);
    const inside = await add('Inside', { workspace_id: 'lab' });
    await watch(`memory://${inside}`);
    await hears('delete_workspace', { workspace_id: 'lab', confirm: true }, ['workspace://lab', `memory://${inside}`]);

    const { tools } = await zapomni.client.listTools();
    const writing = tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name);
    expect([...tried].toSorted()).toEqual(writing.filter((name) => !UNSEEN.has(name)).toSorted());
  });

  type Hears = (tool: string, args: Record<string, unknown>, expected: readonly string[]) => Promise<void>;

  async function tryGraph(hears: Hears): Promise<void> {
    const uses = { source: 'Ada', type: 'uses', target: 'SQLite' };
    await hears('link', { ...uses, source_type: 'person', target_type: 'technology' }, GRAPH);
    await hears('unlink', uses, GRAPH);
    await zapomni.call('link', { ...uses, source: 'Ada L.', source_type: 'person' });
    await hears('merge_entities', { into: 'Ada', from: 'Ada L.' }, GRAPH);
    const { merge_id } = await zapomni.call('merge_entities', { into: 'Ada', from: 'SQLite' });
    await hears('split_entities', { merge_id }, GRAPH);
  }

  async function tryCompat(hears: Hears): Promise<void> {
    const entities = ['Acme', 'Berlin'].map((name) => ({ name, entityType: 'thing', observations: ['known'] }));
    const relations = [{ from: 'Acme', to: 'Berlin', relationType: 'sits in' }];
    await hears('create_entities', { entities }, OVERVIEWS);
    await hears('create_relations', { relations }, OVERVIEWS);
    await hears('add_observations', { observations: [{ entityName: 'Acme', contents: ['old'] }] }, OVERVIEWS);
    await hears('delete_observations', { deletions: [{ entityName: 'Acme', observations: ['old'] }] }, OVERVIEWS);
    await hears('delete_relations', { relations }, OVERVIEWS);
    await hears('delete_entities', { entityNames: ['Acme', 'Berlin'] }, OVERVIEWS);
  }

  async function tryDocuments(hears: Hears): Promise<void> {
    const file = path.join(folder, 'notes.md');
    writeFileSync(file, '# Lamps\n\nThe lighthouse has a new lamp.');
    await hears('add_document', { path: file }, OVERVIEWS);
    writeFileSync(file, '# Lamps\n\nThe lighthouse has two new lamps.');
    await hears('refresh_document', { document: 'notes.md' }, OVERVIEWS);
    await hears('remove_document', { document: 'notes.md', confirm: true }, OVERVIEWS);
    const pdf = path.join(folder, 'lamps.pdf');
    writeFileSync(pdf, makePdf({ pages: [{ runs: column(['The lighthouse has three lamps.'], 60, 730) }] }));
    await hears('process_pdf', { path: pdf }, OVERVIEWS);
    await hears('purge_memory', { documents: ['lamps.pdf'], confirm: true }, OVERVIEWS);
  }

  async function tryPapers(hears: Hears): Promise<void> {
    await zapomni.call('process_pdf', { identifier: '10.5555/one' });
    await zapomni.call('process_pdf', { identifier: '10.5555/two' });
    const title = { update_metadata: { title: 'Lamps of the sea' } };
    await hears('update_article_metadata', { article_identifier: '10.5555/one', ...title }, OVERVIEWS);
    await hears('merge_articles', { into: '10.5555/one', from: '10.5555/two' }, OVERVIEWS);
    const gone = { article_identifier: '10.5555/one', confirm_deletion: true };
    await hears('delete_article', gone, OVERVIEWS);
    await zapomni.call('process_pdf', { identifier: '10.5555/three' });
    const { plan_id: undo } = await zapomni.call('delete_article', { ...gone, article_identifier: '10.5555/three' });
    await hears('split_article', { undo }, OVERVIEWS);
    const tagged = { article_identifier: '10.5555/three', add_tags: ['lamps'] };
    await zapomni.call('update_article_metadata', tagged);
    const { plan_id: apply } = await zapomni.call('consolidate_tags', { rename: { lamps: 'Lamps' } });
    await hears('consolidate_tags', { apply }, OVERVIEWS);
    await hears('import_bibliography', { content: '@book{lamp, title = {A lamp}, year = 2020}' }, OVERVIEWS);
  }

  it('hear when a memory has been read in the background, here or in another process', async () => {
    const id = await add('Alice works for Acme');
    const uri = `knowledge://${id}`;
    await watch(uri, 'memory://recent');
    await zapomni.app.resume();
    await untilRead(zapomni);
    expect(await heard()).toEqual([uri]);
    const other = await zapomni.another();
    const hearsOfIt = Promise.withResolvers<void>();
    zapomni.client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      told.push(params.uri);
      hearsOfIt.resolve();
    });
    await other.app.resume();
    await other.call('build_graph', { memory_ids: [id] });
    await hearsOfIt.promise;
    expect(told).toEqual([uri]);
    await other.close();
  });

  it('hear nothing of what fails, and nothing after they left', async () => {
    const id = await add('Kept');
    await watch(...OVERVIEWS, `memory://${id}`);
    await zapomni.fails('delete_memory', { memory_id: id });
    await zapomni.fails('add_memory', { text: 'x', supersedes: '00000000-0000-7000-8000-000000000000' });
    await zapomni.fails('link', { source: 'Nobody', type: 'knows', target: 'No one' });
    expect(await heard()).toEqual([]);
    for (const uri of [...OVERVIEWS, `memory://${id}`]) await zapomni.client.unsubscribeResource({ uri });
    expect(await after('update_memory', { memory_id: id, text: 'Changed' })).toEqual([]);
  });
});
