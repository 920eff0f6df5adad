/** `zapomni setup --list`: who is here, and who is connected. */
import { printJson } from '../output/print-json.ts';
import { renderTable } from '../output/table.ts';
import type { Terminal } from '../output/terminal.ts';
import { SERVER_NAME } from './clients/client.ts';
import type { Place } from './clients/place.ts';
import { CLIENTS } from './clients/table.ts';
import { hasHooks, hooksOf } from './hooks/set-hooks.ts';
import { versionOf } from './entry-version.ts';
import { isFound, standingOf, type Scope, type Standing } from './connect.ts';

export async function listClients(place: Place, asJson: boolean, terminal: Terminal): Promise<void> {
  const scopes: readonly Scope[] = ['user', 'project'];
  const rows = await Promise.all(
    CLIENTS.map(async (client) => {
      const standings = await Promise.all(scopes.map((scope) => standingOf(client, scope, place)));
      const hooks = hooksOf(client, place);
      return {
        client,
        found: isFound(client, place),
        hooks: hooks && { file: hooks.file, set: await hasHooks(hooks) },
        standings: standings.flatMap((standing) => standing ?? []),
      };
    }),
  );
  if (asJson) {
    return printJson(terminal, {
      clients: rows.map(({ client, found, hooks, standings }) => ({
        client: client.id,
        title: client.title,
        found,
        hooks,
        files: standings.map(({ scope, file, state, connection, why }) => ({
          scope,
          file,
          state,
          connection,
          version: versionOf(connection),
          why,
        })),
      })),
    });
  }
  const shown = rows.filter(({ found, standings }) => found || standings.some(({ state }) => state === 'ours'));
  const cells = shown.map(({ client, found, hooks, standings }) => [
    client.id,
    found ? 'yes' : 'no',
    connectedIn(standings),
    hooks === null ? 'has none' : hooks.set ? 'yes' : 'no',
    standings.map(({ connection }) => versionOf(connection)).find((version) => version !== null) ?? '',
    standings[0]?.file ?? '',
  ]);
  terminal.print(renderTable(['client', 'found', 'connected', 'hooks', 'version', 'file'], cells, terminal));
  const others = rows.length - shown.length;
  terminal.note(
    `${others} more are known and not here: ${rows
      .filter((row) => !shown.includes(row))
      .map(({ client }) => client.id)
      .join(', ')}`,
  );
}

function connectedIn(standings: readonly Standing[]): string {
  const ours = standings.filter(({ state }) => state === 'ours').map(({ scope }) => scope);
  if (ours.length > 1) return `twice (${ours.join(', ')})`;
  const [first] = standings;
  if (ours[0]) return ours[0];
  if (first?.state === 'other') return `no: another server is called ${SERVER_NAME}`;
  return first?.state === 'unusable' ? `no: ${first.why}` : 'no';
}
