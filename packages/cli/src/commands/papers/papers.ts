/** `zapomni papers list|add|import|export|search|show|read|cited|related|cite|check|notes|tags|duplicates|merge|remove|undo|stats`. */
import { YES } from '../../arguments/shared-options.ts';
import { inFlags, strictly, withActions, type TakenBy } from '../actions.ts';
import type { Command, CommandSpec } from '../command.ts';
import { addAll } from './actions/add.ts';
import { mergePapers, removePaper, undoChange } from './actions/change.ts';
import { checkReferences } from './actions/check.ts';
import { cite } from './actions/cite.ts';
import { showCited } from './actions/cited.ts';
import { showDuplicates } from './actions/duplicates.ts';
import { exportPapers } from './actions/export.ts';
import { importFiles } from './actions/import.ts';
import { listPapers } from './actions/list.ts';
import { notes } from './actions/notes.ts';
import { readPaper } from './actions/read.ts';
import { showRelated } from './actions/related.ts';
import { searchPapers } from './actions/search.ts';
import { showPaper, showStats } from './actions/show.ts';
import { manageTags } from './actions/tags.ts';

export const spec: CommandSpec = {
  name: 'papers',
  summary: 'The library of papers: add, find, read and tidy them.',
  usage: [
    'zapomni papers [list]',
    'zapomni papers add FILE|FOLDER|URL|ID…',
    'zapomni papers import BIBLIOGRAPHY…|-',
    'zapomni papers export [<paper> …] [--format FORMAT] [--search WORDS]',
    'zapomni papers search <words>',
    'zapomni papers show|read|cited|related <paper>',
    'zapomni papers cite [<paper> …]',
    'zapomni papers check [FILE|-]',
    'zapomni papers notes [--vault-dir FOLDER]',
    'zapomni papers tags [apply|undo PLAN]',
    'zapomni papers duplicates',
    'zapomni papers merge <into> <from>',
    'zapomni papers remove <paper>',
    'zapomni papers undo <plan>',
    'zapomni papers stats',
  ],
  options: {
    limit: { type: 'string', short: 'n', value: 'N', about: 'How many to show.' },
    cursor: {
      type: 'string',
      value: 'CURSOR',
      about: 'List, search, read, cited: go on where the page before ended.',
    },
    sort: {
      type: 'string',
      value: 'ORDER',
      about: 'List: added, title, year; search: relevance, date, citations, title.',
    },
    type: { type: 'string', value: 'TYPE', about: 'List, search: only article-journal, book …' },
    term: { type: 'string', value: 'WORDS', about: 'List: only with these words.' },
    index: { type: 'string', value: 'NAME', about: 'List, search, export: only of this saved set.' },
    author: { type: 'string', value: 'NAME', about: 'Search: only by this author.' },
    journal: { type: 'string', value: 'NAME', about: 'Search: only in this journal.' },
    from: { type: 'string', value: 'DATE', about: 'Search: not before 2020, 2020-03 …' },
    to: { type: 'string', value: 'DATE', about: 'Search: not after.' },
    'min-citations': { type: 'string', value: 'N', about: 'Search: only what is cited so often.' },
    tag: {
      type: 'string',
      multiple: true,
      value: 'TAG',
      about: 'Add, import: give this tag; search: only with all of these.',
    },
    again: { type: 'boolean', about: 'Add: also what is there already.' },
    outline: { type: 'boolean', about: 'Read: its sections or pages.' },
    section: { type: 'string', value: 'TITLE', about: 'Read: one section.' },
    page: { type: 'string', value: 'LABEL', about: 'Read: one page.' },
    depth: { type: 'string', value: 'N', about: 'Cited: steps to follow, 1–3; 1 if not said.' },
    sentences: { type: 'boolean', about: 'Cited: the sentences that cite it.' },
    rename: { type: 'string', multiple: true, value: 'OLD=NEW', about: 'Tags: plan to rename one; may be repeated.' },
    style: {
      type: 'string',
      short: 's',
      value: 'STYLE',
      about: 'Cite: apa, mla, nature …, or a .csl file; ieee if not said.',
    },
    locale: { type: 'string', value: 'LOCALE', about: 'Cite: de-DE, fr …' },
    format: {
      type: 'string',
      value: 'FORMAT',
      about: 'Cite: text, markdown, html or rtf; import, export: bibtex, ris, csl-json …',
    },
    items: { type: 'string', value: 'FILE', about: 'Cite: also what this file of CSL-JSON has; - for standard input.' },
    search: { type: 'string', value: 'WORDS', about: 'Cite: also papers that these words find; export: only those.' },
    'dry-run': { type: 'boolean', about: 'Import, notes: only say what would be done.' },
    template: { type: 'string', value: 'NAME', about: 'Notes: names of new ones; {citekey} if not said.' },
    recreate: { type: 'boolean', about: 'Notes: make those again that you removed.' },
    all: { type: 'boolean', about: 'Notes: look at every one, changed or not.' },
    new: { type: 'boolean', about: 'Notes: begin anew with a vault that has lost its marker.' },
    styles: { type: 'boolean', about: 'Cite: list the styles that come with Zapomni.' },
    ...YES,
  },
  examples: [
    'zapomni papers add ~/papers 10.1038/nature12373 arXiv:1706.03762',
    'zapomni papers search quiet rotors --author Müller --from 2018',
    'zapomni papers read mueller2019quiet --section Methods',
    'zapomni papers cite mueller2019quiet --style apa',
    'zapomni papers notes --vault-dir ~/vault/papers',
  ],
};

const PAPER = { article_identifier: '<paper>' };
const SEARCHED = { query: '--search', search_query: '--search', index: '--index' };
const FILTERS = { author: '--author', journal: '--journal', date_from: '--from', date_to: '--to', index: '--index' };
const FILE = { path: 'FILE', content: 'FILE', tags: '--tag', format: '--format' };
const STYLE = { articles: '<paper>', style: '--style', locale: '--locale', items: '--items' };

const TAKEN_BY: TakenBy = {
  limit: ['list', 'search', 'cited', 'related', 'cite', 'check', 'export'],
  cursor: ['list', 'search', 'read', 'cited'],
  sort: ['list', 'search'],
  type: ['list', 'search'],
  term: ['list'],
  index: ['list', 'search', 'export'],
  author: ['search'],
  journal: ['search'],
  from: ['search'],
  to: ['search'],
  'min-citations': ['search'],
  tag: ['add', 'import', 'search'],
  again: ['add'],
  outline: ['read'],
  section: ['read'],
  page: ['read'],
  depth: ['cited'],
  sentences: ['cited'],
  rename: ['tags'],
  style: ['cite'],
  locale: ['cite'],
  format: ['cite', 'import', 'export'],
  items: ['cite'],
  search: ['cite', 'export'],
  'dry-run': ['import', 'notes'],
  template: ['notes'],
  recreate: ['notes'],
  all: ['notes'],
  new: ['notes'],
  styles: ['cite'],
};
const MOST_WORDS = { list: 0, check: 1, notes: 0, duplicates: 0, stats: 0 };

const ACTIONS: Readonly<Record<string, Command>> = {
  list: inFlags({ filter_by_type: '--type', search_term: '--term', index: '--index', cursor: '--cursor' }, listPapers),
  add: inFlags({ sources: 'ID', path: 'FILE', directory_path: 'FOLDER', tags: '--tag' }, addAll),
  import: inFlags(FILE, importFiles),
  export: inFlags({ ...SEARCHED, articles: '<paper>' }, exportPapers),
  search: inFlags({ ...FILTERS, query: '<words>', document_type: '--type' }, searchPapers),
  show: inFlags(PAPER, showPaper),
  read: inFlags({ ...PAPER, section: '--section', page: '--page', cursor: '--cursor' }, readPaper),
  cited: inFlags(PAPER, showCited),
  related: inFlags({ paper_identifier: '<paper>' }, showRelated),
  cite: inFlags({ ...STYLE, ...SEARCHED }, cite),
  check: inFlags({ text: 'FILE' }, checkReferences),
  // The folder is called as it was given, or as it can be.
  notes: (context) => {
    const folder = context.settings.get('vault_dir')?.via ?? '--vault-dir';
    return inFlags({ name_template: '--template', ZAPOMNI_VAULT_DIR: folder }, notes)(context);
  },
  tags: inFlags({ plan_id: 'PLAN', rename: '--rename' }, manageTags),
  duplicates: showDuplicates,
  merge: inFlags({ into: '<into>', from: '<from>' }, mergePapers),
  remove: inFlags(PAPER, removePaper),
  undo: inFlags({ plan_id: '<plan>', plan: '<plan>' }, undoChange),
  stats: showStats,
};

export const run: Command = withActions(
  'papers',
  strictly('papers', { options: spec.options, takenBy: TAKEN_BY, most: MOST_WORDS }, ACTIONS),
);
