/** The programs that can be connected, and the line for a terminal that connects each. */
import type { ConnectableClient } from '@zapomni/api';
import { launchCommand } from '../serve/welcome.ts';
import { shellLine } from '../output/shell-line.ts';
import { thisMachine, toAbsolute, type Settings } from '../settings/given-settings.ts';
import { thisPlace } from '../setup/clients/place.ts';
import { CLIENTS } from '../setup/clients/table.ts';
import { isFound, standingOf } from '../setup/connect.ts';

export async function connectableClients(settings: Settings): Promise<ConnectableClient[]> {
  const place = thisPlace(thisMachine(), process.env);
  const clients = await Promise.all(
    CLIENTS.map(async (client) => {
      const standings = await Promise.all(
        (['user', 'project'] as const).map((scope) => standingOf(client, scope, place)),
      );
      return {
        id: client.id,
        title: client.title,
        found: isFound(client, place),
        connected: standings.some((standing) => standing?.state === 'ours'),
        command: shellLine([
          ...launchCommand(process.argv[1] ?? ''),
          'setup',
          '--client',
          client.id,
          ...folderWords(settings),
        ]),
      };
    }),
  );
  return clients.sort((one, other) => Number(other.found) - Number(one.found));
}

/** A client is to use the data that this page shows. */
function folderWords(settings: Settings): string[] {
  const folder = settings.get('data_dir');
  if (folder?.value === undefined || folder.source === 'default') return [];
  return ['--data-dir', toAbsolute(folder.value, thisMachine())];
}
