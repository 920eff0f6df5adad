/** What can be done with several memories at once, and taken back. */
import { useState } from 'preact/hooks';
import { call, type Output } from '../api/client.ts';
import { useCall } from '../api/use-call.ts';
import { count, visible } from '../parts/parts.tsx';
import { go, place } from '../shell/route.ts';
import { me, say, tell, workspace } from '../shell/state.ts';
import type { Row } from './memories.tsx';

const UNDO_MS = 8000;
/** More are not moved by one call. */
const MOVED_AT_ONCE = 500;

interface ChosenProps {
  readonly chosen: ReadonlyMap<string, Row>;
  readonly clear: () => void;
  readonly done: () => void;
}

const here = () => (workspace.value === undefined ? {} : { workspace_id: workspace.value });

export function Chosen({ chosen, clear, done }: ChosenProps) {
  const rows = [...chosen.values()];
  const finish = (): void => {
    clear();
    done();
  };
  return (
    <section class="chosen" aria-label="The chosen ones">
      <p role="status">{count(rows.length)} chosen</p>
      <Tagging rows={rows} finish={finish} />
      <Moving rows={rows} finish={finish} />
      <Forgetting rows={rows} clear={clear} />
      <button type="button" onClick={clear}>
        Choose none
      </button>
    </section>
  );
}

interface Part {
  readonly rows: readonly Row[];
  readonly finish: () => void;
}

function Tagging({ rows, finish }: Part) {
  const [tag, setTag] = useState('');
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    const untagged = rows.filter(({ tags }) => !tags.includes(tag.trim()));
    await setTags(untagged, ({ tags }) => [...tags, tag.trim()]);
    say(`${untagged.length} are tagged ${visible(tag.trim())}.`, () => {
      void setTags(untagged, ({ tags }) => tags).then(finish, tell);
    });
    finish();
  };
  return (
    <form class="ask" onSubmit={(event) => void add(event).catch(tell)}>
      <label>
        A tag for them
        <input value={tag} onInput={(event) => setTag(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={tag.trim() === ''}>
        Tag
      </button>
    </form>
  );
}

async function setTags(rows: readonly Row[], tagsOf: (row: Row) => string[]): Promise<void> {
  for (const row of rows) await call('updateMemory', { memory_id: row.memory_id, tags: tagsOf(row), ...here() });
}

function Moving({ rows, finish }: Part) {
  const [to, setTo] = useState('');
  const workspaces = useCall('listWorkspaces', {});
  const from = workspace.value ?? me.value?.workspace ?? '';
  const others = workspaces.data?.workspaces.filter(({ workspace_id: id }) => id !== from) ?? [];
  if (others.length === 0) return null;
  const move = async (event: Event): Promise<void> => {
    event.preventDefault();
    const moved = await moveAll(
      rows.map(({ memory_id }) => memory_id),
      from,
      to,
    );
    say(`${moved.length} are in ${visible(to)} now.`, () => void takeBack(moved).catch(tell));
    follow(moved, to);
    finish();
  };
  const takeBack = async (moved: readonly Moved[]): Promise<void> => {
    const back = await moveAll(
      moved.map((one) => one.to),
      to,
      from,
    );
    follow(back, from);
    finish();
  };
  return (
    <form class="ask" onSubmit={(event) => void move(event).catch(tell)}>
      <label>
        Another workspace
        <select value={to} onChange={(event) => setTo(event.currentTarget.value)}>
          <option value="" />
          {others.map(({ workspace_id: id }) => (
            <option key={id} value={id}>
              {visible(id)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" disabled={to === ''} title="What they said before stays behind">
        Move
      </button>
    </form>
  );
}

type Moved = Output<'moveMemories'>['moved'][number];

/** A memory has another id where it goes: the one that is being read is followed there. */
function follow(moved: readonly Moved[], to: string): void {
  const { id, query } = place.value;
  const open = moved.find(({ from }) => from === id);
  if (!open) return;
  workspace.value = to === me.value?.workspace ? undefined : to;
  go('memories', open.to, Object.fromEntries(query));
}

/** The ids that they had and have. */
async function moveAll(ids: readonly string[], from: string, to: string): Promise<Moved[]> {
  const moved: Moved[] = [];
  for (let i = 0; i < ids.length; i += MOVED_AT_ONCE) {
    const some = { memory_ids: ids.slice(i, i + MOVED_AT_ONCE), workspace_id: from, to };
    moved.push(...(await call('moveMemories', some)).moved);
  }
  return moved;
}

/** Nothing is sent before the time to take it back is over. */
function Forgetting({ rows, clear }: { rows: readonly Row[]; clear: () => void }) {
  const [typed, setTyped] = useState('');
  const forget = (event: Event): void => {
    event.preventDefault();
    const where = here();
    const timer = setTimeout(() => void forgetAll(rows, where).catch(tell), UNDO_MS);
    say(`${rows.length} memories will be forgotten.`, () => clearTimeout(timer), UNDO_MS);
    clear();
  };
  return (
    <form class="ask" onSubmit={forget}>
      <label>
        Type {rows.length} to forget them for good
        <input value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
      <button type="submit" class="danger" disabled={typed !== String(rows.length)}>
        Forget {rows.length}
      </button>
    </form>
  );
}

async function forgetAll(rows: readonly Row[], where: { workspace_id?: string }): Promise<void> {
  for (const { memory_id: id } of rows) await call('deleteMemory', { memory_id: id, confirm: true, ...where });
  say(`${rows.length} memories are forgotten.`);
}
