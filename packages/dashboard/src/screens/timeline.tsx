/** What was learnt, changed and forgotten, by day. */
import { changed } from '../api/live.ts';
import { useCall } from '../api/use-call.ts';
import { Shown, visible } from '../parts/parts.tsx';
import { addressOf, go, place } from '../shell/route.ts';
import { workspace } from '../shell/state.ts';

export function Timeline() {
  const since = place.value.query.get('since') ?? '7 days ago';
  const here = workspace.value === undefined ? {} : { workspace_id: workspace.value };
  const changes = useCall('getChanges', { since, limit: 500, ...here }, changed.memory);
  return (
    <>
      <h1>Timeline</h1>
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault();
          go('timeline', undefined, { since: String(new FormData(event.currentTarget).get('since')) });
        }}
      >
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
              <section key={day}>
                <h2>
                  <time dateTime={day}>{new Date(`${day}T00:00`).toLocaleDateString(undefined, { dateStyle: 'full' })}</time>
                </h2>
                <ul class="plain">
                  {of.toReversed().map((change, i) => (
                    <li key={`${change.at}-${i}`}>
                      <span class={`mark ${change.change}`}>{change.change}</span>{' '}
                      {change.kind === 'memory' ? (
                        <a href={addressOf('memories', change.memory_id ?? '')}>{visible(change.text ?? 'a memory that is gone')}</a>
                      ) : (
                        <a href={addressOf('graph', change.source)}>
                          {visible(change.source ?? '?')} {change.type?.replaceAll('_', ' ').toLowerCase()} {visible(change.target ?? '?')}
                        </a>
                      )}
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </>
        )}
      </Shown>
    </>
  );
}

/** Days of the reader's own zone. */
function byDay<Change extends { readonly at: string }>(changes: readonly Change[]): Map<string, Change[]> {
  return Map.groupBy(changes, ({ at }) => new Date(at).toLocaleDateString('sv'));
}
