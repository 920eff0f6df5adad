/** All memories, newest first, however many; one of them beside the list, several of them changed at once. */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { call, type Output } from '../api/client.ts';
import { changed } from '../api/live.ts';
import { PagedRows } from '../lists/paged-rows.ts';
import { VirtualList } from '../lists/virtual-list.tsx';
import { count, Tags, Time, visible } from '../parts/parts.tsx';
import { addressOf, go, place } from '../shell/route.ts';
import { mayWrite, workspace } from '../shell/state.ts';
import { Chosen } from './bulk.tsx';
import { MemoryView } from './memory.tsx';

export type Row = Output<'listMemories'>['memories'][number];

/** What is listed and how far one has come, kept while other screens are looked at. */
interface Kept {
  readonly asked: string;
  readonly rows: PagedRows<Row>;
  /** Another one begins at the top. */
  readonly key: string;
  top: number;
}
let kept: Kept | undefined;
/** Grows when rows have come. */
const came = signal(0);
/** Something has changed that the list does not show yet, to leave a reader where they are. */
const isOld = signal(false);

export function Memories() {
  const { id, query } = place.value;
  const { rows, top, key } = useKept();
  const { chosen, choose, clear } = useChosen(rows);
  void came.value;
  return (
    <>
      <h1>Memories</h1>
      <Asking query={query} key={query.toString()} />
      {rows.problem && (
        <p class="problem" role="alert">
          {rows.problem}
        </p>
      )}
      <p role="status">
        {count(rows.total)} memories{rows.total > rows.length && `, ${count(rows.length)} of them so far`}
      </p>
      {isOld.value && (
        <button type="button" onClick={anew}>
          Something has changed: show it
        </button>
      )}
      {mayWrite.value && chosen.size > 0 && <Chosen chosen={chosen} clear={clear} done={look} />}
      <div class="beside">
        <VirtualList
          key={key}
          label="Memories"
          length={rows.length}
          top={top}
          onTop={(now) => kept && (kept.top = now)}
          onSight={(from, to) => void rows.show(from, to)}
          isCurrent={(index) => id !== undefined && rows.at(index)?.memory_id === id}
          row={(index) => (
            <RowView
              row={rows.at(index)}
              query={query}
              isChosen={chosen}
              choose={(isRange) => choose(index, isRange)}
            />
          )}
        />
        {id !== undefined && <MemoryView id={id} key={id} />}
      </div>
    </>
  );
}

/** One by one, or with Shift all from the last one on. */
function useChosen(rows: PagedRows<Row>) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const [last, setLast] = useState(0);
  const choose = (index: number, isRange: boolean): void => {
    const next = new Map(chosen);
    const [from, to] = isRange ? [Math.min(last, index), Math.max(last, index)] : [index, index];
    const picked = Array.from({ length: to - from + 1 }, (_, i) => rows.at(from + i)).flatMap((row) => row ?? []);
    const isOff = !isRange && picked.every(({ memory_id }) => next.has(memory_id));
    for (const row of picked) {
      if (isOff) next.delete(row.memory_id);
      else next.set(row.memory_id, row);
    }
    setLast(index);
    setChosen(next);
  };
  return { chosen, choose, clear: () => setChosen(new Map()) };
}

const FIELDS = ['tag', 'until'] as const;

function Asking({ query }: { query: URLSearchParams }) {
  const submit = (event: Event): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    go('memories', undefined, Object.fromEntries(FIELDS.map((name) => [name, String(form.get(name) ?? '').trim()])));
  };
  return (
    <form class="ask" onSubmit={submit}>
      <label>
        Tag
        <input name="tag" defaultValue={query.get('tag') ?? ''} />
      </label>
      <label>
        From this time back
        <input name="until" defaultValue={query.get('until') ?? ''} placeholder="last month" />
      </label>
      <button type="submit">Show</button>
    </form>
  );
}

function useKept(): Kept {
  const asked = JSON.stringify(questionOf(place.value.query));
  if (kept?.asked !== asked) begin();
  const version = changed.memory.value;
  const [seen] = useState({ version });
  useEffect(() => {
    if (seen.version === version) return;
    seen.version = version;
    look();
  }, [version]);
  return kept as Kept;
}

function questionOf(query: URLSearchParams) {
  const [tag, until] = FIELDS.map((name) => query.get(name) ?? '');
  return {
    ...(workspace.value === undefined ? {} : { workspace_id: workspace.value }),
    ...(tag ? { filters: { tags: [tag] } } : {}),
    ...(until ? { until } : {}),
  };
}

/** What changes shows at once, unless somebody has scrolled on: they keep their place, and are told. */
function look(): void {
  if ((kept?.top ?? 0) === 0) begin();
  else isOld.value = true;
}

/** What was there stays until the new is: nothing flickers. */
function begin(key?: string): void {
  const question = questionOf(place.value.query);
  const asked = JSON.stringify(question);
  const fetchPage = async (cursor: string | undefined, limit: number) => {
    const page = await call('listMemories', { ...question, limit, ...(cursor === undefined ? {} : { cursor }) });
    return { rows: page.memories, total: page.total, next: page.next_cursor };
  };
  const rows = new PagedRows<Row>(fetchPage, () => {
    came.value += 1;
  });
  const before = kept;
  const next: Kept = { asked, rows, top: 0, key: key ?? (before?.asked === asked ? before.key : asked) };
  if (before?.asked !== asked) kept = next;
  void take(rows.show(0, 0), before, next);
}

async function take(coming: Promise<void>, before: Kept | undefined, next: Kept): Promise<void> {
  await coming;
  if (kept !== before && kept !== next) return;
  kept = next;
  isOld.value = false;
  came.value += 1;
}

/** From the top again. */
const anew = (): void => begin(crypto.randomUUID());

interface RowProps {
  readonly row: Row | undefined;
  readonly query: URLSearchParams;
  readonly isChosen: ReadonlyMap<string, Row>;
  readonly choose: (isRange: boolean) => void;
}

function RowView({ row, query, isChosen, choose }: RowProps) {
  if (row === undefined) return <span class="quiet">…</span>;
  return (
    <>
      {mayWrite.value && (
        <input
          type="checkbox"
          aria-label="Choose"
          checked={isChosen.has(row.memory_id)}
          onClick={(event) => choose(event.shiftKey)}
        />
      )}
      <a href={addressOf('memories', row.memory_id, Object.fromEntries(query))}>
        {visible(row.text_preview) || '(empty)'}
      </a>
      <span class="quiet aside">
        <Time at={row.timestamp} /> {row.kind !== 'note' && row.kind} <Tags tags={row.tags} />
      </span>
    </>
  );
}
