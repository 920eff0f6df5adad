/**
 * What the tools of research are for: sixteen domains. A group is what a setting switches on, a domain is what a user does; the tools of one
 * domain may lie in several groups.
 */
export const DOMAINS: Readonly<Record<string, readonly string[]>> = {
  queries: ['list_queries', 'create_query', 'get_query', 'update_query', 'delete_query'],
  'discovery sources': [
    'list_discovery_sources',
    'create_arxiv_source',
    'create_pubmed_source',
    'create_crossref_source',
    'create_openalex_source',
    'create_biorxiv_source',
    'get_discovery_source',
    'delete_discovery_source',
  ],
  'discovery runs': ['run_discovery'],
  relevance: ['evaluate_article'],
  processing: ['process_pdf', 'batch_process_pdfs', 'get_task_status'],
  'PDF content': ['extract_pdf_metadata'],
  'full-text access': ['locate_pdf', 'download_pdf', 'validate_pdf_sources'],
  library: [
    'list_articles',
    'search_articles',
    'get_article_details',
    'update_article_metadata',
    'delete_article',
    'collection_stats',
  ],
  tags: ['manage_tag_vocabulary', 'suggest_tags', 'consolidate_tags', 'consolidate_and_retag'],
  bibliography: ['format_citations', 'export_bibliography'],
  citations: ['extract_citations'],
  analysis: ['analyze_topic', 'find_related_papers', 'generate_research_summary', 'generate_reading_list'],
  'notes and data': ['sync_with_obsidian', 'export_article_data', 'backup_collection'],
  index: ['reindex_collection', 'optimize_search', 'create_custom_index'],
  'browser workflows': [
    'create_browser_workflow',
    'add_workflow_action',
    'configure_search',
    'execute_workflow',
    'list_workflows',
    'get_workflow_details',
    'update_workflow_status',
    'delete_workflow',
  ],
  'web search': ['web_search'],
};
