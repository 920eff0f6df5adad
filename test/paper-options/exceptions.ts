import { fresh } from './looks.ts';

/** Options of which one of the two values is refused, which is their effect. */
export const REFUSED: ReadonlySet<string> = new Set([
  'backup_collection.backup_path',
  'delete_article.confirm_deletion',
  'delete_custom_index.confirm_deletion',
  'download_pdf.overwrite',
  'export_article_data.overwrite',
  'export_bibliography.overwrite',
  'import_bibliography.format',
  'read_article.file_id',
  'reindex_collection.include_notes',
  'restore_collection.backup',
  'restore_collection.backup_path',
  'split_article.article_identifier',
  'split_article.files',
  'split_article.identifiers',
  'split_article.undo',
  'sync_with_obsidian.new_vault',
]);

/** Options whose two values cannot be told apart in this library, each with where they are. */
export const SAME: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  optimize_search: {
    apply: 'Nothing is better here. maintenance.test.ts has a model that makes other weights better.',
  },
};

/** What a tool is given beside its base where its first pair says nothing of a workspace. */
export const IN_WORKSPACE: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  batch_process_pdfs: { sources: ['10.1000/kelp'] },
  check_references: { text: 'Berg, E. (2019). Quiet rotors for small turbines. Wind Letters.' },
  delete_article: { article_identifier: fresh('goner4') },
  download_pdf: { source: 'rotors' },
  import_bibliography: { content: '@misc{which, title = {In which workspace it is}}', dry_run: false },
  split_article: { article_identifier: 'rotors', identifiers: ['10.1000/none'], title: undefined },
};
