/**
 * What names no paper, no style, no field or no number, given to every tool that takes one, through a real client: the answer says which field
 * is wrong and what to do, and the library is what it was before.
 */
import type { BibliographicItem } from '@zapomni/core/model';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { enginesForTests } from '@zapomni/testkit/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();

const item = (title: string, family: string, year: number, doi?: string): BibliographicItem => ({
  type: 'article-journal',
  title,
  contributors: [{ role: 'author', family, given: 'Ada' }],
  identifiers: doi === undefined ? [] : [{ scheme: 'doi', value: doi }],
  issued: { year },
});
const LIBRARY = [
  item('Quiet rotors for small turbines', 'Berg', 2019, '10.1000/rotors'),
  // Years apart, by others: two papers of one title.
  item('Collected observations of moss', 'Lund', 1990, '10.1000/moss-1'),
  item('Collected observations of moss', 'Strand', 2015, '10.1000/moss-2'),
];

type Args = Record<string, unknown>;

/** How each tool is told of a paper. Those that write would change something if they took a guess. */
const NAMED: readonly (readonly [tool: string, args: (name: string) => Args])[] = [
  ['get_article_details', (article_identifier) => ({ article_identifier })],
  ['read_article', (article_identifier) => ({ article_identifier })],
  ['update_article_metadata', (article_identifier) => ({ article_identifier, add_tags: ['guessed'] })],
  ['delete_article', (article_identifier) => ({ article_identifier, confirm_deletion: true })],
  ['merge_articles', (into) => ({ into, from: '10.1000/rotors' })],
  ['merge_articles', (from) => ({ into: '10.1000/rotors', from })],
  ['split_article', (article_identifier) => ({ article_identifier, identifiers: ['10.1000/moss-1'] })],
  ['extract_citations', (article_identifier) => ({ article_identifier })],
  ['get_citation_context', (article_identifier) => ({ article_identifier })],
  ['find_related_papers', (paper_identifier) => ({ paper_identifier })],
  ['compare_articles', (name) => ({ articles: ['10.1000/rotors', name] })],
  ['suggest_tags', (article_identifier) => ({ article_identifier })],
  ['inspect_chunks', (article_identifier) => ({ article_identifier })],
  ['format_citations', (name) => ({ articles: [name] })],
  ['answer_question', (name) => ({ question: 'What is quiet?', scope: [name] })],
  ['create_custom_index', (name) => ({ index_name: 'guessed', topic_filter: '', articles: [name] })],
];

const NAMES: readonly (readonly [what: string, name: string, says: RegExp])[] = [
  [
    'a part of a title',
    'quiet rotors',
    /no paper of this workspace is named so exactly[\s\S]*Quiet rotors for small turbines/,
  ],
  ['a title of two', 'Collected observations of moss', /several papers have this title[\s\S]*1990[\s\S]*2015/],
  ['nothing that is known', 'zzzz qqqq', /no paper of this workspace is named so exactly/],
  ['a DOI cut short', 'doi:10.1', /no well-formed DOI; one looks like 10\.1000\/xyz123/],
  ['an address of another scheme', 'ftp://example.org/1', /scheme/],
  ['a file', 'file:///etc/passwd', /scheme/],
  ['nothing', '   ', /empty/],
  ['far too much', 'x'.repeat(6000), /more than 5000 characters/],
];

/** Beside its range, of no type, or no word that is known; the field is named. */
const WRONG: readonly (readonly [tool: string, args: Args, says: RegExp])[] = [
  ['list_articles', { limit: 0 }, /limit/],
  ['list_articles', { limit: 101 }, /limit/],
  ['list_articles', { offset: -1 }, /offset/],
  ['list_articles', { filter_by_type: 'artical-journal' }, /filter_by_type[\s\S]*article-journal/],
  ['list_articles', { sort_by: 'tilte' }, /sort_by: must be one of .*; nearest: "title"/],
  ['list_articles', { sort: 'title' }, /sort: is not a known name; nearest: sort_by/],
  ['list_articles', { index: 'nowhere' }, /index/],
  ['list_articles', { cursor: 'not one of ours' }, /cursor/],
  ['list_articles', { colour: 'red' }, /colour/],
  ['search_articles', { query: 'x', limit: 51 }, /limit/],
  ['search_articles', { query: 'x', min_citations: -1 }, /min_citations/],
  ['search_articles', { query: 'x', date_from: 'spring' }, /date_from/],
  ['search_articles', { query: 'x', date_to: '2020-13' }, /date_to/],
  ['search_articles', { query: 'x', document_type: 'boook' }, /document_type[\s\S]*book/],
  ['read_article', { article_identifier: '10.1000/rotors', max_chars: 99 }, /max_chars/],
  ['read_article', { article_identifier: '10.1000/rotors', budget_tokens: 1 }, /budget_tokens/],
  ['extract_citations', { article_identifier: '10.1000/rotors', max_depth: 4 }, /max_depth/],
  [
    'get_citation_context',
    { article_identifier: '10.1000/rotors', polarity: 'suports' },
    /polarity.*nearest: "supports"/,
  ],
  ['find_related_papers', { paper_identifier: '10.1000/rotors', similarity_threshold: 1.5 }, /similarity_threshold/],
  ['compare_articles', { articles: ['10.1000/rotors'] }, /articles/],
  ['compare_articles', { articles: ['10.1000/rotors', '10.1000/rotors'] }, /articles/],
  ['answer_question', { question: 'x', max_sources: 0 }, /max_sources/],
  ['analyze_topic', { topic: 'x', max_papers: 2 }, /max_papers/],
  ['analyze_topic', { topic: 'x', depth: 'depe' }, /depth.*nearest: "deep"/],
  ['generate_research_summary', { topic_or_query: 'x', max_papers: 51 }, /max_papers/],
  ['generate_reading_list', { topic_or_query: 'x', priority_criteria: 'mood' }, /priority_criteria/],
  ['format_citations', { articles: ['10.1000/rotors'], style: 'ieeee' }, /style[\s\S]*ieee/],
  ['format_citations', { articles: ['10.1000/rotors'], locale: 'fr-FRR' }, /locale[\s\S]*Nearest: fr-FR/],
  ['format_citations', { articles: ['10.1000/rotors'], format: 'htlm' }, /format.*nearest: "html"/],
  ['format_citations', { search_query: 'x', max_results: 51 }, /max_results/],
  ['format_citations', {}, /articles|items|search_query/],
  ['export_bibliography', { format: 'bibtexx' }, /format.*nearest: "bibtex"/],
  ['export_bibliography', { max_results: 1001 }, /max_results/],
  ['export_article_data', { format: 'pdf' }, /format/],
  ['export_article_data', { max_articles: 0 }, /max_articles/],
  ['create_custom_index', { index_name: 'few', topic_filter: 'moss', max_documents: 9 }, /max_documents/],
  ['create_custom_index', { index_name: ' ', topic_filter: 'moss' }, /index_name/],
  [
    'create_custom_index',
    { index_name: 'odd', topic_filter: 'moss', document_types: ['boook'] },
    /document_types[\s\S]*book/,
  ],
  ['batch_process_pdfs', { max_files: 101, sources: ['x'] }, /max_files/],
  ['batch_process_pdfs', {}, /directory_path|sources/],
  ['download_pdf', { source: '10.1000/rotors', timeout: 4 }, /timeout/],
  ['reindex_collection', { batch_size: 9 }, /batch_size/],
  ['optimize_search', { optimization_focus: 'luck' }, /optimization_focus/],
  ['inspect_chunks', { article_identifier: '10.1000/rotors', limit: 201 }, /limit/],
  ['check_references', { text: ' ' }, /text/],
  ['validate_pdf_sources', { source_name: 'crosref' }, /source_name[\s\S]*crossref/],
  [
    'update_article_metadata',
    { article_identifier: '10.1000/rotors', update_metadata: { titel: 'X' } },
    /titel[\s\S]*title/,
  ],
  ['update_article_metadata', { article_identifier: '10.1000/rotors', update_metadata: { doi: '10.1' } }, /doi/],
  ['update_article_metadata', { article_identifier: '10.1000/rotors', update_metadata: { rating: 6 } }, /rating/],
  ['update_article_metadata', { article_identifier: '10.1000/rotors' }, /add_tags|remove_tags|update_metadata/],
  ['delete_article', { article_identifier: '10.1000/rotors' }, /confirm_deletion/],
  ['merge_articles', { into: '10.1000/rotors', from: 'https://doi.org/10.1000/ROTORS' }, /same/],
  ['split_article', { article_identifier: '10.1000/rotors' }, /identifiers|files|title/],
  ['split_article', { undo: 'no-such-plan' }, /undo|plan/],
  ['consolidate_tags', { apply: 'no-such-plan' }, /plan/],
  ['restore_collection', { backup: 'none.zbk', confirm: true }, /backup/],
];

describe.each(ENGINES)('what names nothing, on $engine', ({ options }) => {
  let zapomni: TestClient;
  let elsewhere = '';
  let before = '';
  const library = async () =>
    JSON.stringify([
      await zapomni.call('export_article_data', { format: 'json' }),
      await zapomni.call('manage_tag_vocabulary'),
      await zapomni.call('collection_stats'),
    ]);
  beforeAll(async () => {
    zapomni = await openTestClient({ ...options(), settings: { tools: 'all' } });
    const save = (workspace: string, items: readonly BibliographicItem[]) =>
      zapomni.app.research.library.save({ workspace, arrivals: items.map((one) => ({ item: one, source: 'user' })) });
    await save('default', LIBRARY);
    await zapomni.call('create_workspace', { workspace_id: 'other' });
    const [there] = await save('other', [item('Barnacles of the north', 'Holm', 2001, '10.1000/barnacles')]);
    elsewhere = there?.paper?.key ?? '';
    before = await library();
  });
  afterAll(() => zapomni.close());

  it.each(NAMED)('%s says so, whatever the name', async (tool, args) => {
    for (const [what, name, says] of NAMES) expect(await zapomni.fails(tool, args(name)), what).toMatch(says);
    for (const name of [elsewhere, '10.1000/barnacles', 'Barnacles of the north'])
      expect(await zapomni.fails(tool, args(name)), name).toMatch(
        /no paper of this workspace (?:is named so exactly|has this DOI)/,
      );
    expect(await library()).toBe(before);
  });

  it('has each tool say which field is wrong, and what to do', async () => {
    for (const [tool, args, says] of WRONG)
      expect(await zapomni.fails(tool, args), `${tool} ${JSON.stringify(args).slice(0, 100)}`).toMatch(says);
    expect(await library()).toBe(before);
  });

  it('leaves what is of another workspace to that one', async () => {
    const there = { workspace_id: 'other' };
    const made = { index_name: 'northern', topic_filter: 'barnacles', ...there };
    await zapomni.call('create_custom_index', made);
    const tags = { article_identifier: elsewhere, add_tags: ['cold', 'Cold '], ...there };
    await zapomni.call('update_article_metadata', tags);
    const { plan_id } = await zapomni.call('consolidate_tags', { rename: { cold: 'icy' }, ...there });
    const gone = await zapomni.call('delete_article', {
      ...there,
      article_identifier: elsewhere,
      confirm_deletion: true,
    });
    for (const [tool, args, says] of [
      ['list_articles', { index: 'northern' }, /index: there is no saved set/],
      ['consolidate_tags', { apply: plan_id }, /apply: there is no such plan/],
      ['consolidate_and_retag', { apply: plan_id }, /apply: there is no such plan/],
      ['consolidate_tags', { undo: plan_id }, /undo: there is no such plan/],
      ['split_article', { undo: gone.plan_id }, /undo: there is no such plan/],
      [
        'split_article',
        { article_identifier: '10.1000/rotors', files: [elsewhere] },
        /files\[0\]: is no file of this paper/,
      ],
      [
        'read_article',
        { article_identifier: '10.1000/rotors', file_id: elsewhere },
        /file_id: is no file of this paper/,
      ],
    ] as const)
      expect(await zapomni.fails(tool, args), tool).toMatch(says);
    await zapomni.call('split_article', { undo: gone.plan_id, ...there });
    expect(await library()).toBe(before);
  });

  it('leaves a paper of another workspace to that one', async () => {
    expect(
      await zapomni.call('get_article_details', { article_identifier: elsewhere, workspace_id: 'other' }),
    ).toMatchObject({ doi: '10.1000/barnacles' });
    expect(await zapomni.fails('get_article_details', { article_identifier: elsewhere, workspace_id: 'none' })).toMatch(
      /workspace/,
    );
  });
});
