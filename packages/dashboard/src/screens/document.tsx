/** One document to read in, leaf by leaf, with the passage one came for marked where it stands. */
import { useEffect, useRef } from 'preact/hooks';
import { call, type Output } from '../api/client.ts';
import { changed } from '../api/live.ts';
import { useCall } from '../api/use-call.ts';
import { count, Fact, Shown, Time, visible } from '../parts/parts.tsx';
import { soon } from '../parts/soon.ts';
import { addressOf, go, place } from '../shell/route.ts';
import { mayWrite, say, tell, workspace } from '../shell/state.ts';

type Leaf = Output<'readLeaf'>;

interface Span {
  readonly start: number;
  readonly end: number;
}

const here = () => (workspace.value === undefined ? {} : { workspace_id: workspace.value });

export function DocumentView({ id }: { id: string }) {
  const { query } = place.value;
  const quote = query.get('quote') ?? '';
  const span = spanIn(query);
  return (
    <>
      <p>
        <a href={addressOf('documents')}>All documents</a>
      </p>
      {quote !== '' && !span ? (
        <Sought id={id} quote={quote} key={quote} />
      ) : (
        <Reader id={id} span={span} at={span?.start ?? Number(query.get('at') ?? 0)} page={query.get('page') ?? ''} />
      )}
    </>
  );
}

/** Words are looked for first; the leaf is then the one where they stand. */
function Sought({ id, quote }: { id: string; quote: string }) {
  const quotes = useCall('findQuote', { quote, document: id, ...here() }, changed.record);
  return (
    <Shown of={quotes}>
      {(found) => {
        const [span = found.nearest] = found.places;
        return <Reader id={id} span={span} at={span?.start ?? 0} quote={quote} found={found} />;
      }}
    </Shown>
  );
}

interface ReaderProps {
  readonly id: string;
  readonly span: Span | undefined;
  readonly at: number;
  /** In the place of `at`. */
  readonly page?: string;
  readonly quote?: string;
  readonly found?: Output<'findQuote'>;
}

function Reader({ id, span, at, page = '', quote = '', found }: ReaderProps) {
  const where = page === '' ? { at } : { page };
  const leaf = useCall('readLeaf', { document: id, ...where, ...here() }, changed.record);
  return (
    <Shown of={leaf}>
      {(data) => (
        <>
          <h1>{visible(data.document.title ?? data.document.name)}</h1>
          <Facts leaf={data} />
          <Seeking id={id} quote={quote} key={quote} />
          {found && <Places id={id} found={found} />}
          <div class="reading">
            <Outline id={id} at={span?.start ?? data.start} />
            <LeafView leaf={data} id={id} span={span} />
          </div>
        </>
      )}
    </Shown>
  );
}

function spanIn(query: URLSearchParams): Span | undefined {
  const [start, end] = [Number(query.get('start') ?? Number.NaN), Number(query.get('end') ?? Number.NaN)];
  return start >= 0 && end > start ? { start, end } : undefined;
}

function Facts({ leaf: { document } }: { leaf: Leaf }) {
  const { name, title, source, format, pages, page_kind: kind, sections, warnings = [] } = document;
  return (
    <>
      <dl class="facts small">
        {title !== undefined && title !== name && <Fact label="Name" value={visible(name)} />}
        {format && <Fact label="Format" value={format} />}
        {pages !== undefined && <Fact label={`${kind}s`} value={count(pages)} />}
        {sections > 0 && <Fact label="Sections" value={count(sections)} />}
        <Fact label="Read" value={<Time at={document.updated_at} />} />
        {source && <Fact label="From" value={visible(source)} />}
      </dl>
      {warnings.map((warning) => (
        <p class="quiet" key={warning}>
          {visible(warning)}
        </p>
      ))}
      {mayWrite.value && <Actions document={document} />}
    </>
  );
}

function Actions({ document: { document_id: id, name, source } }: { document: Leaf['document'] }) {
  const refresh = async (): Promise<void> => {
    const { status } = await call('refreshDocument', { document: id, ...here() });
    say(status === 'unchanged' ? 'It has not changed.' : `Looked again: ${status}.`);
  };
  const forget = (): void => {
    const asked = { document: id, confirm: true, ...here() };
    soon({
      text: `${visible(name)} will be forgotten, with its history. The file stays.`,
      act: () => call('removeDocument', asked),
      done: () => {
        if (place.value.id === id) go('documents');
      },
    });
  };
  return (
    <p class="actions">
      {source && (
        <button type="button" onClick={() => void refresh().catch(tell)}>
          Look whether it changed
        </button>
      )}
      <button type="button" class="danger" onClick={forget}>
        Forget
      </button>
    </p>
  );
}

function Seeking({ id, quote }: { id: string; quote: string }) {
  const submit = (event: Event): void => {
    event.preventDefault();
    const asked = String(new FormData(event.currentTarget as HTMLFormElement).get('quote') ?? '').trim();
    go('documents', id, { quote: asked });
  };
  return (
    <form class="ask" role="search" onSubmit={submit}>
      <label class="wide">
        Find words in it
        <input type="search" name="quote" defaultValue={quote} />
      </label>
      <button type="submit">Find</button>
    </form>
  );
}

function Places({ id, found: { found, places, nearest } }: { id: string; found: Output<'findQuote'> }) {
  if (!found && !nearest) return <p role="status">It does not say this.</p>;
  const shown = found ? places : nearest ? [nearest] : [];
  return (
    <section>
      <p role="status">
        {found ? `Said in ${places.length} ${places.length === 1 ? 'place' : 'places'}:` : 'Not said so. Nearest:'}
      </p>
      <ul class="plain">
        {shown.map(({ start, end, citation, text }) => (
          <li key={start}>
            <a href={addressOf('documents', id, { start: String(start), end: String(end) })}>{visible(citation)}</a>{' '}
            <span class="quiet">{visible(text)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Outline({ id, at }: { id: string; at: number }) {
  const outline = useCall('readDocument', { document: id, outline: true, ...here() });
  const items = outline.data?.outline ?? [];
  if (items.length === 0) return null;
  const current = items.findLast(({ start }) => start <= at);
  return (
    <nav class="outline" aria-label="Sections">
      <ul class="plain">
        {items.map((item) => (
          <li key={item.start} class={`level-${Math.min(item.level, 4)}`}>
            <a
              href={addressOf('documents', id, { at: String(item.start) })}
              aria-current={item === current ? 'true' : undefined}
            >
              {visible(item.title) || '(untitled)'}
            </a>
            {item.page !== undefined && item.page !== item.title && <span class="quiet"> {visible(item.page)}</span>}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function LeafView({ leaf, id, span }: { leaf: Leaf; id: string; span: Span | undefined }) {
  const { text, start, end } = leaf;
  const from = span === undefined ? end : Math.max(start, Math.min(end, span.start));
  const to = span === undefined ? end : Math.max(start, Math.min(end, span.end));
  const mark = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = mark;
    // Of a passage that is higher than the window one wants to see how it begins.
    const isHigh = (current?.getBoundingClientRect().height ?? 0) > innerHeight / 2;
    current?.scrollIntoView({ block: isHigh ? 'start' : 'center' });
  }, [from, start]);
  return (
    <section class="leaf" aria-label="Text">
      <Turning leaf={leaf} id={id} />
      <p class="quiet">{visible(leaf.citation)}</p>
      <div class="text">
        {visible(text.slice(0, from - start))}
        {to > from && <mark ref={mark}>{visible(text.slice(from - start, to - start))}</mark>}
        {visible(text.slice(to - start))}
      </div>
      <Turning leaf={leaf} id={id} />
    </section>
  );
}

function Turning({ leaf: { number, total, page, before, after, document }, id }: { leaf: Leaf; id: string }) {
  const to = (at: number | undefined, text: string) =>
    at === undefined ? (
      <span class="quiet">{text}</span>
    ) : (
      <a href={addressOf('documents', id, { at: String(at) })}>{text}</a>
    );
  if (total === 1 && page === undefined) return null;
  return (
    <p class="turning">
      {to(before, '← Before')}
      <span>
        {page === undefined ? `Part ${number}` : `${document.page_kind ?? 'page'} ${visible(page)}`}{' '}
        <span class="quiet">
          ({count(number)} of {count(total)})
        </span>
      </span>
      {to(after, 'After →')}
    </p>
  );
}
