/** What was read of files, pages and texts: what there is and how it went, and one of them to read in. */
import type { Output } from '../api/client.ts';
import { changed } from '../api/live.ts';
import { Nothing, NotOffered } from '../parts/capability-note.tsx';
import { Jobs } from '../parts/jobs.tsx';
import { Pages, usePages } from '../parts/paged.tsx';
import { count, Time, visible } from '../parts/parts.tsx';
import { addressOf, go, place } from '../shell/route.ts';
import { workspace } from '../shell/state.ts';
import { DocumentView } from './document.tsx';

export function Documents() {
  const { id } = place.value;
  return id === undefined ? <DocumentList /> : <DocumentView id={id} key={id} />;
}

type Row = Output<'listDocuments'>['documents'][number];
const STATES = { '': 'All', ok: 'Read', failed: 'Failed', gone: 'Gone', forgotten: 'Forgotten' } as const;
const PAGE = 50;

function DocumentList() {
  const state = (place.value.query.get('state') ?? '') as keyof typeof STATES;
  const here = workspace.value === undefined ? {} : { workspace_id: workspace.value };
  const asked = { limit: PAGE, ...(state === '' ? {} : { state }), ...here };
  const documents = usePages(
    'listDocuments',
    asked,
    ({ documents: rows, total, next_cursor: next }) => ({ rows, total, next }),
    changed.record,
  );
  return (
    <>
      <h1>Documents</h1>
      <NotOffered of="documents" />
      <div class="ask">
        <label>
          Show
          <select value={state} onChange={(event) => go('documents', undefined, { state: event.currentTarget.value })}>
            {Object.entries(STATES).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Jobs kind="read_folder" label="Folders that are read" />
      <Pages of={documents} none={<None isFiltered={state !== ''} />}>
        {(rows) => (
          <>
            <p role="status">
              {count(rows.length)} of {count(documents.total ?? rows.length)}
            </p>
            <ul class="cards" aria-label="Documents">
              {rows.map((row) => (
                <RowView key={row.document_id} row={row} />
              ))}
            </ul>
          </>
        )}
      </Pages>
    </>
  );
}

function None({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <p>There is none of these.</p>;
  return (
    <Nothing
      what="No document has been read yet. Files, folders and pages are read with:"
      command="zapomni read ~/notes report.pdf"
    />
  );
}

function RowView({ row }: { row: Row }) {
  const { document_id: id, name, title, state, format, pages, page_kind: kind, characters, error, source } = row;
  return (
    <li>
      <p>
        <a href={addressOf('documents', id)}>{visible(title ?? name)}</a>{' '}
        {state !== 'ok' && <span class={`state ${state}`}>{state}</span>}
      </p>
      <p class="quiet">
        {title !== undefined && title !== name && `${visible(name)} · `}
        {format && `${format} · `}
        {pages !== undefined && `${count(pages)} ${kind}s · `}
        {characters > 0 && `${count(characters)} characters · `}
        <Time at={row.updated_at} />
      </p>
      {source && source !== name && <p class="quiet path">{visible(source)}</p>}
      {error && <p class="quiet">{visible(error.message)}</p>}
    </li>
  );
}
