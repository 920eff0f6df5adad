/** Programs that can remember here, and the line that connects each. */
import type { Output } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { Copyable } from '../../parts/copyable.tsx';
import { Shown } from '../../parts/parts.tsx';

type Client = Output<'listClients'>['clients'][number];

export function Clients() {
  const clients = useCall('listClients', {});
  return (
    <section>
      <h2>Clients</h2>
      <Shown of={clients}>
        {({ clients: all }) => {
          const here = all.filter(({ found, connected }) => found || connected);
          const others = all.filter((client) => !here.includes(client));
          return (
            <>
              {here.length === 0 && <p class="quiet">None of those that are known is on this machine.</p>}
              <List clients={here} label="Clients here" />
              <details>
                <summary>{others.length} others that are known</summary>
                <List clients={others} label="Other clients" />
              </details>
            </>
          );
        }}
      </Shown>
    </section>
  );
}

function List({ clients, label }: { clients: readonly Client[]; label: string }) {
  return (
    <ul class="plain" aria-label={label}>
      {clients.map(({ id, title, connected, command }) => (
        <li key={id}>
          {title} <span class="quiet">{connected ? 'is connected' : 'is not connected; in a terminal:'}</span>
          {!connected && <Copyable text={command} label={`the command for ${title}`} />}
        </li>
      ))}
    </ul>
  );
}
