/** What is known of things and how they hang together: drawn, and as a list with the same content, at any moment. */
import { useState } from 'preact/hooks';
import type { Output } from '../api/client.ts';
import { changed } from '../api/live.ts';
import { useCall } from '../api/use-call.ts';
import { colourOf } from '../graph/colours.ts';
import { count, Shown, visible } from '../parts/parts.tsx';
import { addressOf, go, place } from '../shell/route.ts';
import { workspace } from '../shell/state.ts';
import { EntityView } from './graph/entity.tsx';
import { Pair } from './graph/pair.tsx';
import { PictureWithMenu } from './graph/picture-with-menu.tsx';
import { EdgeView, momentFields, PathView } from './graph/relations.tsx';
import { TimeMachine, type Moment } from './graph/time-machine.tsx';

type Picture = Output<'getGraph'>;

export function GraphScreen() {
  const { id, query } = place.value;
  const moment: Moment = { asOf: query.get('as_of') ?? '', knownAt: query.get('known_at') ?? '' };
  const depth = Number(query.get('depth') ?? 1);
  const picture = useCall(
    'getGraph',
    {
      limit: 300,
      ...(id === undefined ? {} : { entity: id, depth }),
      ...momentFields(moment),
      ...(workspace.value === undefined ? {} : { workspace: workspace.value }),
    },
    changed.graph,
  );
  const move = (change: Record<string, string>): void =>
    go('graph', id, { ...Object.fromEntries(query), depth: String(depth), ...change });
  return (
    <>
      <h1>Graph</h1>
      <Asking id={id} depth={depth} move={move} />
      <TimeMachine
        moment={moment}
        set={({ asOf, knownAt }) => move({ as_of: asOf, known_at: knownAt })}
        isReady={!picture.isWaiting}
      />
      <Shown of={picture}>{(data) => <Drawn picture={data} moment={moment} />}</Shown>
    </>
  );
}

interface AskingProps {
  readonly id: string | undefined;
  readonly depth: number;
  readonly move: (change: Record<string, string>) => void;
}

function Asking({ id, depth, move }: AskingProps) {
  const submit = (event: Event): void => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget as HTMLFormElement).get('name')).trim();
    go('graph', name === '' ? undefined : name, Object.fromEntries(place.value.query));
  };
  return (
    <form class="ask" onSubmit={submit}>
      <label>
        A person, thing or place
        <input name="name" defaultValue={id ?? ''} key={id} />
      </label>
      <button type="submit">Show</button>
      {id !== undefined && (
        <>
          <label>
            Steps
            <select value={String(depth)} onChange={(event) => move({ depth: event.currentTarget.value })}>
              {['1', '2', '3'].map((steps) => (
                <option key={steps}>{steps}</option>
              ))}
            </select>
          </label>
          <button type="button" onClick={() => go('graph')}>
            The whole
          </button>
        </>
      )}
    </form>
  );
}

function Drawn({ picture, moment }: { picture: Picture; moment: Moment }) {
  const { nodes, edges, truncated, centre } = picture;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [edge, setEdge] = useState<string | undefined>(undefined);
  const [path, setPath] = useState<readonly [string, string] | undefined>(undefined);
  const [menu, setMenu] = useState<string | undefined>(undefined);
  const here = chosen.filter((id) => nodes.some((node) => node.id === id));
  // Two at most: the one that was chosen first goes.
  const choose = (id: string): void =>
    setChosen(here.includes(id) ? here.filter((one) => one !== id) : [...here, id].slice(-2));
  const isBeside = centre !== undefined || edge !== undefined || path !== undefined;
  return (
    <div class="beside">
      <div>
        <PictureWithMenu
          picture={picture}
          chosen={here}
          choose={choose}
          chooseBoth={(...two) => setChosen(two)}
          openEdge={setEdge}
          showPath={setPath}
          menu={menu}
          setMenu={setMenu}
        />
        <p role="status">
          {count(nodes.length)} things, {count(edges.length)} relations
          {truncated > 0 && `; ${count(truncated)} more are not drawn`}.
        </p>
        <Pair nodes={nodes} chosen={here} clear={() => setChosen([])} showPath={setPath} />
        <Things picture={picture} chosen={here} choose={choose} openMenu={setMenu} />
        <Lines picture={picture} open={setEdge} />
      </div>
      {isBeside && (
        <div class="stack">
          {edge !== undefined && <EdgeView id={edge} moment={moment} close={() => setEdge(undefined)} />}
          {path && <PathView from={path[0]} to={path[1]} moment={moment} />}
          {centre !== undefined && <EntityView id={centre} moment={moment} />}
        </div>
      )}
    </div>
  );
}

interface ThingsProps {
  readonly picture: Picture;
  readonly chosen: readonly string[];
  readonly choose: (id: string) => void;
  readonly openMenu: (id: string) => void;
}

function Things({ picture, chosen, choose, openMenu }: ThingsProps) {
  if (picture.nodes.length === 0)
    return <p class="quiet">Nothing of that name is known here, or nothing has been read yet.</p>;
  return (
    <ul class="things" aria-label="Things">
      {picture.nodes.map(({ id, name, type, weight }) => (
        <li key={id}>
          <input
            type="checkbox"
            aria-label={`Choose ${visible(name)}`}
            checked={chosen.includes(id)}
            onChange={() => choose(id)}
          />
          <svg class="dot" viewBox="0 0 8 8" aria-hidden="true">
            <circle cx="4" cy="4" r="4" fill={colourOf(type)} />
          </svg>
          <a href={addressOf('graph', id)}>{visible(name)}</a>{' '}
          <span class="quiet">
            {type.toLowerCase()}, {weight}
          </span>
          <button
            type="button"
            class="more"
            aria-haspopup="menu"
            aria-label={`What can be done with ${visible(name)}`}
            onClick={() => openMenu(id)}
          >
            ⋯
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The lines of the picture, for whoever does not see it: each leads to the sentences that say it. */
function Lines({ picture, open }: { picture: Picture; open: (edge: string) => void }) {
  const names = new Map(picture.nodes.map(({ id, name }) => [id, visible(name)]));
  // Thousands of them take longer to put into the page than the picture to draw.
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Relations as a list</summary>
      <ul class="things" aria-label="Relations drawn">
        {(isOpen ? picture.edges : []).map(({ id, from, to, relation }) => (
          <li key={id}>
            <button type="button" class="line" onClick={() => open(id)}>
              {names.get(from)} {relation.replaceAll('_', ' ').toLowerCase()} {names.get(to)}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
