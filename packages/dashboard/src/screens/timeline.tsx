/** What was learnt, changed and forgotten, by day; or what was so of one thing, from when to when. */
import type { Output } from '../api/client.ts';
import { changed } from '../api/live.ts';
import { useCall } from '../api/use-call.ts';
import { Shown, visible } from '../parts/parts.tsx';
import { addressOf, go, place } from '../shell/route.ts';
import { workspace } from '../shell/state.ts';

export function Timeline() {
  const entity = place.value.query.get('entity') ?? '';
  return (
    <>
      <h1>Timeline</h1>
      <Asking key={place.value.query.toString()} />
      {entity === '' ? <Changes /> : <OfOne entity={entity} />}
    </>
  );
}

const FIELDS = ['since', 'entity'] as const;

function Asking() {
  const { query } = place.value;
  const submit = (event: Event): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    go('timeline', undefined, Object.fromEntries(FIELDS.map((name) => [name, String(form.get(name) ?? '').trim()])));
  };
  return (
    <form class="ask" onSubmit={submit}>
      <label>
        Since
        <input name="since" defaultValue={query.get('since') ?? ''} placeholder="7 days ago" />
      </label>
      <label>
        Of a person, thing or place
        <input name="entity" defaultValue={query.get('entity') ?? ''} />
      </label>
      <button type="submit">Show</button>
    </form>
  );
}

/** When each thing held that is known of it, the latest first. */
function OfOne({ entity }: { entity: string }) {
  const since = place.value.query.get('since') ?? '';
  const here = workspace.value === undefined ? {} : { workspace_id: workspace.value };
  const asked = { entity, limit: 200, ...(since === '' ? {} : { since }), ...here };
  const line = useCall('getTimeline', asked, changed.memory);
  return (
    <Shown of={line}>
      {({ status, entries, entity: found }) =>
        status === 'not_found' ? (
          <p role="status">Nothing of that name is known here.</p>
        ) : (
          <>
            <h2>{visible(found?.name ?? entity)}</h2>
            <ol class="history" aria-label="What was so">
              {entries.map(({ from, until, text, memory_id, relation }, i) => (
                <li key={i}>
                  <span class="quiet">
                    {from.slice(0, 10)} – {until?.slice(0, 10) ?? 'now'}
                  </span>{' '}
                  {relation ? (
                    <a href={addressOf('graph', relation.source_id)}>
                      {visible(relation.source)} {relation.type.replaceAll('_', ' ').toLowerCase()}{' '}
                      {visible(relation.target)}
                    </a>
                  ) : (
                    <a href={addressOf('memories', memory_id ?? '')}>{visible(text ?? '')}</a>
                  )}
                </li>
              ))}
            </ol>
          </>
        )
      }
    </Shown>
  );
}

function Changes() {
  const since = place.value.query.get('since') || '7 days ago';
  const here = workspace.value === undefined ? {} : { workspace_id: workspace.value };
  const changes = useCall('getChanges', { since, limit: 500, ...here }, changed.memory);
  return (
    <Shown of={changes}>
      {({ changes: all, total }) => (
        <>
          <p role="status">
            {all.length} of {total} changes
          </p>
          {[...byDay(all)].toReversed().map(([day, of]) => (
            <Day key={day} day={day} changes={of} />
          ))}
        </>
      )}
    </Shown>
  );
}

type Change = Output<'getChanges'>['changes'][number];

function Day({ day, changes }: { day: string; changes: readonly Change[] }) {
  return (
    <section>
      <h2>
        <time dateTime={day}>{new Date(`${day}T00:00`).toLocaleDateString(undefined, { dateStyle: 'full' })}</time>
      </h2>
      <ul class="plain">
        {changes.toReversed().map((change, i) => (
          <li key={`${change.at}-${i}`}>
            <span class={`mark ${change.change}`}>{change.change}</span> <What change={change} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function What({ change }: { change: Change }) {
  const { kind, memory_id, text = 'a memory that is gone', source = '?', type = '', target = '?' } = change;
  if (kind === 'memory') return <a href={addressOf('memories', memory_id ?? '')}>{visible(text)}</a>;
  return (
    <a href={addressOf('graph', source)}>
      {visible(source)} {type.replaceAll('_', ' ').toLowerCase()} {visible(target)}
    </a>
  );
}

/** Days of the reader's own zone. */
function byDay(changes: readonly Change[]): Map<string, Change[]> {
  return Map.groupBy(changes, ({ at }) => new Date(at).toLocaleDateString('sv'));
}
