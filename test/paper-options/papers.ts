/** Options of the tools for daily use. */
import type { Ground } from './ground.ts';
import { call, details } from './looks.ts';
import type { ToolPairs } from './pair.ts';

const CHAIN = 'Anemones after the storm';

export const PAPERS: Readonly<Record<string, ToolPairs>> = {
  answer_question: {
    base: { question: 'What lowers the noise?', min_relevance: 0 },
    pairs: {
      question: ['What lowers the noise?', 'What do moss and metals tell?'],
      max_sources: [1, 5],
      index: ['quiet', undefined],
      min_relevance: [0, 1],
      include_citations: [true, false],
      scope: [['rotors'], ['kelp']],
      max_chars: [1000, 20_000, { max_sources: 50 }],
    },
  },
  export_bibliography: {
    pairs: {
      format: ['bibtex', 'ris'],
      articles: [['rotors'], ['moss']],
      search_query: ['moss metals', 'comets', { max_results: 1 }],
      index: ['quiet', undefined],
      max_results: [1, 2],
      cursor: [undefined, 'at:1', { max_results: 1 }],
      filename: ['a.bib', undefined],
      overwrite: [true, false, { filename: 'twice.bib' }],
    },
  },
  find_related_papers: {
    base: { paper_identifier: 'rotors', similarity_threshold: 0 },
    pairs: {
      paper_identifier: ['rotors', CHAIN],
      max_results: [1, 3],
      explain_connections: [false, true, { paper_identifier: CHAIN }],
      similarity_threshold: [0, 1],
    },
  },
  format_citations: {
    base: { articles: ['rotors', 'kelp'] },
    pairs: {
      articles: [['rotors'], ['moss']],
      search_query: ['moss metals', 'comets', { articles: undefined, max_results: 1 }],
      index: ['quiet', undefined, { articles: undefined, search_query: 'moss and noise' }],
      max_results: [1, 2, { articles: undefined, search_query: 'noise' }],
      items: [
        [{ id: 'a', type: 'book', title: 'A' }],
        [{ id: 'b', type: 'book', title: 'B' }],
        { articles: undefined },
      ],
      style: ['apa', 'ieee'],
      locale: ['de-DE', 'en-US', { style: 'chicago' }],
      format: ['text', 'html'],
      clusters: [[{ cites: [{ id: 'rotors' }] }], [{ cites: [{ id: 'kelp' }] }]],
    },
  },
  get_article_details: { pairs: { article_identifier: ['rotors', 'moss'] } },
  import_bibliography: {
    base: { content: '@misc{one, title = {One}}\n@misc{two, title = {Two}}', dry_run: true },
    pairs: {
      content: ['@misc{one, title = {One}}', '@misc{two, title = {Two}}'],
      path: [({ pdf }: Ground) => pdf('one.bib'), ({ pdf }: Ground) => pdf('two.ris'), { content: undefined }],
      format: ['bibtex', undefined, { content: 'TY  - BOOK\nTI  - A\nER  - \n' }],
      dry_run: [
        true,
        false,
        { content: '@misc{dry, title = {Only looked at}}' },
        call('list_articles', { search_term: 'looked' }),
      ],
      tags: [
        ['red'],
        ['blue'],
        { dry_run: false, content: '@misc{tagged, title = {Tagged by whoever brought it}}' },
        details('tagged'),
      ],
      limit: [1, 2],
      offset: [0, 1],
    },
  },
  list_articles: {
    pairs: {
      limit: [1, 2],
      offset: [0, 1],
      cursor: [
        undefined,
        async ({ zapomni }: Ground) => (await zapomni.call('list_articles', { limit: 1 })).next_cursor,
        { limit: 1 },
      ],
      filter_by_type: ['book', undefined],
      search_term: ['noise', undefined],
      index: ['quiet', undefined],
      sort_by: ['title', 'year'],
    },
  },
  read_article: {
    base: { article_identifier: CHAIN },
    pairs: {
      article_identifier: [CHAIN, 'Anemones in the long run'],
      outline: [false, true],
      section: ['Methods', 'Introduction'],
      page: ['1', '2'],
      cursor: [
        undefined,
        async ({ zapomni }: Ground) =>
          (await zapomni.call('read_article', { article_identifier: CHAIN, max_chars: 100 })).next_cursor,
        { max_chars: 100 },
      ],
      max_chars: [100, 300],
      budget_tokens: [25, 100],
      file_id: [
        undefined,
        // One of another paper is none of this.
        async ({ zapomni }: Ground) =>
          (await zapomni.call('get_article_details', { article_identifier: 'Anemones in the long run' })).files[0]
            .file_id,
      ],
    },
  },
  search_articles: {
    base: { query: 'noise of turbines and metals in moss' },
    pairs: {
      query: ['noise of turbines', 'metals in moss', { limit: 1 }],
      author: ['Holm', 'Strand'],
      date_from: ['2020', undefined],
      date_to: ['2012', undefined],
      document_type: ['book', undefined],
      journal: ['Wind Letters', undefined],
      tags: [['wind'], ['metals']],
      index: ['quiet', undefined],
      min_citations: [40, undefined],
      limit: [1, 2],
      cursor: [undefined, 'at:1', { query: 'noise', limit: 1 }],
      sort_by: ['citations', 'title', { query: 'noise' }],
      strict: [false, true, { query: 'mortgage' }],
    },
  },
};
