/** What was learnt, changed and forgotten, by day. */
import type { Output } from '../api/client.ts';
import { changed } from '../api/live.ts';
import { useCall } from '../api/use-call.ts';
import { Shown, visible } from '../parts/parts.tsx';
import { addressOf, go, place } from '../shell/route.ts';
import { workspace } from '../shell/state.ts';

export function Timeline() {
  const since = place.value.query.get('since') ?? '7 days ago';
  const here = workspace.value === undefined ? {} : { workspace_id: workspace.value };
  const changes = useCall('getChanges', { since, limit: 500, ...here }, changed.memory);
  const submit = (event: Event): void => {
    event.preventDefault();
    go('timeline', undefined, { since: String(new FormData(event.currentTarget as HTMLFormElement).get('since')) });
  };
  return (
    <>
      <h1>Timeline</h1>
      <form class="ask" onSubmit={submit}>
        <label>
          Since
          <input name="since" defaultValue={since} />
        </label>
        <button type="submit">Show</button>
      </form>
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
    </>
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
