/** By whom what each tool writes is seen: the tool, what it is given, who is asked before and after, and for what. */
import { deletedSince, fresh, freshSet, planned, split, withTagInNote } from './looks.ts';
import type { Args } from './pair.ts';

const named = (article_identifier: string): Args => ({ article_identifier });

export const SEEN: Readonly<Record<string, readonly [args: Args, by: string, byArgs: Args]>> = {
  import_bibliography: [
    { content: '@misc{seen1, title = {Seen by another tool}}' },
    'get_article_details',
    named('seen1'),
  ],
  update_article_metadata: [{ ...named('spare'), add_tags: ['seen'] }, 'manage_tag_vocabulary', {}],
  delete_article: [
    { article_identifier: fresh('seen2'), confirm_deletion: true },
    'get_article_details',
    named('seen2'),
  ],
  merge_articles: [{ into: fresh('seen3'), from: fresh('seen4') }, 'get_article_details', named('seen4')],
  split_article: [{ undo: split('seen5') }, 'get_article_details', named('10.1009/seen5')],
  consolidate_tags: [{ apply: planned('consolidate_tags') }, 'manage_tag_vocabulary', {}],
  consolidate_and_retag: [{ apply: planned('consolidate_and_retag') }, 'manage_tag_vocabulary', {}],
  create_custom_index: [{ index_name: 'seen', topic_filter: 'noise' }, 'list_articles', { index: 'seen' }],
  delete_custom_index: [{ index_name: freshSet('gone4'), confirm_deletion: true }, 'list_custom_indexes', {}],
  batch_process_pdfs: [{ sources: ['10.5555/seen6'] }, 'get_article_details', named('10.5555/seen6')],
  restore_collection: [
    { backup: deletedSince('seen7'), include_deleted: true, confirm: true },
    'get_article_details',
    named('seen7'),
  ],
  sync_with_obsidian: [{ dry_run: withTagInNote('in the note') }, 'manage_tag_vocabulary', {}],
};

/** What is written where no tool of papers looks, each with who sees it. */
export const UNSEEN: Readonly<Record<string, string>> = {
  backup_collection: 'A file, which restore_collection reads: the pair above restores from one.',
  download_pdf: 'Bytes in the store and a file: access.test.ts reads both.',
  export_article_data: 'A file: maintenance.test.ts reads it.',
  export_bibliography: 'A file: export-bibliography.test.ts reads it, and imports it again.',
  locate_pdf: 'Writes only what download_pdf does, when told to.',
  optimize_search: 'Weights that searches go by: maintenance.test.ts has a library in which others are better.',
  reindex_collection: 'The same passages, cut anew: maintenance.test.ts.',
  validate_pdf_sources: 'Writes nothing but the pace of the hosts that it asked.',
};
