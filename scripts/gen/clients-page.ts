/** docs/clients.md: where `zapomni setup` finds each client, and what it writes there. */
import type { Client, Connection } from '../../packages/cli/src/setup/clients/client.ts';
import type { Place } from '../../packages/cli/src/setup/clients/place.ts';
import { blockFor } from '../../packages/cli/src/setup/connect.ts';
import { code, page, table } from './markdown.ts';

const STDIO: Connection = { kind: 'stdio', command: 'npx', args: ['-y', 'zapomni'] };
const HTTP: Connection = { kind: 'http', url: 'http://127.0.0.1:8765/mcp' };

const on = (platform: NodeJS.Platform, home: string, env: Place['env'] = {}): Place => ({
  platform,
  home,
  env,
  project: '.',
  exists: () => false,
});
const LINUX = on('linux', '~');
const MAC = on('darwin', '~');
const WINDOWS = on('win32', '%USERPROFILE%', { APPDATA: '%APPDATA%' });

const INTRODUCTION = `\`zapomni setup\` finds the MCP clients on this machine, shows what would change in the file of each, asks, writes, and starts what it wrote once to see
it answer.

\`\`\`console
$ npx zapomni setup                            # every client that is here, one by one
$ npx zapomni setup --list                     # who is here, who is connected
$ npx zapomni setup --client cursor,codex -y   # these, without asking
$ npx zapomni setup --scope project            # for everybody who works in this folder
$ npx zapomni setup --http http://127.0.0.1:8765/mcp
$ npx zapomni setup --rules                    # also tell agents when to use it
$ npx zapomni setup --remove                   # as if it had never been there
\`\`\``;

const PROMISES = `- **Nothing else changes.** The entry is cut into the text of the file: comments, order, unknown keys, quotes, indents, byte order mark, ends of line and
  mode stay. Before anything is written, the old and the new text are read and compared without our entry.
- **What cannot be changed safely is left alone**: a file that does not parse, says a key twice or has another thing where servers belong is named with line and column, and
  the block to paste is printed. So is a server of somebody else's under our name, unless you say yes to replacing it.
- **All or nothing.** One rename, after looking whether the client has written meanwhile; a backup of the first time beside it (\`….zapomni-backup\`).
- **\`--remove\` gives the file back byte for byte** if nobody has changed it since, and otherwise takes out our entry alone.
- Without a terminal to ask on, nothing is written unless \`--yes\` is given. The exit code is 1 when a client could not be connected.
- Folders of clients are never made: who has none of them is not there, and gets the block to paste (\`--all\` shows those of every client). Links are followed.`;

export async function renderClientsPage(clients: readonly Client[]): Promise<string> {
  const rows = clients.map((client) => [
    client.title,
    code(client.id),
    code(client.userFile(LINUX) ?? ''),
    elsewhere(client, MAC),
    elsewhere(client, WINDOWS),
    projectOf(client),
    client.entry(HTTP, LINUX) === null ? 'no' : 'yes',
    client.afterwards,
  ]);
  const head = ['Client', 'Name', 'File', 'on macOS', 'on Windows', 'of a project', 'HTTP', 'Then'];
  return page('Clients', 'packages/cli/src/setup/clients/', [
    INTRODUCTION,
    PROMISES,
    table(head, rows),
    '## What is written',
    'For a client that is not in the list, or a file that is left alone:',
    ...(await blocksOf(clients)),
  ]);
}

/** Only where it differs by more than the home. */
function elsewhere(client: Client, place: Place): string {
  const file = client.userFile(place) ?? '';
  const same = (client.userFile(LINUX) ?? '')
    .replace('~', place.home)
    .replaceAll('/', place.platform === 'win32' ? '\\' : '/');
  return file === same ? '' : code(file);
}

function projectOf(client: Client): string {
  const file = client.projectFile(LINUX);
  return file === null ? '' : code(file.replace(/^\.\//, ''));
}

/** Each shape once, with all that want it. */
async function blocksOf(clients: readonly Client[]): Promise<string[]> {
  const shapes = new Map<string, Client[]>();
  for (const client of clients) {
    const block = (await blockFor(client, STDIO, LINUX)) ?? '';
    shapes.set(block, [...(shapes.get(block) ?? []), client]);
  }
  return [...shapes].map(([block, those]) => {
    const [{ format } = { format: 'json' }] = those;
    return `${those.map(({ title }) => title).join(', ')}:\n\n\`\`\`${format === 'jsonc' ? 'json' : format}\n${block.trimEnd()}\n\`\`\``;
  });
}
