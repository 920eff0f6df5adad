/** Which clients lead here, and whether one of them does so twice. */
import { pluginOf } from '../setup/claude-plugin.ts';
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
  const plugin = await pluginOf(place);
  const besides = plugin === null ? [] : ours.filter(({ client }) => client.id === 'claude-code').map(fileOf);
  if (plugin !== null && (besides.length > 0 || plugin.hasOwnHooks))
    return warning(
      NAME,
      'Claude Code has the plugin, and an entry or hooks of `zapomni setup` beside it',
      `Keep one: \`zapomni setup --remove --client claude-code\`, or \`/plugin uninstall zapomni\` there. ${[...besides, plugin.file].join(', ')}`,
    );
  if (here.length === 0) return ok(NAME, 'none of those that are known is here');
  const idle = here.length - connected.length;
  const rest = idle > 0 ? `; ${idle} more could be: \`zapomni setup\`` : '';
  return ok(
    NAME,
    connected.length === 0 ? `none is connected yet: \`zapomni setup\`` : `${connected.join(', ')}${rest}`,
  );
}

const fileOf = ({ file }: Standing): string => file;
