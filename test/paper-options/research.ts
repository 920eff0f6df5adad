/** Options of the tools that add, change and judge papers. */
import type { Ground } from './ground.ts';
import {
  details,
  ended,
  fresh,
  idsOfHalf,
  nextHalf,
  notesIn,
  planned,
  split,
  withNew,
  withoutMarker,
  withoutNote,
  withQuietEdit,
} from './looks.ts';
import type { ToolPairs } from './pair.ts';

const CHAIN = 'Anemones after the storm';

export const RESEARCH: Readonly<Record<string, ToolPairs>> = {
  analyze_topic: {
    base: { topic: 'noise' },
    pairs: {
      topic: ['noise of turbines', 'metals in moss'],
      depth: ['quick', 'deep'],
      max_papers: [3, 6, { topic: 'anemones' }],
      max_chars: [1000, 20_000, { topic: 'anemones', depth: 'deep' }],
      index: ['quiet', undefined, { topic: 'anemones' }],
    },
  },
  batch_process_pdfs: {
    pairs: {
      directory_path: [({ pdf }: Ground) => pdf(''), undefined, { sources: ['10.5555/quiet.1'] }],
      sources: [['10.5555/quiet.1'], ['10.5555/quiet.1', '10.1000/rotors'], null, ended('papers')],
      max_files: [1, 3, { directory_path: ({ pdf }: Ground) => pdf('') }],
      skip_existing: [true, false, { directory_path: ({ pdf }: Ground) => pdf(''), max_files: 3 }, ended('updated')],
      tags: [['early'], ['late'], { sources: ['10.5555/tagged'] }, ended('added', details('10.5555/tagged'))],
    },
  },
  check_references: {
    base: {
      text: '[1] Berg, E. (2019). Quiet rotors for small turbines. Wind Letters.\n[2] Nobody, N. (2001). Nothing at all. Nowhere.',
    },
    pairs: {
      text: [
        'Nobody, N. (2001). Nothing at all. Nowhere.',
        'Berg, E. (2019). Quiet rotors for small turbines. Wind Letters.',
      ],
      limit: [1, 2],
      offset: [0, 1],
    },
  },
  compare_articles: {
    base: { articles: ['rotors', 'kelp'] },
    pairs: {
      articles: [
        ['rotors', 'kelp'],
        ['rotors', 'moss'],
      ],
      dimensions: [['methodology'], ['findings']],
      max_chars: [1000, 20_000, { articles: ['rotors', 'kelp', 'moss', CHAIN] }],
    },
  },
  consolidate_and_retag: {
    pairs: {
      apply: [undefined, planned('consolidate_and_retag')],
      undo: [undefined, planned('consolidate_and_retag', true)],
    },
  },
  consolidate_tags: {
    pairs: {
      rename: [{ metals: 'Heavy metals' }, { metals: 'Metal' }],
      apply: [undefined, planned('consolidate_tags')],
      undo: [undefined, planned('consolidate_tags', true)],
    },
  },
  delete_article: {
    base: { article_identifier: 'goner1', confirm_deletion: true },
    pairs: {
      article_identifier: [fresh('goner1'), fresh('goner2')],
      confirm_deletion: [false, true, { article_identifier: fresh('goner3') }],
    },
  },
  download_pdf: {
    base: ({ replay }) => ({ source: `http://journal.test:${replay.server.port}/paper.pdf` }),
    pairs: {
      source: [({ replay }: Ground) => `http://journal.test:${replay.server.port}/paper.pdf`, '10.5555/quiet.1'],
      output_directory: ['here', 'there', { filename: 'same' }],
      filename: ['one', 'two'],
      overwrite: [true, false, { filename: 'again' }],
      timeout: [5, 300, null, (_answer, { asked }) => asked.at(-1)],
    },
  },
  extract_citations: {
    base: { article_identifier: CHAIN },
    pairs: {
      article_identifier: [CHAIN, 'rotors'],
      include_outbound: [true, false],
      include_inbound: [true, false],
      max_depth: [1, 2, { article_identifier: 'Anemones in the long run' }],
      limit: [1, 100],
      cursor: [undefined, 'at:1', { limit: 1 }],
    },
  },
  extract_pdf_metadata: {
    base: ({ pdf }) => ({ pdf_path: pdf('chain-0.pdf') }),
    pairs: {
      pdf_path: [({ pdf }: Ground) => pdf('chain-0.pdf'), ({ pdf }: Ground) => pdf('chain-1.pdf')],
      text: [
        'On wind\n\nAda Holm\n\nAbstract\nIt blows.',
        'On rain\n\nAda Holm\n\nAbstract\nIt falls.',
        { pdf_path: undefined },
      ],
      extract_text_preview: [true, false],
      analyze_structure: [true, false],
    },
  },
  generate_reading_list: {
    base: { topic_or_query: 'noise', max_papers: 6 },
    pairs: {
      topic_or_query: ['noise of turbines', 'metals in moss', { max_papers: 3 }],
      max_papers: [3, 6, { topic_or_query: 'anemones' }],
      priority_criteria: ['recent', 'citations'],
      include_summaries: [true, false],
      reading_time_estimate: [true, false],
      index: ['quiet', undefined, { topic_or_query: 'anemones' }],
    },
  },
  generate_research_summary: {
    base: { topic_or_query: 'noise' },
    pairs: {
      topic_or_query: ['noise of turbines', 'metals in moss'],
      summary_type: ['methodology', 'findings'],
      max_papers: [5, 8, { topic_or_query: 'anemones' }],
      include_citations: [true, false],
      max_chars: [1000, 20_000, { topic_or_query: 'anemones' }],
      index: ['quiet', undefined, { topic_or_query: 'anemones' }],
    },
  },
  get_citation_context: {
    base: { article_identifier: CHAIN },
    pairs: {
      article_identifier: [CHAIN, 'Anemones sting the careless'],
      direction: ['citing_it', 'in_it'],
      polarity: ['contrasts', 'supports'],
      limit: [1, 20, { direction: 'in_it' }],
      cursor: [undefined, 'at:1:1', { direction: 'in_it', limit: 1 }],
    },
  },
  locate_pdf: {
    base: { article_identifier: '10.5555/quiet.1' },
    pairs: {
      article_identifier: ['10.5555/quiet.1', '10.1000/nowhere'],
      search_multiple_sources: [true, false],
      auto_download: [true, false],
    },
  },
  manage_tag_vocabulary: { pairs: { limit: [1, 500] } },
  merge_articles: {
    pairs: {
      into: [fresh('stays1'), fresh('stays2'), { from: fresh('goes1') }],
      from: [fresh('goes2'), fresh('goes3'), { into: fresh('stays3') }, details('stays3')],
    },
  },
  split_article: {
    base: { title: 'The other half' },
    pairs: {
      undo: [undefined, split('half1'), { title: undefined, article_identifier: undefined }],
      article_identifier: [fresh('half2'), fresh('half3'), { identifiers: ['10.1009/half2'] }],
      identifiers: [['10.1009/half4'], [], { article_identifier: fresh('half4'), title: undefined }],
      files: [
        [],
        async ({ zapomni }: Ground) => [
          (await zapomni.call('get_article_details', { article_identifier: 'Anemones sting the careless' })).files[0]
            .file_id,
        ],
        { article_identifier: 'Anemones sting the careless', title: undefined },
      ],
      title: ['This half', 'That half', { article_identifier: nextHalf, identifiers: idsOfHalf }],
    },
  },
  suggest_tags: {
    pairs: {
      article_identifier: ['rotors', 'kelp', { force_all: true }],
      force_all: [true, false],
      limit: [1, 500, { force_all: true }],
      cursor: [undefined, 'at:1', { force_all: true }],
    },
  },
  sync_with_obsidian: {
    pairs: {
      dry_run: [true, false, null, notesIn],
      name_template: [withNew('noted1', '{citekey}'), withNew('noted2', '{title}'), null, notesIn],
      recreate: [withoutNote(false), withoutNote(true), null, notesIn],
      all: [
        withQuietEdit(false),
        withQuietEdit(true),
        null,
        (answer) => (answer as { texts_taken: number }).texts_taken,
      ],
      new_vault: [withoutMarker(false), withoutMarker(true)],
    },
  },
  update_article_metadata: {
    base: { article_identifier: 'spare' },
    pairs: {
      article_identifier: [fresh('edit1'), fresh('edit2'), { add_tags: ['edited'] }],
      add_tags: [['one'], ['two'], null, details('spare')],
      remove_tags: [['one'], ['two'], null, details('spare')],
      update_metadata: [{ volume: '1' }, { volume: '2' }, null, details('spare')],
    },
  },
  validate_pdf_sources: {
    pairs: { source_name: ['crossref', 'arxiv'], test_sample: [true, false] },
  },
};
