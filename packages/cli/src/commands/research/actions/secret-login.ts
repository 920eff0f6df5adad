/** `zapomni secret login`: a window opens, the user signs in, and the session is kept for workflows of that site. */
import { createInterface } from 'node:readline';
import { usageError } from '../../../arguments/arguments.ts';
import { oneLine } from '../../../output/harmless.ts';
import { printJson } from '../../../output/print-json.ts';
import type { Terminal } from '../../../output/terminal.ts';
import { withApp } from '../../../session/with-app.ts';
import { wireApp } from '../../../wire/wire.ts';
import type { Command, CommandContext } from '../../command.ts';

export const DAY_MS = 86_400_000;
const USUAL_DAYS = 30;
const MOST_DAYS = 365;

export const logIn: Command = async (context) => {
  const { args, terminal, wire = wireApp } = context;
  const name = args.one('name');
  const url = args.text('url');
  if (url === undefined) throw usageError('secret login: --url names the page on which you sign in.');
  const until = args.text('until');
  if (until === undefined && !terminal.canAsk)
    throw usageError(
      'secret login: there is no terminal in which you could say that you are signed in.',
      'Run it in one, or name a part of the address that comes after signing in: --until /profile',
    );
  const expiresIn = args.count('days', USUAL_DAYS, MOST_DAYS) * DAY_MS;
  // Whatever the settings say of other visits, this one is for somebody to see.
  const seen: CommandContext = {
    ...context,
    wire: (config, logger) => wire({ ...config, browser_headless: false }, logger),
  };
  return withApp(seen, async ({ app }) => {
    const ear = until === undefined ? listen(terminal) : null;
    const onOpen = (): void =>
      terminal.note(
        `Sign in in the window${ear ? ', then press Enter here' : ''}. What you type there is not seen here.`,
      );
    const expiresAt = app.clock.now() + expiresIn;
    const onRefused = (host: string): void =>
      terminal.note(`Not reached: ${oneLine(host)}. If signing in needs it: --through ${oneLine(host)}`);
    const wish = {
      name,
      url,
      hosts: args.texts('through') ?? [],
      until,
      said: ear?.said,
      expiresAt,
      onOpen,
      onRefused,
    };
    const origin = await app.research.secrets.signIn(wish).finally(() => ear?.close());
    const day = new Date(expiresAt).toISOString();
    if (args.has('json'))
      return printJson(terminal, { status: 'kept', kind: 'session', name, origin, expires_at: day });
    terminal.print(
      `Kept until ${day.slice(0, 10)}. A workflow that begins on ${origin} uses it with "session": "${name}".`,
    );
  });
};

interface Ear {
  readonly said: Promise<void>;
  close(): void;
}

function listen({ stdin, stderr }: Terminal): Ear {
  const lines = createInterface({ input: stdin, output: stderr, terminal: true });
  const said = new Promise<void>((resolve) => {
    lines.once('line', () => resolve());
  });
  // Ctrl-C is for the whole command.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  return { said, close: () => lines.close() };
}
