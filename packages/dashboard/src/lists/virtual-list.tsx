/** A list that scrolls however long it is: only the rows in sight, and a few round them, are in the page. */
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** A million of them are still less than the tallest thing that browsers can show. */
const ROW_PX = 32;
const AROUND = 12;

interface ListProps {
  readonly label: string;
  readonly length: number;
  /** Where somebody was before. */
  readonly top: number;
  readonly onTop: (top: number) => void;
  /** Told which rows are in sight. */
  readonly onSight: (from: number, to: number) => void;
  readonly row: (index: number) => ComponentChildren;
  readonly isCurrent: (index: number) => boolean;
}

export function VirtualList({ label, length, top: before, onTop, onSight, row, isCurrent }: ListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [{ top, height }, setSight] = useState({ top: before, height: 800 });
  const from = Math.max(0, Math.floor(top / ROW_PX) - AROUND);
  const to = Math.min(length, Math.ceil((top + height) / ROW_PX) + AROUND);
  const look = (): void => {
    if (!box.current) return;
    setSight({ top: box.current.scrollTop, height: box.current.clientHeight });
    onTop(box.current.scrollTop);
  };
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = before;
    look();
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, []);
  useEffect(() => onSight(from, to + AROUND), [from, to, length]);
  const onKey = useKeys(box, length, look);
  return (
    <div class="window" ref={box} onScroll={look} onKeyDown={onKey}>
      <ul class="rows" aria-label={label} style={{ height: `${length * ROW_PX}px` }}>
        {Array.from({ length: Math.max(0, to - from) }, (_, i) => (
          <li
            key={from + i}
            data-row={from + i}
            aria-setsize={length}
            aria-posinset={from + i + 1}
            aria-current={isCurrent(from + i) ? 'true' : undefined}
            style={{ top: `${(from + i) * ROW_PX}px` }}
          >
            {row(from + i)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Keys move from row to row; one that is not in the page yet is scrolled to first. */
function useKeys(
  box: RefObject<HTMLDivElement | null>,
  length: number,
  look: () => void,
): (event: KeyboardEvent) => void {
  const wanted = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const link = box.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"] a`);
    link?.focus({ preventScroll: true });
    if (link) wanted.current = undefined;
  });
  return (event) => {
    if (!box.current) return;
    const { scrollTop, clientHeight: height } = box.current;
    const now = Number((event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset['row']);
    const next = Number.isNaN(now) ? undefined : moved(event.key, now, Math.floor(height / ROW_PX), length);
    if (next === undefined) return;
    event.preventDefault();
    wanted.current = next;
    box.current.scrollTop = intoSight(next, scrollTop, height);
    look();
  };
}

/** Which row a key leads to. */
function moved(key: string, now: number, page: number, length: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: now + 1,
    ArrowUp: now - 1,
    PageDown: now + page,
    PageUp: now - page,
    Home: 0,
    End: length - 1,
  };
  const next = Object.hasOwn(steps, key) ? steps[key] : undefined;
  return next === undefined ? undefined : Math.max(0, Math.min(length - 1, next));
}

function intoSight(index: number, top: number, height: number): number {
  const [begins, ends] = [index * ROW_PX, (index + 1) * ROW_PX];
  if (begins < top) return begins;
  return ends > top + height ? ends - height : top;
}
