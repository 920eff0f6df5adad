/** `zapomni token create|list|revoke`: who may call the HTTP server. A token is shown once and kept nowhere. */
import { SCOPES, TokenFile, type Scope } from '@zapomni/server/guards';
import { systemClock } from '@zapomni/providers';
import { Arguments, usageError } from '../../arguments/arguments.ts';
import type { Command, CommandContext, CommandSpec } from '../command.ts';
import { loadConfig } from '../../settings/config.ts';
import { oneLine } from '../../output/harmless.ts';
import { renderTable } from '../../output/table.ts';
import { tokenFile } from '../../serve/token-file.ts';
import { printJson } from '../../output/print-json.ts';

const DAY_MS = 86_400_000;

export const spec: CommandSpec = {
  name: 'token',
  summary: 'Make, list and revoke the tokens of the HTTP server.',
  usage: ['zapomni token create <name>', 'zapomni token list', 'zapomni token revoke <name>'],
  options: {
    scope: {
      type: 'string',
      value: 'SCOPE',
      about: 'read, write or admin; each includes the ones before. write if not said.',
    },
    days: { type: 'string', value: 'N', about: 'How long it is good for; for ever if not said.' },
  },
  examples: ['zapomni token create laptop --scope write --days 90'],
};

export const run: Command = async (context) => {
  const [action = 'list', ...rest] = context.args.positionals;
  const inner = { ...context, args: new Arguments(rest, context.args.values) };
  const tokens = new TokenFile(tokenFile(loadConfig(context.settings).data_dir));
  if (action === 'create') return create(inner, tokens);
  if (action === 'list') return list(inner, tokens);
  if (action === 'revoke') return revoke(inner, tokens);
  throw usageError(`token: there is no action '${action.slice(0, 40)}'.`, 'Use create, list or revoke.');
};

async function create({ args, terminal }: CommandContext, tokens: TokenFile): Promise<void> {
  const made = await tokens.create({
    name: args.one('name'),
    scopes: [readScope(args.text('scope'))],
    expires: readExpiry(args.text('days')),
  });
  if (args.has('json')) return printJson(terminal, made);
  terminal.print(made.token);
  terminal.note('This is the only time the token is shown. A client sends it as: Authorization: Bearer <token>');
}

async function list({ args, terminal }: CommandContext, tokens: TokenFile): Promise<void> {
  const all = await tokens.list();
  if (args.has('json')) return printJson(terminal, { count: all.length, tokens: all });
  const rows = all.map(({ name, scopes, created, expires, last_used }) => [
    oneLine(name),
    scopes.join(' '),
    created.slice(0, 10),
    expires?.slice(0, 10) ?? 'never',
    last_used?.slice(0, 10) ?? '',
  ]);
  terminal.print(renderTable(['NAME', 'SCOPES', 'CREATED', 'EXPIRES', 'LAST USED'], rows, terminal));
}

async function revoke({ args, terminal }: CommandContext, tokens: TokenFile): Promise<number> {
  const gone = await tokens.revoke(args.one('name or id'));
  terminal.print(gone ? `Revoked ${oneLine(gone.name)}.` : 'There is no such token.');
  return gone ? 0 : 2;
}

function readScope(given = 'write'): Scope {
  const scope = SCOPES.find((known) => known === given);
  if (scope === undefined) throw usageError(`--scope takes ${SCOPES.join(', ')}.`);
  return scope;
}

function readExpiry(days: string | undefined): Date | undefined {
  if (days === undefined) return undefined;
  const count = Number(days);
  if (!(count > 0 && count <= 36_500)) throw usageError('--days takes a number of days, up to 36500.');
  return new Date(systemClock.now() + count * DAY_MS);
}
