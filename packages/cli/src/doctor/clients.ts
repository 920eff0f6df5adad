/** Which clients lead here, and whether one of them does so twice. */
import { installedPlugins, type InstalledPlugin } from '../setup/installed-plugins.ts';
import type { Place } from '../setup/clients/place.ts';
import { CLIENTS } from '../setup/clients/table.ts';
import { isFound, standingOf, type Standing } from '../setup/connect.ts';
import { ok, warning, type Check } from './check.ts';

const NAME = 'Clients';

export async function checkClients(place: Place): Promise<Check> {
  const here = CLIENTS.filter((client) => isFound(client, place));
  const standings = await Promise.all(
    here.flatMap((client) => (['user', 'project'] as const).map((scope) => standingOf(client, scope, place))),
  );
  const ours = standings.flatMap((standing) => (standing?.state === 'ours' ? [standing] : []));
  const connected = [...new Set(ours.map(({ client }) => client.title))];
  const twice = connected.filter((title) => ours.filter(({ client }) => client.title === title).length > 1);
  if (twice.length > 0)
    return warning(
      NAME,
      `${twice.join(', ')} ${twice.length === 1 ? 'has' : 'have'} two entries that lead here`,
      `Take one off: \`zapomni setup --remove --scope project\`. ${ours.map(fileOf).join(', ')}`,
    );
  const besides = (await installedPlugins(place)).filter(
    ({ client: id, hasOwnHooks }) => hasOwnHooks || ours.some(({ client }) => client.id === id),
  );
  if (besides.length > 0) return warnOf(besides, ours);
  if (here.length === 0) return ok(NAME, 'none of those that are known is here');
  const idle = here.length - connected.length;
  const rest = idle > 0 ? `; ${idle} more could be: \`zapomni setup\`` : '';
  return ok(
    NAME,
    connected.length === 0 ? `none is connected yet: \`zapomni setup\`` : `${connected.join(', ')}${rest}`,
  );
}

/** A package brings its own server and hooks: what setup wrote is there beside them. */
function warnOf(plugins: readonly InstalledPlugin[], ours: readonly Standing[]): Check {
  const titles = plugins.map(({ client }) => CLIENTS.find(({ id }) => id === client)?.title ?? client);
  const files = plugins.flatMap(({ client: id, file }) => [
    ...ours.filter(({ client }) => client.id === id).map(fileOf),
    file,
  ]);
  const ids = plugins.map(({ client }) => client).join(',');
  const removals = plugins.map(({ removal }) => removal).join('; ');
  return warning(
    NAME,
    `${titles.join(', ')} ${titles.length === 1 ? 'has' : 'have'} the plugin, and an entry or hooks of \`zapomni setup\` beside it`,
    `Keep one: \`zapomni setup --remove --client ${ids}\`, or ${removals}. ${files.join(', ')}`,
  );
}

const fileOf = ({ file }: Standing): string => file;
