/** `zapomni research secret set|login|list|remove`, and the same as `zapomni secret …`: what sites want to know and nobody else may. */
import type { SecretFacts } from '@zapomni/core/ports';
import type { Options } from '../../../arguments/arguments.ts';
import { usageError } from '../../../arguments/arguments.ts';
import { askSecret } from '../../../output/ask-secret.ts';
import { oneLine } from '../../../output/harmless.ts';
import { printJson } from '../../../output/print-json.ts';
import { renderTable } from '../../../output/table.ts';
import { withApp } from '../../../session/with-app.ts';
import { withActions } from '../../actions.ts';
import type { Command } from '../../command.ts';
import { DAY_MS, logIn } from './secret-login.ts';

const MOST_DAYS = 36_500;
const NOT_THERE = 2;

export const SECRET_OPTIONS: Options = {
  origin: { type: 'string', value: 'URL', about: 'Secret: the site it is for; it is typed in nowhere else.' },
  days: {
    type: 'string',
    value: 'N',
    about: 'Secret: how long it is good for; if not said, for ever, and a session for 30 days.',
  },
  url: { type: 'string', value: 'URL', about: 'Secret login: the page on which you sign in.' },
  through: {
    type: 'string',
    multiple: true,
    value: 'HOST',
    about: 'Secret login: another host that signing in leads over; may be repeated.',
  },
  until: {
    type: 'string',
    value: 'TEXT',
    about: 'Secret login: you are signed in when the address has this in it; otherwise you say so.',
  },
};

const set: Command = async (context) => {
  const { args, terminal } = context;
  const [name, ...more] = args.positionals;
  if (name === undefined) throw usageError('secret set: name the secret.');
  // What is given as an argument stands in the list of processes and in the history of the shell.
  if (more.length > 0)
    throw usageError('secret set: the value is no argument.', 'It is asked for, or read from standard input.');
  const origin = args.text('origin');
  if (origin === undefined) throw usageError('secret set: --origin names the site that it is for.');
  const days = args.text('days') === undefined ? null : args.count('days', 1, MOST_DAYS);
  return withApp(context, async ({ app }) => {
    const value = await askSecret(terminal, `Value of ${oneLine(name)}:`);
    const expiresAt = days === null ? null : app.clock.now() + days * DAY_MS;
    const bound = await app.research.secrets.set({ name, origin, value, kind: 'secret', expiresAt });
    if (args.has('json')) printJson(terminal, { status: 'kept', name, origin: bound });
    else terminal.print(`Kept. A step types it in on ${bound}: {"do": "fill", …, "value": {"secret": "${name}"}}`);
  });
};

const list: Command = async (context) => {
  const { args, terminal } = context;
  await withApp(context, async ({ app }) => {
    const secrets = (await app.research.secrets.list()).map(toShown);
    if (args.has('json')) return printJson(terminal, { count: secrets.length, secrets });
    if (secrets.length === 0)
      return terminal.note(
        'There are no secrets. `zapomni secret set NAME --origin URL` keeps one, `zapomni secret login NAME --url URL` a session.',
      );
    const rows = secrets.map(({ name, origin, kind, set_at, expires_at }) => [
      oneLine(name),
      oneLine(origin),
      kind,
      set_at.slice(0, 10),
      expires_at?.slice(0, 10) ?? 'never',
    ]);
    terminal.print(renderTable(['NAME', 'ORIGIN', 'KIND', 'SET', 'EXPIRES'], rows, terminal));
  });
};

function toShown({ name, origin, kind, setAt, expiresAt }: SecretFacts) {
  const iso = (at: number): string => new Date(at).toISOString();
  return { name, origin, kind, set_at: iso(setAt), ...(expiresAt === null ? {} : { expires_at: iso(expiresAt) }) };
}

const remove: Command = async (context) => {
  const { args, terminal } = context;
  const name = args.one('name');
  return withApp(context, async ({ app }) => {
    const removed = await app.research.secrets.remove(name);
    if (args.has('json')) printJson(terminal, { status: removed ? 'removed' : 'not_found', name });
    else terminal.print(removed ? `Removed ${oneLine(name)}.` : 'There is no such secret.');
    return removed ? 0 : NOT_THERE;
  });
};

export const manageSecrets: Command = withActions('secret', { list, set, login: logIn, remove });
