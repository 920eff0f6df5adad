/**
 * `zapomni dashboard`: the page that shows what is remembered, in a browser. A server of this data folder that has a port
 * shows it; where there is none, this command is one for as long as it runs, on loopback.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '@zapomni/core/config';
import type { Logger } from '@zapomni/core/ports';
import { SCOPES, type Scope } from '@zapomni/server/guards';
import type { HttpTransport } from '@zapomni/server/http';
import { createStdioTransport } from '@zapomni/server/stdio';
import { usageError } from '../../arguments/arguments.ts';
import { answersAt } from '../../dashboard/find-server.ts';
import { openBrowser } from '../../dashboard/open-browser.ts';
import { OneTimeCodes } from '../../dashboard/one-time-codes.ts';
import { openLogger } from '../../log/open-logger.ts';
import { guardAgainstCrashes } from '../../serve/crash-guard.ts';
import { catchStopSignals } from '../../serve/stop-signals.ts';
import type { Terminal } from '../../output/terminal.ts';
import { loadConfig } from '../../settings/config.ts';
import type { Settings } from '../../settings/given-settings.ts';
import type { Command, CommandContext, CommandSpec } from '../command.ts';

export const spec: CommandSpec = {
  name: 'dashboard',
  summary: 'See what is remembered, in the browser.',
  usage: ['zapomni dashboard [--no-open]'],
  options: {
    'no-open': { type: 'boolean', about: 'Print the address and open nothing.' },
    scope: { type: 'string', value: 'SCOPE', about: 'read, write or admin: what the page may do. admin if not said.' },
  },
  examples: ['zapomni dashboard', 'zapomni dashboard --no-open --scope read'],
};

const LISTENING_EVERY_MS = 20;
const SILENT: Logger = { log: () => undefined, child: () => SILENT };

export const run: Command = async (context) => {
  const config = loadConfig(context.settings);
  const codes = new OneTimeCodes(config.data_dir);
  const scope = readScope(context.args.text('scope'));
  const show = async (origin: string): Promise<void> => {
    const address = `${origin}/#code=${await codes.make(scope)}`;
    context.terminal.print(address);
    if (!context.args.has('no-open')) openBrowser(address, process.platform);
  };
  const { host, http_port: port } = config;
  if (port !== undefined && (await answersAt(originOf(host, port), SILENT))) return show(originOf(host, port));
  await serveAlone(context, config, show);
};

async function serveAlone(
  { settings, readAgain, terminal }: CommandContext,
  config: Config,
  show: (origin: string) => Promise<void>,
): Promise<void> {
  const { stdin, stdout } = terminal;
  const logger = openLogger(terminal, settings, 'error');
  const transport = createStdioTransport({ stdin, stdout, logger, maxRequestBytes: config.max_request_bytes });
  const { serveMcp } = await import('../../serve/serve-mcp.ts');
  await serveMcp({
    settings: onLoopback(settings),
    readAgain: () => onLoopback(readAgain()),
    terminal: { ...terminal, note: () => undefined },
    logger,
    transport,
    signals: catchStopSignals(),
    hangup: { listener: undefined },
    guard: guardAgainstCrashes(logger),
    untilIdle: false,
    onHttp: (listener) => void showWhenListening(listener, show, terminal),
  });
}

/** Of its own, wherever a server would have listened: nobody else is to reach it. */
function onLoopback(settings: Settings): Settings {
  const own = { http_port: settings.get('http_port')?.value ?? '0', host: '127.0.0.1', stdio: 'false', share: 'never' };
  const set = Object.entries(own).map(([name, value]) => [name, { value, source: 'flag', via: 'dashboard' }] as const);
  return new Map([...settings, ...set]);
}

async function showWhenListening(
  listener: HttpTransport,
  show: (origin: string) => Promise<void>,
  { note }: Pick<Terminal, 'note'>,
): Promise<void> {
  while (listener.address === undefined) await sleep(LISTENING_EVERY_MS);
  await show(originOf(listener.address.host, listener.address.port));
  note('It is there for as long as this command runs; Ctrl-C ends it.');
}

function originOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

function readScope(given = 'admin'): Scope {
  const scope = SCOPES.find((known) => known === given);
  if (scope === undefined) throw usageError(`--scope takes ${SCOPES.join(', ')}.`);
  return scope;
}
