/** What is known of things and how they hang together: drawn, and as a list with the same content. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Output } from '../api/client.ts';
import { changed } from '../api/live.ts';
import { useCall } from '../api/use-call.ts';
import { colourOf } from '../graph/colours.ts';
import type { Drawing } from '../graph/draw.ts';
import { count, Shown, visible } from '../parts/parts.tsx';
import { addressOf, go, place } from '../shell/route.ts';
import { workspace } from '../shell/state.ts';
import { EntityView } from './entity.tsx';

type Picture = Output<'getGraph'>;

export function GraphScreen() {
  const { id, query } = place.value;
  const asOf = query.get('as_of') ?? '';
  const depth = Number(query.get('depth') ?? 1);
  const picture = useCall(
    'getGraph',
    {
      limit: 300,
      ...(id === undefined ? {} : { entity: id, depth }),
      ...(asOf === '' ? {} : { as_of: asOf }),
      ...(workspace.value === undefined ? {} : { workspace: workspace.value }),
    },
    changed.graph,
  );
  return (
    <>
      <h1>Graph</h1>
      <Asking id={id} asOf={asOf} depth={depth} />
      <Shown of={picture}>{(data) => <Drawn picture={data} asOf={asOf} />}</Shown>
    </>
  );
}

function Asking({ id, asOf, depth }: { id: string | undefined; asOf: string; depth: number }) {
  const move = (change: Record<string, string>): void =>
    go('graph', id, { as_of: asOf, depth: String(depth), ...change });
  const submit = (event: Event): void => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget as HTMLFormElement).get('name')).trim();
    go('graph', name === '' ? undefined : name, { as_of: asOf });
  };
  return (
    <form class="ask" onSubmit={submit}>
      <label>
        A person, thing or place
        <input name="name" defaultValue={id ?? ''} key={id} />
      </label>
      <button type="submit">Show</button>
      {id !== undefined && (
        <label>
          Steps
          <select value={String(depth)} onChange={(event) => move({ depth: event.currentTarget.value })}>
            {['1', '2', '3'].map((steps) => (
              <option key={steps}>{steps}</option>
            ))}
          </select>
        </label>
      )}
      <TimeSlider asOf={asOf} set={(as_of) => move({ as_of })} />
    </form>
  );
}

function Drawn({ picture, asOf }: { picture: Picture; asOf: string }) {
  const { nodes, edges, truncated, centre } = picture;
  return (
    <div class="beside">
      <div>
        <Canvas picture={picture} />
        <p role="status">
          {count(nodes.length)} things, {count(edges.length)} relations
          {truncated > 0 && `; ${count(truncated)} more are not drawn`}.
        </p>
        <Things picture={picture} />
      </div>
      {centre !== undefined && <EntityView id={centre} asOf={asOf} />}
    </div>
  );
}

const DAY_MS = 86_400_000;
const YEARS_BACK = 5;

/** How things were: a day of the last years, or now. */
function TimeSlider({ asOf, set }: { asOf: string; set: (asOf: string) => void }) {
  const most = YEARS_BACK * 365;
  const back = asOf === '' ? 0 : Math.min(most, Math.max(0, Math.round((Date.now() - Date.parse(asOf)) / DAY_MS)));
  const dayOf = (days: number): string =>
    days === 0 ? '' : new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
  return (
    <label class="wide">
      As it was: {asOf === '' ? 'now' : asOf}
      <input
        type="range"
        min={0}
        max={most}
        value={most - back}
        onChange={(event) => set(dayOf(most - Number(event.currentTarget.value)))}
      />
    </label>
  );
}

function Canvas({ picture }: { picture: Picture }) {
  const container = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing | undefined>(undefined);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let isGone = false;
    void (async () => {
      try {
        const { openDrawing } = await import('../graph/draw.ts');
        if (isGone || !container.current) return;
        drawing.current ??= openDrawing(container.current, {
          onNode: (id) => go('graph', id),
          onEdge: () => undefined,
        });
        await drawing.current.show(picture);
      } catch {
        setProblem('This browser cannot draw it; the list has the same.');
      }
    })();
    return () => {
      isGone = true;
    };
  }, [picture]);
  useEffect(
    () => () => {
      drawing.current?.close();
      drawing.current = undefined;
    },
    [],
  );
  const sentence = `${picture.nodes.length} things and ${picture.edges.length} relations, as in the list below.`;
  return problem === '' ? (
    <div class="canvas" ref={container} role="img" aria-label={sentence} />
  ) : (
    <p class="quiet">{problem}</p>
  );
}

function Things({ picture }: { picture: Picture }) {
  if (picture.nodes.length === 0)
    return <p class="quiet">Nothing of that name is known here, or nothing has been read yet.</p>;
  return (
    <ul class="things" aria-label="Things">
      {picture.nodes.map(({ id, name, type, weight }) => (
        <li key={id}>
          <svg class="dot" viewBox="0 0 8 8" aria-hidden="true">
            <circle cx="4" cy="4" r="4" fill={colourOf(type)} />
          </svg>
          <a href={addressOf('graph', id)}>{visible(name)}</a>{' '}
          <span class="quiet">
            {type.toLowerCase()}, {weight}
          </span>
        </li>
      ))}
    </ul>
  );
}
