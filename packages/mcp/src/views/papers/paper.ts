/** Papers as clients and `--json` show them. */
import {
  authorsOf,
  isTakenBack,
  nameOf,
  venueOf,
  type AddedPaper,
  type AddPapersReport,
  type ArticleDetails,
  type ArticlePage,
  type CollectionStats,
  type Count,
  type CreatedSet,
  type DeletedArticle,
  type FoundArticle,
  type FoundArticles,
  type KeptPaper,
  type KeptPaperFile,
  type ListedSet,
  type MergedArticles,
  type SplitArticle,
  type Undone,
  type UpdatedArticle,
} from '@zapomni/core/research';
import { toReceipt } from '../removal.ts';
import { toAnnotation } from './annotation.ts';
import { toSourceReport } from './source.ts';
import { iso, round } from '../values.ts';

const MOST_AUTHORS = 12;
/** No title or journal that somebody meant is longer; the whole is among the fields of get_article_details. */
const MOST_NAME = 1000;

function shown(name: string): string {
  return name.length > MOST_NAME ? `${name.slice(0, MOST_NAME).toWellFormed()}…` : name;
}

type Item = KeptPaper['value']['item'];

/** What a list says of one: enough to name it in the next call. */
export function toArticle({ key, value }: KeptPaper) {
  const { item, citekey, year, tags } = value;
  const venue = venueOf(item);
  const authors = authorsOf(item);
  return {
    id: key,
    ...(citekey === null ? {} : { citekey }),
    title: shown(item.title ?? ''),
    ...untitled(item),
    authors: authors.slice(0, MOST_AUTHORS).map((one) => shown(nameOf(one))),
    ...(authors.length > MOST_AUTHORS ? { authors_total: authors.length } : {}),
    ...(year === null ? {} : { year }),
    type: item.type,
    ...(venue === null ? {} : { venue: shown(venue) }),
    ...idsOf(item, ['doi', 'arxiv']),
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    ...(value.counts.cited_by === null ? {} : { citations: value.counts.cited_by }),
    ...noticed(value),
    has_text: value.texts.length > 0,
  };
}

/** Of what nobody knows more yet, the identifier is its only name. */
function untitled({ title, identifiers: [first] }: Item): { readonly identifier?: string } {
  return title === undefined && first ? { identifier: `${first.scheme}:${first.value}` } : {};
}

/** What was taken back is told from what was only corrected, or is looked into. */
function noticed({ retraction }: KeptPaper['value']) {
  if (retraction === null) return {};
  return isTakenBack(retraction) ? { retracted: true } : { notice: retraction.kind };
}

function idsOf({ identifiers }: Item, schemes: readonly string[]): Record<string, string> {
  const found = schemes.flatMap((scheme) => {
    const id = identifiers.find((one) => one.scheme === scheme);
    return id ? [[scheme, id.value] as const] : [];
  });
  return Object.fromEntries(found);
}

export function toArticles({ items, total, next }: ArticlePage) {
  return {
    total,
    count: items.length,
    articles: items.map(toArticle),
    ...(next === null ? {} : { next_cursor: next }),
  };
}

const MOST_PASSAGE = 1200;

/** Of a number that was not counted to its end. */
export function orLeast(isCounted: boolean) {
  return isCounted ? {} : { total_is_lower_bound: true };
}

function toFound({ paper, foundIn, hit, isWeak, citations }: FoundArticle) {
  const { passage, score, document } = hit;
  const text =
    passage.text.length > MOST_PASSAGE ? `${passage.text.slice(0, MOST_PASSAGE).toWellFormed()}…` : passage.text;
  return {
    ...toArticle(paper),
    ...(citations ? { citations: citations.count, citations_from: citations.from } : {}),
    score: round(score),
    ...(isWeak ? { weak: true } : {}),
    passage: text,
    memory_id: hit.memory.id,
    ...(document ? { document_id: document.id, citation: document.citation } : {}),
    ...(document?.page === undefined ? {} : { page: document.page }),
    ...(foundIn.key === paper.key ? {} : { found_in_version: foundIn.key }),
  };
}

/** What narrows a search, as the tools call it. */
const FILTER_NAMES: Readonly<Record<FoundArticles['unmet'][number], string>> = {
  author: 'author',
  journal: 'journal',
  tags: 'tags',
  type: 'document_type',
  minCitations: 'min_citations',
};

export function toFoundArticles({ found, total, isCounted, next, mode, unmet, called }: FoundArticles) {
  return {
    total,
    ...orLeast(isCounted),
    count: found.length,
    ...(called ? { called: toArticle(called) } : {}),
    articles: found.map(toFound),
    ...(next === null ? {} : { next_cursor: next }),
    mode,
    abstained: total === 0,
    ...(unmet.length === 0 ? {} : { unmet_filters: unmet.map((name) => FILTER_NAMES[name]) }),
  };
}

function toFile({ key, value }: KeptPaperFile) {
  return {
    file_id: key,
    kind: value.kind,
    bytes: value.bytes,
    pages: value.pages,
    text: value.text_state,
    ...(value.reason === null ? {} : { reason: value.reason }),
    ...(value.document === null ? {} : { document_id: value.document }),
    ...(value.silent ? { searched: false } : {}),
    ...(value.source === null ? {} : { source: value.source }),
    ...(value.licence === null ? {} : { licence: value.licence }),
    ...(value.version === null ? {} : { version: value.version }),
  };
}

/** The whole record in the words of CSL, with who said each field. */
export function toArticleDetails(details: ArticleDetails) {
  const { paper, said, versions, elsewhere, files } = details;
  const marked = details.annotations.flatMap(({ key, value: { annotations } }) =>
    annotations.map((one) => ({ file_id: key, ...toAnnotation(one) })),
  );
  const { value } = paper;
  const { contributors, identifiers, files: named = [], ...fields } = value.item;
  return {
    ...toArticle(paper),
    metadata: { ...fields },
    contributors: contributors.slice(0, MOST_CONTRIBUTORS).map((person) => ({ ...person })),
    identifiers: identifiers.map(({ scheme, value: id }) => ({ scheme, value: id })),
    standing: value.standing,
    read_state: value.read_state,
    ...(value.rating === null ? {} : { rating: value.rating }),
    ...(value.tldr === null ? {} : { tldr: value.tldr }),
    topics: [...value.topics],
    counts: countsIn(details, marked.length),
    ...(value.open_access.status === null ? {} : { open_access: value.open_access.status }),
    ...(value.retraction === null ? {} : { retraction: { ...value.retraction } }),
    versions: [
      ...versions.map(({ paper: other, relation }) => ({ ...toArticle(other), relation, in_library: true as const })),
      ...elsewhere.map(({ identifier, relation, source }) => ({
        identifier,
        relation,
        in_library: false as const,
        told_by: source,
      })),
    ],
    ...(value.shown_as === null ? {} : { shown_as: value.shown_as }),
    files: files.map(toFile),
    ...(marked.length === 0 ? {} : { annotations: marked.slice(0, MOST_ANNOTATIONS) }),
    ...(named.length === 0 ? {} : { files_named: [...named] }),
    said: said.map(({ field, source, at, confidence }) => ({
      field,
      source,
      at: iso(at),
      confidence: round(confidence),
    })),
    ...(value.memory === null ? {} : { memory_id: value.memory }),
    text_memory_ids: [...value.texts],
    added_at: iso(value.added_at),
    updated_at: iso(value.updated_at),
  };
}

function countsIn({ references, citedHere, contexts, paper }: ArticleDetails, annotations: number) {
  const { cited_by, as_of } = paper.value.counts;
  return {
    references,
    cited_by_here: citedHere,
    citing_sentences: contexts,
    ...(annotations === 0 ? {} : { annotations }),
    ...(cited_by === null ? {} : { cited_by }),
    ...(as_of === null ? {} : { as_of: iso(as_of) }),
  };
}

const MOST_CONTRIBUTORS = 100;
/** read_article shows the others, page by page. */
const MOST_ANNOTATIONS = 50;

export function toUpdatedArticle({ paper, changed }: UpdatedArticle) {
  return {
    status: changed.length === 0 ? ('unchanged' as const) : ('updated' as const),
    changed: [...changed],
    article: toArticle(paper),
  };
}

function countsOf(list: readonly Count[]): Record<string, number> {
  return Object.fromEntries(list.map(({ name, count }) => [name, count]));
}

export function toCollectionStats(stats: CollectionStats) {
  return {
    papers: stats.papers,
    preprints_shown_as_published: stats.preprintsOfOthers,
    only_cited: stats.referenced,
    with_abstract: stats.withAbstract,
    with_text: stats.withText,
    without_identifier: stats.withoutIdentifier,
    retracted: stats.retracted,
    reference_lists: stats.referenceLists,
    files: { ...stats.files },
    types: countsOf(stats.types),
    years: countsOf(stats.years),
    venues_in_all: stats.venuesInAll,
    venues: countsOf(stats.venues),
    tags_in_all: stats.tagsInAll,
    tags: countsOf(stats.tags),
    read_states: countsOf(stats.readStates),
    added_by_month: countsOf(stats.added),
  };
}

export function toDeletedArticle({ paper, planId, receipt }: DeletedArticle) {
  return { status: 'deleted' as const, article: toArticle(paper), plan_id: planId, removed: toReceipt(receipt) };
}

export function toMergedArticles({ paper, planId }: MergedArticles) {
  return { status: 'merged' as const, articles: [toArticle(paper)], plan_id: planId };
}

export function toSplitArticle({ paper, other, planId }: SplitArticle) {
  return { status: 'split' as const, articles: [toArticle(paper), toArticle(other)], plan_id: planId };
}

export function toUndone({ papers }: Undone) {
  return { status: 'undone' as const, articles: papers.map(toArticle) };
}

export function toCreatedSet({ set, papers, total }: CreatedSet) {
  const { name, filter } = set.value;
  return {
    status: 'created' as const,
    index_id: set.key,
    index_name: name,
    kept_current: filter !== null,
    documents: papers.length,
    ...(total > papers.length ? { matching: total } : {}),
    articles: papers.slice(0, MOST_AUTHORS).map(toArticle),
  };
}

export function toListedSet({ set, papers }: ListedSet) {
  const { name, description, filter } = set.value;
  const topic = filter?.['topic'];
  return {
    index_name: name,
    documents: papers,
    ...(typeof topic === 'string' ? { topic_filter: topic } : {}),
    ...(description === '' ? {} : { description }),
    created: iso(set.value.created_at),
  };
}

export function toAddedPaper(added: AddedPaper) {
  const { status, paper, document, references, matched, here, contexts, warnings, sources, proposals } = added;
  return {
    status,
    article: toArticle(paper),
    ...(document === null ? {} : { document_id: document }),
    references,
    references_matched: matched,
    references_here: here,
    citing_sentences: contexts,
    ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
    ...(sources.length === 0 ? {} : { sources: sources.map(toSourceReport) }),
    ...(proposals.length === 0 ? {} : { may_be_the_same: proposals.map((one) => ({ ...one })) }),
  };
}

export function toAddPapersReport({ papers, failures, warnings, sources, ...counts }: AddPapersReport) {
  return {
    ...counts,
    papers: [...papers],
    failures: failures.map((one) => ({ ...one })),
    warnings: warnings.map((one) => ({ ...one })),
    sources: sources.map(({ papers: unanswered, ...report }) => ({ ...toSourceReport(report), unanswered })),
  };
}
