/** All memories, newest first, a page at a time as one scrolls; one of them beside the list. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { call, type Output } from '../api/client.ts';
import { changed } from '../api/live.ts';
import { count, Tags, Time, visible } from '../parts/parts.tsx';
import { addressOf, place } from '../shell/route.ts';
import { mayWrite, say, tell, workspace } from '../shell/state.ts';
import { MemoryView } from './memory.tsx';

type Row = Output<'listMemories'>['memories'][number];

interface Listed {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly next: string | undefined;
}

const NONE: Listed = { rows: [], total: 0, next: undefined };
const PAGE = 100;

export function Memories() {
  const { listed, problem, isOld, begin, more } = useMemories();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { id } = place.value;
  return (
    <>
      <h1>Memories</h1>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <p role="status">
        {count(listed.rows.length)} of {count(listed.total)}
      </p>
      {isOld && (
        <button type="button" onClick={begin}>
          Something has changed: show it
        </button>
      )}
      {mayWrite.value && chosen.size > 0 && <Chosen chosen={chosen} clear={() => setChosen(new Set())} />}
      <div class="beside">
        <ul class="rows" aria-label="Memories">
          {listed.rows.map((row) => (
            <RowView
              key={row.memory_id}
              row={row}
              isOpen={row.memory_id === id}
              isChosen={chosen.has(row.memory_id)}
              choose={() => setChosen(chosen.symmetricDifference(new Set([row.memory_id])))}
            />
          ))}
          {listed.next !== undefined && <More when={more} />}
        </ul>
        {id !== undefined && <MemoryView id={id} key={id} />}
      </div>
    </>
  );
}

/** Page by page. What changes shows at once, unless somebody has scrolled on: they keep their place, and are told. */
function useMemories() {
  const [listed, setListed] = useState(NONE);
  const [problem, setProblem] = useState('');
  const [isOld, setIsOld] = useState(false);
  const seen = useRef<string | undefined>(undefined);
  const load = async (before: Listed): Promise<void> => {
    const here = workspace.value === undefined ? {} : { workspace_id: workspace.value };
    const from = before.next === undefined ? {} : { cursor: before.next };
    try {
      const page = await call('listMemories', { ...here, limit: PAGE, ...from });
      setListed({ rows: [...before.rows, ...page.memories], total: page.total, next: page.next_cursor });
      setProblem('');
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const begin = (): void => {
    setIsOld(false);
    void load(NONE);
  };
  useEffect(() => {
    const isElsewhere = seen.current !== workspace.value;
    seen.current = workspace.value;
    if (isElsewhere || listed.rows.length <= PAGE) begin();
    else setIsOld(true);
  }, [workspace.value, changed.memory.value]);
  return { listed, problem, isOld, begin, more: () => void load(listed) };
}

interface RowProps {
  readonly row: Row;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  readonly choose: () => void;
}

function RowView({ row, isOpen, isChosen, choose }: RowProps) {
  return (
    <li aria-current={isOpen ? 'true' : undefined}>
      {mayWrite.value && <input type="checkbox" aria-label="Choose" checked={isChosen} onChange={choose} />}
      <a href={addressOf('memories', row.memory_id)}>{visible(row.text_preview) || '(empty)'}</a>
      <span class="quiet">
        <Time at={row.timestamp} /> {row.kind !== 'note' && row.kind} <Tags tags={row.tags} />
      </span>
    </li>
  );
}

/** Asks for the next page when its place comes into sight; a button for whoever does not scroll. */
function More({ when }: { when: () => void }) {
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const seen = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && when());
    if (ref.current) seen.observe(ref.current);
    return () => seen.disconnect();
  });
  return (
    <li ref={ref}>
      <button type="button" onClick={when}>
        More
      </button>
    </li>
  );
}

function Chosen({ chosen, clear }: { chosen: ReadonlySet<string>; clear: () => void }) {
  const [typed, setTyped] = useState('');
  const forget = async (): Promise<void> => {
    for (const id of chosen) await call('deleteMemory', { memory_id: id, confirm: true });
    say(`${chosen.size} memories are forgotten.`);
    clear();
  };
  return (
    <div class="ask">
      <label>
        Type {chosen.size} to forget the chosen ones for good
        <input value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
      <button
        type="button"
        class="danger"
        disabled={typed !== String(chosen.size)}
        onClick={() => void forget().catch(tell)}
      >
        Forget {chosen.size}
      </button>
      <button type="button" onClick={clear}>
        Choose none
      </button>
    </div>
  );
}
