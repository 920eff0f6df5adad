/** What every tool is: the arguments that clients know it by, and a few lines between them and the application. */
import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, it } from 'vitest';
import type { ZapomniTool } from './define-tool.ts';
import { toolGroups } from './tools/index.ts';

/** `name?` may be left out. More may be added here, but nothing taken away, nor made required. */
const PROMISED: Readonly<Record<string, string>> = {
  add_memory: 'text? content? metadata? tags? source? kind? key? supersedes? items? workspace_id?',
  search_memory:
    'query limit? filters? since? until? as_of? workspace_id? min_score? strict? budget_tokens? detail? explain? group_by?',
  get_memory: 'memory_id history? workspace_id?',
  list_memories: 'limit? cursor? filters? since? until? as_of? workspace_id?',
  update_memory: 'memory_id text? tags? source? kind? metadata? workspace_id?',
  delete_memory: 'memory_id confirm? workspace_id?',
  clear_all: 'confirm confirm_phrase? workspace_id?',
  get_context: 'topic? files? budget_tokens? workspace_id?',
  get_stats: '',
  hook_brief: 'cwd? session_id? agent_type?',
  hook_recall: 'prompt cwd? session_id? source?',
  hook_turn: 'session_id cwd? answer? prompt? compact_summary? client? agent_id?',
  create_workspace: 'workspace_id name? description?',
  delete_workspace: 'workspace_id confirm?',
  list_workspaces: '',
  get_current_workspace: '',
  set_current_workspace: 'workspace_id',
  build_graph: 'text? remember? memory_ids? all? mode? confidence_threshold? min_confidence? workspace_id?',
  graph_status: 'workspace_id?',
  get_entity: 'entity entity_id? entity_name? entity_type? limit? cursor? as_of? known_at? workspace_id?',
  get_related:
    'entity entity_id? entity_name? entity_type? depth? limit? relationship_types? relation_types? direction? min_strength? evidence? as_of? known_at? workspace_id?',
  search_entities: 'query? types? limit? workspace_id?',
  export_graph: 'format output_path? file? overwrite? node_types? include_metadata? as_of? known_at? workspace_id?',
  link: 'source type relation_type? relationship_type? target source_type? target_type? confidence? memory_id? since? until? workspace_id?',
  unlink: 'source type relation_type? relationship_type? target as_of? workspace_id?',
  merge_entities: 'into from workspace_id?',
  split_entities: 'merge_id workspace_id?',
  suggest_merges: 'limit? workspace_id?',
  prune_memory: 'strategy dry_run? confirm? workspace_id?',
  purge_memory: 'memory_ids? documents? confirm? workspace_id?',
  set_model: 'model? model_name? use? provider?',
  cancel_task: 'task_id',
  get_task_status: 'task_id wait_seconds?',
  list_tasks: 'state? name? limit? cursor?',
  retry_task: 'task_id',
  get_changes: 'since until? kinds? memory_id? limit? cursor? workspace_id?',
  get_snapshot: 'as_of? known_at? limit? memory_cursor? relation_cursor? workspace_id?',
  get_timeline: 'entity? memory_id? since? until? known_at? limit? cursor? workspace_id?',
  add_document: 'path? url? text? name? workspace_id?',
  add_folder: 'path include? exclude? ignore_files? workspace_id?',
  list_documents: 'state? limit? cursor? workspace_id?',
  process_pdf: 'path? url? identifier? paper? add? skip_existing? section? page? cursor? max_chars? workspace_id?',
  read_document: 'document outline? section? page? cursor? version? max_chars? workspace_id?',
  find_quote: 'quote document? workspace_id?',
  format_citations: 'articles? search_query? max_results? items? style? locale? format? clusters? workspace_id?',
  sync_with_obsidian: 'dry_run? name_template? recreate? all? workspace_id?',
  remove_document: 'document confirm? workspace_id?',
  refresh_document: 'document force? workspace_id?',
  index_codebase:
    'repo_path path? repository? languages? include_tests? max_file_size? recursive? dry_run? workspace_id?',
  list_repositories: 'workspace_id?',
  remove_repository: 'repository workspace_id?',
  find_symbol: 'name query? symbol? match? kind? path? limit? repository? workspace_id?',
  get_symbol: 'name symbol? qualified_name? max_lines? repository? workspace_id?',
  get_callers: 'name function_name? qualified_name? symbol? depth? limit? guesses? repository? workspace_id?',
  get_callees: 'name function_name? qualified_name? symbol? depth? limit? guesses? repository? workspace_id?',
  get_references: 'name symbol? qualified_name? kinds? limit? guesses? repository? workspace_id?',
  get_hierarchy: 'name symbol? qualified_name? depth? limit? repository? workspace_id?',
  get_impact: 'name symbol? qualified_name? depth? limit? repository? workspace_id?',
  get_code_map: 'path? budget_tokens? repository? workspace_id?',
  search_code: 'query path? language? kind? symbol? include_tests? limit? budget_tokens? repository? workspace_id?',
  explain_change: 'from? to? path? limit? repo_path? since? until? repository? workspace_id?',
  find_dead_code: 'path? include_exported? limit? repository? workspace_id?',
  list_articles: 'limit? offset? cursor? filter_by_type? search_term? index? sort_by? workspace_id?',
  search_articles:
    'query author? date_from? date_to? document_type? journal? tags? index? min_citations? limit? sort_by? workspace_id?',
  get_article_details: 'article_identifier workspace_id?',
  read_article: 'article_identifier outline? section? page? cursor? max_chars? budget_tokens? file_id? workspace_id?',
  batch_process_pdfs: 'directory_path? sources? max_files? skip_existing? tags? workspace_id?',
  update_article_metadata: 'article_identifier add_tags? remove_tags? update_metadata? workspace_id?',
  delete_article: 'article_identifier confirm_deletion? workspace_id?',
  merge_articles: 'into from workspace_id?',
  split_article: 'undo? article_identifier? identifiers? files? title? workspace_id?',
  list_queries: 'workspace_id?',
  create_query:
    'name research_question description? keywords? required_topics? preferred_topics? excluded_topics? authors? methodology_preferences? publication_date_range? selected_sources? schedule? min_relevance_score? max_articles_per_run? auto_download_enabled? auto_download_min_score? auto_download_per_day? auto_download_licences? is_active? workspace_id?',
  get_query: 'query_name workspace_id?',
  update_query:
    'query_name new_name? research_question? description? keywords? required_topics? preferred_topics? excluded_topics? authors? methodology_preferences? publication_date_range? selected_sources? schedule? min_relevance_score? max_articles_per_run? auto_download_enabled? auto_download_min_score? auto_download_per_day? auto_download_licences? is_active? workspace_id?',
  delete_query: 'query_name confirm_deletion? workspace_id?',
  evaluate_article: 'query_name article_identifier? article_identifiers? limit? offset? language_model? workspace_id?',
  judge_article: 'article_identifier query_name verdict workspace_id?',
  collection_stats: 'workspace_id?',
  create_custom_index: 'index_name topic_filter document_types? max_documents? description? articles? workspace_id?',
  list_custom_indexes: 'workspace_id?',
  delete_custom_index: 'index_name confirm_deletion? workspace_id?',
  extract_citations: 'article_identifier include_outbound? include_inbound? max_depth? limit? workspace_id?',
  get_citation_context: 'article_identifier direction? polarity? limit? workspace_id?',
  manage_tag_vocabulary: 'limit? workspace_id?',
  suggest_tags: 'article_identifier? force_all? limit? cursor? workspace_id?',
  consolidate_tags: 'rename? apply? undo? workspace_id?',
  consolidate_and_retag: 'apply? undo? workspace_id?',
  answer_question: 'question max_sources? min_relevance? include_citations? scope? max_chars? workspace_id?',
  export_bibliography: 'format? search_query? max_results? filename? overwrite? workspace_id?',
  find_related_papers: 'paper_identifier max_results? explain_connections? similarity_threshold? workspace_id?',
  import_bibliography: 'content? path? format? dry_run? tags? limit? offset? workspace_id?',
  analyze_topic: 'topic depth? max_papers? max_chars? workspace_id?',
  check_references: 'text limit? offset? workspace_id?',
  compare_articles: 'articles dimensions? max_chars? workspace_id?',
  download_pdf: 'source output_directory? filename? overwrite? timeout? workspace_id?',
  extract_pdf_metadata: 'pdf_path? text? extract_text_preview? analyze_structure?',
  generate_reading_list:
    'topic_or_query max_papers? priority_criteria? include_summaries? reading_time_estimate? workspace_id?',
  generate_research_summary: 'topic_or_query summary_type? max_papers? include_citations? max_chars? workspace_id?',
  locate_pdf: 'article_identifier search_multiple_sources? auto_download? workspace_id?',
  validate_pdf_sources: 'source_name? test_sample?',
  backup_collection: 'backup_path? include_pdfs? include_embeddings? compress?',
  export_article_data:
    'format? search_query? max_articles? include_content? include_metadata? filename? overwrite? workspace_id?',
  optimize_search: 'test_queries? optimization_focus? analyze_performance? apply? workspace_id?',
  reindex_collection: 'clear_existing? include_notes? include_articles? batch_size? workspace_id?',
  restore_collection: 'backup backup_path? include_deleted? confirm? workspace_id?',
  inspect_chunks: 'article_identifier limit? offset? workspace_id?',
  check_findings: 'query_name? since? include_rejected? budget_tokens? limit? mark_as_seen? workspace_id?',
  create_arxiv_source:
    'name max_articles? schedule_hours? cron? time_zone? on_demand? query_names? workspace_id? keywords match? authors? categories? sort_by? start_date? end_date?',
  create_biorxiv_source:
    'name max_articles? schedule_hours? cron? time_zone? on_demand? query_names? workspace_id? server? keywords? match? categories? start_date? end_date?',
  create_crossref_source:
    'name max_articles? schedule_hours? cron? time_zone? on_demand? query_names? workspace_id? keywords match? authors? container? types? filter? start_date? end_date?',
  create_discovery_source:
    'name max_articles? schedule_hours? cron? time_zone? on_demand? query_names? workspace_id? kind keywords? match? authors? subjects? venue? types? url? workflow? params? start_date? end_date?',
  create_openalex_source:
    'name max_articles? schedule_hours? cron? time_zone? on_demand? query_names? workspace_id? keywords match? authors? topics? filter? start_date? end_date?',
  create_pubmed_source:
    'name max_articles? schedule_hours? cron? time_zone? on_demand? query_names? workspace_id? keywords match? authors? date_filter? mesh_terms? journal? publication_types?',
  delete_discovery_source: 'source_name confirm_deletion? workspace_id?',
  get_discovery_source: 'source_name workspace_id?',
  list_discovery_sources: 'workspace_id?',
  preview_feed: 'url? content? limit?',
  web_search: 'query max_results? search_engine? safe_search? region? time_range?',
  run_discovery: 'source_name? query_name? max_articles? force_run? wait_seconds? workspace_id?',
  create_browser_workflow:
    'name? definition? website_domain? start_url? description? extraction_rules? is_active? workflow_id? workspace_id?',
  add_workflow_action: 'workflow_id action_type selector? value? step_number? action_config? workspace_id?',
  configure_search:
    'workflow_id search_input_selector? search_button_selector? result_selector title_selector url_selector snippet_selector? max_results? pagination_config? keywords? dry_run? workspace_id?',
  execute_workflow: 'workflow_id keywords? date_range? max_articles? params? version? dry_run? workspace_id?',
  list_workflows: 'workspace_id?',
  get_workflow_details: 'workflow_id version? workspace_id?',
  update_workflow_status: 'workflow_id is_active workspace_id?',
  delete_workflow: 'workflow_id confirm? workspace_id?',
  analyze_source_url: 'url samples? workspace_id?',
  confirm_source_workflow: 'proposal_id name changes? description? keywords? schedule_hours? workspace_id?',
  add_observations: 'observations',
  create_entities: 'entities',
  create_relations: 'relations',
  delete_entities: 'entityNames',
  delete_observations: 'deletions',
  delete_relations: 'relations',
  open_nodes: 'names',
  read_graph: '',
  search_nodes: 'query',
};

const tools: readonly ZapomniTool[] = Object.values(toolGroups).flat();

describe('arguments', () => {
  it.each(Object.entries(PROMISED))('of %s are what they were: %s', (name, promised) => {
    verifies('R197');
    const { input, aliases = {} } = tools.find((tool) => tool.name === name) as ZapomniTool;
    const accepted = [...Object.keys(input.shape), ...Object.keys(aliases)];
    const required = Object.entries(input.shape).filter(([, field]) => !field.safeParse(undefined).success);
    const known = promised.split(' ').filter((argument) => argument !== '');
    expect(accepted).toEqual(expect.arrayContaining(known.map((argument) => argument.replace('?', ''))));
    expect(known).toEqual(expect.arrayContaining(required.map(([argument]) => argument)));
  });

  it('of every tool are written down here', () => {
    verifies('R197');
    expect(Object.keys(PROMISED)).toEqual(expect.arrayContaining(tools.map(({ name }) => name)));
  });
});

describe('a handler', () => {
  const linesOf = (part: { toString(): string }) => part.toString().split('\n').length;

  it('asks the application and shows its answer, in about twenty lines', () => {
    verifies('R126');
    const lines = tools.map(({ name, run, text }) => ({ name, lines: linesOf(run) + linesOf(text) }));
    expect(lines.filter((tool) => tool.lines > 40)).toEqual([]);
    expect(lines.reduce((sum, tool) => sum + tool.lines, 0) / lines.length).toBeLessThanOrEqual(20);
  });

  it.each(tools.map(({ name, run }) => [name, run.toString()]))(
    'of %s works nothing out by itself',
    (_name, source) => {
      verifies('R126');
      expect(source).toMatch(/\b(?:app|context|session)\b/u);
      expect(source).not.toMatch(/\b(?:for|while|switch)\s*\(|\.(?:sort|toSorted)\(/u);
    },
  );
});
