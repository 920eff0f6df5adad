/** Which client stored, read and changed what, when. */
import type { Output } from '../api/client.ts';
import { useLookAgain } from '../api/look-again.ts';
import { useCall } from '../api/use-call.ts';
import { count, Shown, Time, visible } from '../parts/parts.tsx';
import { addressOf, go, place } from '../shell/route.ts';
import { me, workspace } from '../shell/state.ts';

type Deed = Output<'listActivity'>['activity'][number];

const LOOK_MS = 5000;
const KINDS = ['stored', 'read', 'changed', 'forgot'] as const;

export function Activity() {
  const { query } = place.value;
  const client = query.get('client') ?? '';
  const kind = KINDS.find((known) => known === query.get('kind'));
  const asked = { limit: 200, ...(client === '' ? {} : { client }), ...(kind ? { kind } : {}) };
  const activity = useCall('listActivity', asked);
  useLookAgain(activity.again, LOOK_MS);
  return (
    <>
      <h1>Activity</h1>
      <p class="quiet">
        Calls of agents, programs, pages and the command line, by every process of this data folder. Contents are not
        kept.
      </p>
      <Filters client={client} kind={kind ?? ''} />
      <Shown of={activity}>
        {({ activity: all }) =>
          all.length === 0 ? <p class="quiet">Nobody has done such a thing lately.</p> : <Deeds deeds={all} />
        }
      </Shown>
    </>
  );
}

function Filters({ client, kind }: { client: string; kind: string }) {
  const callers = useCall('listCallers', {});
  const names = new Set([...(callers.data?.lately.map((one) => one.client) ?? []), ...(client === '' ? [] : [client])]);
  const move = (change: Record<string, string>): void => go('activity', undefined, { client, kind, ...change });
  return (
    <form class="ask" onSubmit={(event) => event.preventDefault()}>
      <label>
        Client
        <select value={client} onChange={(event) => move({ client: event.currentTarget.value })}>
          <option value="">all</option>
          {[...names].map((name) => (
            <option key={name} value={name}>
              {visible(name)}
            </option>
          ))}
        </select>
      </label>
      <label>
        What it did
        <select value={kind} onChange={(event) => move({ kind: event.currentTarget.value })}>
          <option value="">anything</option>
          {KINDS.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
    </form>
  );
}

function Deeds({ deeds }: { deeds: readonly Deed[] }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="What clients did">
      <table>
        <thead>
          <tr>
            {['When', 'Client', 'Did', 'Call', 'Memories', 'Workspace', 'Took', 'Outcome'].map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {deeds.map((deed, i) => (
            <tr key={`${deed.at}-${i}`}>
              <td>
                <Time at={deed.at} />
              </td>
              <td>
                {visible(deed.client)}
                {deed.token && <span class="quiet"> with the token {visible(deed.token)}</span>}
              </td>
              <td>{deed.kind}</td>
              <td>{visible(deed.name)}</td>
              <td>
                <Memories deed={deed} />
              </td>
              <td>{visible(deed.workspace_id ?? '')}</td>
              <td>{deed.ms.toFixed(1)} ms</td>
              <td>{deed.outcome}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Links lead to the workspace that the call was made in. */
function Memories({ deed: { memory_ids: ids, memories, workspace_id: where } }: { deed: Deed }) {
  if (memories === 0) return null;
  const enter = (): void => {
    if (where !== undefined) workspace.value = where === me.value?.workspace ? undefined : where;
  };
  return (
    <>
      {ids.map((id, i) => (
        <a key={id} href={addressOf('memories', id)} onClick={enter} aria-label={`Memory ${i + 1}, ${id}`}>
          {i + 1}{' '}
        </a>
      ))}
      {memories > ids.length && <span class="quiet">of {count(memories)}</span>}
    </>
  );
}
