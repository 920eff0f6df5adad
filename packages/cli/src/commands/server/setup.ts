/** `zapomni setup`: connects the clients on this machine, after showing what would change in their files. */
import { invalidField } from '@zapomni/core/errors';
import { usageError, type Arguments } from '../../arguments/arguments.ts';
import { confirmed } from '../../output/ask.ts';
import { harmless } from '../../output/harmless.ts';
import type { Terminal } from '../../output/terminal.ts';
import { thisMachine, toAbsolute } from '../../settings/given-settings.ts';
import { SERVER_NAME, type Client, type Connection } from '../../setup/clients/client.ts';
import { thisPlace, type Place } from '../../setup/clients/place.ts';
import { CLIENTS } from '../../setup/clients/table.ts';
import { anyHooks } from '../../setup/hooks/set-hooks.ts';
import { hookCommand, placeHook, removeHook } from '../../setup/hooks/hook-copy.ts';
import { isFound, standingOf, type Scope, type Standing } from '../../setup/connect.ts';
import { listClients } from '../../setup/list-clients.ts';
import { ownCommand } from '../../setup/own-command.ts';
import { setUp, takeOff, type Asked, type Outcome } from '../../setup/run-setup.ts';
import { verify } from '../../setup/verify.ts';
import type { Command, CommandContext, CommandSpec } from '../command.ts';

export const spec: CommandSpec = {
  name: 'setup',
  summary: 'Connect the MCP clients on this machine, or take them off again.',
  usage: ['zapomni setup', 'zapomni setup --list', 'zapomni setup --remove'],
  options: {
    client: { type: 'string', multiple: true, value: 'NAME', about: 'Only these, by commas or repeated; see --list.' },
    all: { type: 'boolean', about: 'Also show what would belong into the files of clients that are not here.' },
    scope: {
      type: 'string',
      value: 'user|project',
      about: 'For you everywhere, or for the project in this folder; user.',
    },
    http: { type: 'string', value: 'URL', about: 'Connect to a running server instead of starting one.' },
    rules: {
      type: 'boolean',
      about: 'Also tell agents when to use the memory: rules and a skill, where the client reads them.',
    },
    hooks: {
      type: 'boolean',
      about: 'Also have the client told what matters at the start and at a prompt, where it has hooks.',
    },
    list: { type: 'boolean', about: 'Show which clients are here and connected.' },
    remove: { type: 'boolean', about: 'Take the entry out again; all else stays as it is.' },
    'dry-run': { type: 'boolean', about: 'Show what would change, and change nothing.' },
    yes: { type: 'boolean', short: 'y', about: 'Do not ask.' },
    'no-verify': { type: 'boolean', about: 'Do not start what was written to see it answer.' },
  },
  examples: [
    'zapomni setup',
    'zapomni setup --hooks',
    'zapomni setup --client cursor,codex --yes',
    'zapomni setup --http http://127.0.0.1:8765/mcp',
  ],
};

export const run: Command = async (context) => {
  const { args, terminal } = context;
  if (args.positionals.length > 0) throw usageError('setup takes options only, e.g. --client cursor.');
  const place = thisPlace(thisMachine(), process.env);
  const scope = args.oneOf('scope', ['user', 'project'] as const) ?? 'user';
  if (args.has('list')) return listClients(place, args.has('json'), terminal);
  const standings = await allStandings(chosen(args, place), scope, place);
  if (standings.length === 0) return nothingFound(terminal, scope);
  const asked = askedFor(context, place);
  if (asked.hooks !== null && !asked.isDry) await placeHook(dataDirOf(context));
  const code = await carryOut(standings, asked, args);
  if (args.has('remove') && !asked.isDry && !(await anyHooks(place))) await removeHook(dataDirOf(context));
  return code;
};

function askedFor(context: CommandContext, place: Place): Asked {
  const { args, terminal } = context;
  return {
    place,
    terminal,
    connection: connectionFor(context),
    rules: args.has('rules'),
    hooks: args.has('hooks') ? hookCommand(dataDirOf(context)) : null,
    isNamed: args.texts('client') !== undefined,
    mayWrite: async (question: string) => args.has('yes') || confirmed(terminal, question),
    isDry: args.has('dry-run') || (!args.has('yes') && !terminal.canAsk),
  };
}

const dataDirOf = ({ settings }: CommandContext): string => settings.get('data_dir')?.value ?? '';

async function carryOut(standings: readonly Standing[], asked: Asked, args: Arguments): Promise<number> {
  const isRemoval = args.has('remove');
  const outcomes = await (isRemoval ? takeOff : setUp)(standings, asked);
  if (asked.isDry && !args.has('dry-run'))
    asked.terminal.note('Nothing was changed: there is no terminal to ask on. Add --yes.');
  const isProven = isRemoval || asked.isDry || args.has('no-verify') || (await prove(outcomes, asked));
  return isProven && outcomes.every(({ result }) => result !== 'failed') ? 0 : 1;
}

async function allStandings(clients: readonly Client[], scope: Scope, place: Place): Promise<Standing[]> {
  const standings = await Promise.all(clients.map((client) => standingOf(client, scope, place)));
  return standings.flatMap((standing) => standing ?? []);
}

function chosen(args: Arguments, place: Place): readonly Client[] {
  const names = (args.texts('client') ?? []).flatMap((text) => text.split(',')).map((name) => name.trim());
  const unknown = names.find((name) => !CLIENTS.some(({ id }) => id === name));
  if (unknown !== undefined)
    throw invalidField(
      '--client',
      `is no client that is known: ${unknown}. Known are ${CLIENTS.map(({ id }) => id).join(', ')}`,
    );
  if (names.length > 0) return CLIENTS.filter(({ id }) => names.includes(id));
  return args.has('all') ? CLIENTS : CLIENTS.filter((client) => isFound(client, place));
}

function connectionFor({ args, settings }: CommandContext): Connection {
  const url = args.text('http');
  if (url !== undefined) {
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      throw invalidField('--http', 'must be an http address');
    return { kind: 'http', url };
  }
  const folder = settings.get('data_dir');
  const words = folder?.source === 'flag' ? ['--data-dir', toAbsolute(folder.value ?? '', thisMachine())] : [];
  return ownCommand({ script: process.argv[1] ?? '', node: process.execPath, env: process.env, words });
}

/** What was written is started once, as it was written. */
async function prove(outcomes: readonly Outcome[], { connection, place, terminal }: Asked): Promise<boolean> {
  if (!outcomes.some(({ result }) => result === 'written' || result === 'there')) return true;
  const { ok, detail } = await verify(connection, place.home);
  if (ok) terminal.print(`${terminal.paint('green', '✓')} ${detail}`);
  else terminal.note(`What was written does not answer: ${harmless(detail)} \`zapomni doctor\` may say more.`);
  return ok;
}

function nothingFound(terminal: Terminal, scope: Scope): number {
  terminal.note(
    scope === 'project'
      ? 'None of the clients here keeps servers by project.'
      : 'No client was found. Name one with --client (see --list), or put this into its settings:',
  );
  if (scope === 'user')
    terminal.print(
      JSON.stringify({ mcpServers: { [SERVER_NAME]: { command: 'npx', args: ['-y', SERVER_NAME] } } }, null, 2),
    );
  return 1;
}
