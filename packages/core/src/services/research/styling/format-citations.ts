/**
 * Papers, and items that are in no library, as a bibliography and as citations in a text. A paper goes by its citekey, or by its id where
 * it has none; clusters may also name it as it was asked for.
 */
import { invalidField, ZapomniError } from '../../../errors/index.ts';
import type { CitationCluster, CitationStyler, StyledCitations, StyledItem } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';
import type { CitationRequest, WrittenCitations } from './citation-request.ts';
import type { CitedPapers } from './cited-papers.ts';
import { readStyle } from './read-style.ts';

export async function formatCitations(
  deps: Deps,
  papers: CitedPapers,
  request: CitationRequest,
): Promise<WrittenCitations> {
  const styler = stylerOf(deps);
  const style = await readStyle(deps, request.style, request);
  const { items, names, found } = await gather(papers, request);
  if (items.size === 0) throw nothingToCite(request);
  const clusters = request.clusters?.map((cluster) => renamed(cluster, names));
  const styled = await styler.format(
    {
      style,
      ...(request.locale === undefined ? {} : { locale: request.locale }),
      format: request.format,
      items: [...items.values()],
      clusters: clusters ?? [...items.keys()].map((id) => ({ cites: [{ id }], alone: true })),
    },
    request.signal ? { signal: request.signal } : {},
  );
  return { ...(clusters ? withText(styled) : asList(styled, [...items.keys()])), found };
}

function nothingToCite({ query, index }: CitationRequest) {
  if (query !== undefined)
    return invalidField('search_query', 'no paper has to do with it', 'Search with other words.');
  if (index !== undefined) return invalidField('index', 'there is no paper in this set');
  const hint = 'Give articles, a search_query that finds some, or items.';
  return invalidField('articles', 'there is nothing to cite', hint);
}

type Written = Omit<WrittenCitations, 'found'>;

function withText({ citations, rewritten, bibliography }: StyledCitations): Written {
  return { citations, rewritten, bibliography: bibliography.map((entry) => ({ ...entry, citation: null })) };
}

/** A style without a bibliography still says how each is cited. */
function asList({ citations, bibliography }: StyledCitations, ids: readonly string[]): Written {
  const cited = new Map(ids.map((id, i) => [id, citations[i] ?? '']));
  const entries = bibliography.length > 0 ? bibliography : ids.map((id) => ({ id, text: '' }));
  return {
    citations: [],
    rewritten: [],
    bibliography: entries.map((entry) => ({ ...entry, citation: cited.get(entry.id) ?? '' })),
  };
}

function stylerOf({ citationStyler }: Deps): CitationStyler {
  if (citationStyler) return citationStyler;
  throw new ZapomniError('INVALID_CONFIG', 'This program was put together without a writer of citations.');
}

interface Gathered {
  readonly items: Map<string, StyledItem>;
  /** What papers were asked for by → their id here. */
  readonly names: Map<string, string>;
  found: WrittenCitations['found'];
}

async function gather(papers: CitedPapers, request: CitationRequest): Promise<Gathered> {
  const { workspace, articles = [], query, limit, index, signal } = request;
  const gathered: Gathered = { items: new Map(), names: new Map(), found: null };
  const add = (paper: KeptPaper, named?: string): void => {
    const id = paper.value.citekey ?? paper.key;
    gathered.items.set(id, { id, item: paper.value.item });
    for (const name of [named, paper.key]) if (name !== undefined) gathered.names.set(name.trim(), id);
  };
  for (const [i, named] of articles.entries()) add(await papers.find(workspace, named, `articles[${i}]`), named);
  if (query !== undefined || index !== undefined) {
    const { papers: some, ...found } = await papers.search({ workspace, query, limit, index, signal });
    for (const paper of some) add(paper);
    gathered.found = found;
  }
  addItems(gathered, request);
  for (const { id, field } of citedIn(request))
    if (!gathered.items.has(id) && !gathered.names.has(id.trim())) add(await papers.find(workspace, id, field), id);
  return gathered;
}

function addItems({ items }: Gathered, request: CitationRequest): void {
  for (const [i, item] of (request.items ?? []).entries()) {
    if (!['id', 'type', 'title'].some((field) => field in item))
      throw invalidField(`items[${i}]`, 'has no id, type or title, so that it is no item of CSL-JSON');
    const id = idOf(item, i);
    if (items.has(id)) throw invalidField(`items[${i}].id`, `there is another item '${id.slice(0, 60)}'`);
    items.set(id, { csl: { ...item, id, type: typeOf(item) } });
  }
}

function citedIn({ clusters = [] }: CitationRequest): { readonly id: string; readonly field: string }[] {
  return clusters.flatMap(({ cites }, i) => cites.map(({ id }, k) => ({ id, field: `clusters[${i}].cites[${k}].id` })));
}

/** Programs number items, and a single item needs no id. */
function idOf(item: Readonly<Record<string, unknown>>, i: number): string {
  const { id } = item;
  if (typeof id === 'string' && id !== '') return id;
  return typeof id === 'number' ? String(id) : `item-${i + 1}`;
}

function typeOf({ type }: Readonly<Record<string, unknown>>): string {
  return typeof type === 'string' && type !== '' ? type : 'document';
}

function renamed(cluster: CitationCluster, names: ReadonlyMap<string, string>): CitationCluster {
  return { ...cluster, cites: cluster.cites.map((cite) => ({ ...cite, id: names.get(cite.id.trim()) ?? cite.id })) };
}
