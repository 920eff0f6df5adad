/** docs/clients.md: where `zapomni setup` finds each client, and what it writes there. */
import type { Client, Connection } from '../../packages/cli/src/setup/clients/client.ts';
import type { Place } from '../../packages/cli/src/setup/clients/place.ts';
import { blockFor } from '../../packages/cli/src/setup/connect.ts';
import { HOOK_CLIENTS } from '../../packages/cli/src/setup/hooks/hook-table.ts';
import { code, page, table } from './markdown.ts';
import type { ProductFacts } from './plugins/package-facts.ts';
import { installLines, PACKAGES } from './plugins/plugin-readme.ts';

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
$ npx zapomni setup --hooks                    # also have them told what matters, unasked
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

const LIVING = `## Told without asking

\`zapomni setup --hooks\` has clients run one small file at their events, in the data folder (\`hooks/hook.mjs\`): no store, no model. It asks the server that
runs; where none does, it prints the brief that the last one left. It waits no longer than a second, and whenever anything is wrong it says nothing and ends with 0.

| when | what | at most |
| --- | --- | --- |
| a session begins (not when it goes on) | standing preferences, decisions and rules of the project and of yours, the newest of the project | 800 tokens |
| a helper begins (Claude Code, Codex) | the same, shorter | 300 tokens |
| you send a prompt | what bears on it and was not given in this session; mostly nothing | 400 tokens |
| a turn ends, a context is compacted | nothing is told; what is worth keeping of it is stored | |

Every line says its day, workspace, source and id. The same memories make the same bytes, so that prompt caches hold. \`zapomni hook log\` shows what was given and what it
cost. \`ZAPOMNI_HOOKS=off\` in the environment of a client switches them off. Prompts of fewer than four words, commands (\`/…\`) and what programs send are passed over.

HOOK_TABLE

Nothing else in those files changes, as above. Clients that call tools of a server from their hooks can use the group \`hooks\` (\`hook_brief\`, \`hook_recall\`, \`hook_turn\`): name it
in \`ZAPOMNI_TOOLS\`; \`all\` does not include it. Devin, Cursor and VS Code may also run the hooks of Claude Code: a session is told once all the same. Cline has hooks too, but its
terminal takes nothing from them at a start or a prompt, and they do not say what was answered: none are written.

**What is stored:** decisions, preferences, corrections, facts, failed attempts, commands and open ends out of what you and the assistant said, a sentence each, and the last summary of a
session; never tool output, never what was put in from here, and no secrets. \`zapomni capture off\` ends it everywhere at once; \`<private>\` keeps a part out, \`ZAPOMNI_CAPTURE_EXCLUDE\` a
project. See [capture.md](capture.md).

What was said before all this can be read too: [past-sessions.md](past-sessions.md), which also has runs with the real programs.

## One server for all

\`\`\`console
$ zapomni serve --background    # starts it, or says that it runs
$ zapomni status                # process, version, clients; the workspace of this folder
$ zapomni stop
\`\`\`

With \`--share background\` (which \`setup --hooks\` writes) the first client that comes starts the server of the data folder, and the others share it. There is never more than one.
It ends after \`idle_minutes\` without a client, or when its folder is gone. A newer version takes the place of an older one, which first answers what it was asked; a server that you started
yourself is left alone. What it says is in \`run/server.log\`.

Whatever is killed: hooks, the processes that clients speak to, the server, commands. Of 1,000 random kills while clients added memories and held conversations (\`npm run bench -- kills\`,
bench/results/kills.json) no memory was lost that had been acknowledged, none was there twice, every turn was kept once after \`zapomni capture read\`, and no process, lock or socket was left.

## A workspace for each project

With \`--projects on\` (which \`setup --hooks\` writes) a client that is started in a project's folder works in the workspace of that project, and finds your own workspace along with it;
hooks always do. The project is the nearest folder, upwards, with a \`.zapomni.json\` or a Git repository; a home folder is none.

- The name is made of the repository's folder and its path (\`shop-1a2b3c4d\`), the same for all its worktrees. \`zapomni status\` says it.
- \`.zapomni.json\` with \`{ "workspace": "shop" }\` gives another, which survives moving the folder and can be shared between repositories.
- In a part of a repository such a file, even an empty \`{}\`, makes that part a project of its own.
- A call that names a \`workspace_id\`, and \`set_current_workspace\`, go before all of this.`;

const BUNDLE = `## Claude Desktop: one file

\`npm run build && npm run mcpb\` makes \`zapomni-<version>.mcpb\`, some 40 MB, the same for macOS, Windows and Linux; a double click installs it. It has no native code, because Claude
Desktop refuses to load any on macOS: the model runs in WebAssembly there, some four times slower ([models.md](models.md)), and \`zapomni doctor\` says so. What it asks for are the
data folder, the workspace and the groups of tools. It works on the same data as every other client. What it cannot do: visit sites with a browser (\`playwright-core\` is not in it), and
there are no hooks in Claude Desktop. Node.js 22.18 or newer has to be there.`;

const PLUGINS = `## Packages

Clients that install plugins can take everything at once: the server, the hooks, a skill that says when to use it, and the commands \`/remember\`, \`/recall\` and \`/forget\`. They lie
in \`plugins/\` of the repository, all made from one table (\`npm run gen\`). Take one or the other: whoever also ran \`zapomni setup\` has the server twice, which \`zapomni doctor\` says. In the plugin of Claude Code hooks call tools of the server that runs; its list of tools is therefore another than that of other clients, and it shares a server only with
windows of its own. They were loaded by the real Claude Code, Codex, Copilot CLI, Gemini CLI and opencode ([past-sessions.md](past-sessions.md)); Cursor has none that could be run.`;

function packagesOf(facts: ProductFacts): string[] {
  return Object.entries(PACKAGES).map(
    ([client, { title }]) => `${title}:\n\n\`\`\`\n${installLines(client, facts).join('\n')}\n\`\`\``,
  );
}

const RULES = `## Rules and a skill

\`zapomni setup --rules\` tells agents when to look and when to keep. Rules are a file of our own where the client reads a folder of them (Claude Code, Cursor, VS Code), else a part of its
\`AGENTS.md\` or \`GEMINI.md\` between two marks, changed in place by the next setup. The skill is \`zapomni/SKILL.md\` in \`~/.claude/skills\`, \`~/.cursor/skills\`, \`~/.gemini/skills\`, or in
\`~/.agents/skills\`, which Codex, Copilot CLI, VS Code, opencode and Amp share; it goes with the last of them. \`--remove\` takes both away, unless somebody has changed them.`;

/** How much of it a client takes and says; what is not named takes all of it. */
const LESS: Readonly<Record<string, readonly [start: string, prompt: string, captured: string]>> = {
  gemini: ['yes', 'yes', 'your words, the answer'],
  qwen: ['yes', 'yes', 'your words, the answer'],
  cursor: ['yes', 'yes', 'your words, the answer'],
  droid: ['yes', 'yes', 'your words'],
  devin: ['yes', 'yes', 'your words, the answer'],
  kimi: ['with the first prompt', 'yes', 'your words'],
  windsurf: ['no', 'no', 'your words'],
  'copilot-cli': ['yes', 'where its version takes it', 'your words'],
  vscode: ['yes', 'no', 'your words'],
};
const ALL_OF_IT = ['yes', 'yes', 'your words, the answer, summaries'] as const;

function hookTable(clients: readonly Client[]): string {
  const rows = clients.flatMap(({ id, title }) => {
    const hooks = HOOK_CLIENTS[id];
    return hooks ? [[title, code(hooks.file(LINUX)), ...(LESS[id] ?? ALL_OF_IT), hooks.afterwards]] : [];
  });
  return table(['Client', 'File', 'told at the start', 'at a prompt', 'captured of a turn', 'Then'], rows);
}

export async function renderClientsPage(clients: readonly Client[], facts: ProductFacts): Promise<string> {
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
    LIVING.replace('HOOK_TABLE', () => hookTable(clients)),
    RULES,
    PLUGINS,
    ...packagesOf(facts),
    BUNDLE,
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
