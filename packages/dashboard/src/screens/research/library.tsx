/** The papers that are kept: listed in an order, or found by what they say. */
import type { Output } from '../../api/client.ts';
import { changed } from '../../api/live.ts';
import { useCall } from '../../api/use-call.ts';
import { ArticleLine } from '../../parts/article.tsx';
import { Nothing } from '../../parts/capability-note.tsx';
import { Jobs } from '../../parts/jobs.tsx';
import { Pages, usePages } from '../../parts/paged.tsx';
import { count, Shown, visible } from '../../parts/parts.tsx';
import { addressOf, go, place } from '../../shell/route.ts';
import { workspace } from '../../shell/state.ts';

const FIELDS = ['q', 'term', 'author', 'from', 'to', 'type', 'tag', 'sort'] as const;
type Field = (typeof FIELDS)[number];
type Given = Readonly<Record<Field, string>>;
const SORTS = { added: 'when they came', year: 'year', title: 'title' } as const;
type Sort = keyof typeof SORTS;
const PAGE = 50;

const here = () => (workspace.value === undefined ? {} : { workspace_id: workspace.value });

export function Library() {
  const { query } = place.value;
  const given = Object.fromEntries(FIELDS.map((name) => [name, query.get(name) ?? ''])) as Record<Field, string>;
  return (
    <>
      <Asking given={given} key={query.toString()} />
      <Jobs kind="add_papers" label="Papers that are read" />
      {given.q === '' ? <Listed given={given} /> : <Found given={given} />}
    </>
  );
}

interface Labelled {
  readonly name: Field;
  readonly label: string;
  readonly example?: string;
}

const TYPE: Labelled = { name: 'type', label: 'Type', example: 'article-journal' };
/** What narrows a list, and what narrows a search. */
const OF_LIST: readonly Labelled[] = [{ name: 'term', label: 'Words of title or authors' }, TYPE];
const OF_SEARCH: readonly Labelled[] = [
  { name: 'author', label: 'Author' },
  { name: 'from', label: 'From', example: '2019' },
  { name: 'to', label: 'To' },
  TYPE,
  { name: 'tag', label: 'Tag' },
];

function Asking({ given }: { given: Given }) {
  const submit = (event: Event): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const said = FIELDS.map((name) => [name, String(form.get(name) ?? '').trim()] as const);
    go('research', undefined, Object.fromEntries(said));
  };
  const isSearch = given.q !== '';
  return (
    <form class="ask" role="search" onSubmit={submit}>
      <label class="wide">
        What they say (empty: all of them)
        <input type="search" name="q" defaultValue={given.q} />
      </label>
      {(isSearch ? OF_SEARCH : OF_LIST).map(({ name, label, example }) => (
        <label key={name}>
          {label}
          <input name={name} defaultValue={given[name]} placeholder={example} size={14} />
        </label>
      ))}
      {!isSearch && <Order sort={given.sort} />}
      <button type="submit">Show</button>
    </form>
  );
}

function Order({ sort }: { sort: string }) {
  return (
    <label>
      In the order of
      <select name="sort" defaultValue={sort === '' ? 'added' : sort}>
        {Object.entries(SORTS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

function Listed({ given }: { given: Given }) {
  const asked = {
    limit: PAGE,
    ...(given.type === '' ? {} : { filter_by_type: given.type }),
    ...(given.term === '' ? {} : { search_term: given.term }),
    sort_by: (Object.hasOwn(SORTS, given.sort) ? given.sort : 'added') as Sort,
    ...here(),
  };
  const articles = usePages(
    'listArticles',
    asked,
    ({ articles: rows, total, next_cursor: next }) => ({ rows, total, next }),
    changed.record,
  );
  return (
    <Pages of={articles} none={<None isFiltered={given.type + given.term !== ''} />}>
      {(rows) => (
        <>
          <p role="status">
            {count(rows.length)} of {count(articles.total ?? rows.length)} papers
          </p>
          <ul class="cards" aria-label="Papers">
            {rows.map((article) => (
              <li key={article.id}>
                <ArticleLine of={article} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Pages>
  );
}

function None({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <p>There is none of these.</p>;
  return (
    <Nothing
      what="No paper is in the library yet. Files, folders, identifiers and bibliographies are taken with:"
      command={'zapomni papers add ~/papers 10.1038/nature12373\nzapomni papers import references.bib'}
    />
  );
}

function Found({ given }: { given: Given }) {
  const asked = {
    query: given.q,
    limit: 30,
    ...(given.author === '' ? {} : { author: given.author }),
    ...(given.from === '' ? {} : { date_from: given.from }),
    ...(given.to === '' ? {} : { date_to: given.to }),
    ...(given.type === '' ? {} : { document_type: given.type }),
    ...(given.tag === '' ? {} : { tags: [given.tag] }),
    ...here(),
  };
  const found = useCall('searchArticles', asked, changed.record);
  return (
    <Shown of={found}>
      {({ count: shown, articles, abstained }) => (
        <>
          <p role="status">
            {shown} papers. {abstained && shown > 0 && 'None seems to answer; these come nearest.'}
          </p>
          <ul class="cards" aria-label="Papers">
            {articles.map((article) => (
              <li key={article.id}>
                <ArticleLine of={article}>
                  <Passage of={article} />
                </ArticleLine>
              </li>
            ))}
          </ul>
        </>
      )}
    </Shown>
  );
}

const MOST_SHOWN = 400;

function Passage({ of }: { of: Output<'searchArticles'>['articles'][number] }) {
  const { passage, document_id: document, citation, page } = of;
  const text = passage.length > MOST_SHOWN ? `${passage.slice(0, MOST_SHOWN)}…` : passage;
  return (
    <blockquote>
      {visible(text)}{' '}
      {document !== undefined && (
        <a href={addressOf('documents', document, { quote: passage.trim().slice(0, 300) })}>
          {visible(citation ?? (page === undefined ? 'in the text' : `p. ${page}`))}
        </a>
      )}
    </blockquote>
  );
}
