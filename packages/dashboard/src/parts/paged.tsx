/** Lists that come page by page: the next with a button, or when its place comes into sight. */
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call, CallError, type CallName, type Input, type Output } from '../api/client.ts';

export interface Part<Row> {
  readonly rows: readonly Row[];
  readonly total?: number | undefined;
  readonly next: string | undefined;
}

export interface Paged<Row> extends Part<Row> {
  readonly error: CallError | undefined;
  readonly isWaiting: boolean;
  /** True once the first page is there. */
  readonly isRead: boolean;
  readonly again: () => void;
  readonly more: () => void;
}

interface State<Row> extends Part<Row> {
  readonly error: CallError | undefined;
  readonly isWaiting: boolean;
  readonly pages: number;
}

const NOTHING = { rows: [], next: undefined, error: undefined, isWaiting: true, pages: 0 };

/** Looks again when `when` grows, as long as nobody has turned on: they keep their place. */
export function usePages<Name extends CallName, Row>(
  name: Name,
  input: Input<Name>,
  read: (page: Output<Name>) => Part<Row>,
  when?: Signal<number>,
): Paged<Row> {
  const [state, setState] = useState<State<Row>>(NOTHING);
  const asked = JSON.stringify(input);
  const version = when?.value ?? 0;
  const current = useRef(new AbortController());
  const load = async (before: State<Row>): Promise<void> => {
    current.current.abort();
    const stop = (current.current = new AbortController());
    setState((now) => ({ ...now, isWaiting: true }));
    const from = before.next === undefined ? input : { ...(input as object), cursor: before.next };
    try {
      const { rows, next, total } = read(await call(name, from as Input<Name>, stop.signal));
      const all = [...before.rows, ...rows];
      setState({ rows: all, total, next, error: undefined, isWaiting: false, pages: before.pages + 1 });
    } catch (error) {
      if (stop.signal.aborted) return;
      const shown = error instanceof CallError ? error : new CallError({ code: 'PAGE', message: String(error) });
      setState((now) => ({ ...now, error: shown, isWaiting: false }));
    }
  };
  const seen = useRef('');
  useEffect(() => {
    const isOther = seen.current !== `${name}${asked}`;
    seen.current = `${name}${asked}`;
    if (isOther) setState(NOTHING);
    if (isOther || state.pages <= 1) void load(NOTHING);
  }, [name, asked, version]);
  useEffect(() => () => current.current.abort(), []);
  const { pages, ...part } = state;
  return { ...part, isRead: pages > 0, again: () => void load(NOTHING), more: () => void load(state) };
}

interface Props<Row> {
  readonly of: Paged<Row>;
  /** Where there is none. */
  readonly none: ComponentChildren;
  readonly children: (rows: readonly Row[]) => ComponentChildren;
}

export function Pages<Row>({ of, none, children }: Props<Row>) {
  const { rows, next, error, isWaiting, isRead, again, more } = of;
  return (
    <div aria-busy={isWaiting}>
      {error && (
        <div class="problem" role="alert">
          <p>{error.message}</p>
          {error.hint && <p class="quiet">{error.hint}</p>}
          <button type="button" onClick={again}>
            Try again
          </button>
        </div>
      )}
      {!isRead && !error && <p class="quiet">Loading…</p>}
      {isRead && rows.length === 0 && next === undefined ? none : children(rows)}
      {next !== undefined && (
        <button type="button" disabled={isWaiting} onClick={more}>
          More
        </button>
      )}
    </div>
  );
}
