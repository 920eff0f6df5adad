/** Options of the tools for the library as a whole. */
import type { Ground } from './ground.ts';
import { backedUp, deletedSince, ended, largestEmbedded, later, unique, freshSet } from './looks.ts';
import type { ToolPairs } from './pair.ts';

const CHAIN = 'Anemones after the storm';

export const COLLECTION: Readonly<Record<string, ToolPairs>> = {
  backup_collection: {
    base: later,
    pairs: {
      backup_path: [({ backups }: Ground) => backups, '/nowhere'],
      include_pdfs: [true, false],
      include_embeddings: [true, false],
      compress: [true, false],
    },
  },
  collection_stats: { pairs: {} },
  create_custom_index: {
    base: { topic_filter: 'noise' },
    pairs: {
      index_name: ['first', 'second'],
      topic_filter: ['noise', 'moss', { index_name: unique('topic') }],
      document_types: [['book'], [], { index_name: unique('types') }],
      max_documents: [10, 10_000, { index_name: unique('most'), topic_filter: 'filler' }],
      description: ['Of one kind', 'Of another', { index_name: unique('described') }],
      articles: [['rotors'], ['rotors', 'moss'], { index_name: unique('fixed') }],
    },
  },
  delete_custom_index: {
    base: { confirm_deletion: true },
    pairs: {
      index_name: [freshSet('gone1'), freshSet('gone2')],
      confirm_deletion: [false, true, { index_name: freshSet('gone3') }],
    },
  },
  export_article_data: {
    pairs: {
      format: ['json', 'csv'],
      search_query: ['moss metals', 'comets', { max_articles: 1 }],
      index: ['quiet', undefined],
      max_articles: [1, 2],
      cursor: [undefined, 'at:1', { max_articles: 1 }],
      include_content: [true, false],
      include_metadata: [true, false],
      filename: ['a.json', undefined],
      overwrite: [true, false, { filename: 'twice.json' }],
    },
  },
  inspect_chunks: {
    base: { article_identifier: CHAIN },
    pairs: { article_identifier: [CHAIN, 'rotors'], limit: [1, 200], offset: [0, 1] },
  },
  optimize_search: {
    base: { test_queries: [{ query: 'noise of turbines', articles: ['rotors'] }], analyze_performance: false },
    pairs: {
      test_queries: [[{ query: 'metals', articles: ['moss'] }], []],
      optimization_focus: ['speed', 'recall'],
      analyze_performance: [true, false],
    },
  },
  reindex_collection: {
    base: later,
    pairs: {
      clear_existing: [true, false, null, ended('changed')],
      include_notes: [true, false, { include_articles: false }],
      include_articles: [true, false, null, ended('memories')],
      batch_size: [10, 1000, null, ended('memories', largestEmbedded)],
    },
  },
  restore_collection: {
    base: async (ground) => ({ backup: await backedUp(ground) }),
    pairs: {
      backup: [backedUp, 'zapomni-2020.backup'],
      backup_path: [undefined, '/nowhere'],
      include_deleted: [false, true, { backup: deletedSince('back1') }],
      confirm: [false, true, { backup: deletedSince('back2'), include_deleted: true }],
    },
  },
};
