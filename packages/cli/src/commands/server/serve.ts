/**
 * Serves MCP on stdin and stdout, and over HTTP when asked. The order is the point: the transport answers the handshake by
 * itself, so it is made first, from modules that load in no time; only then comes everything else.
 */
import { existsSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { toZapomniError } from '@zapomni/core/errors';
import { CAPABILITIES, FOLDER_META, INSTRUCTIONS, SERVER_INFO } from '@zapomni/mcp/identity';
import type { ServerTransport } from '@zapomni/server';
import { doorFile } from '@zapomni/server/door-file';
import { createStdioTransport } from '@zapomni/server/stdio';
import { usageError } from '../../arguments/arguments.ts';
import type { Command, CommandSpec } from '../command.ts';
import { SETTINGS } from '../../generated/help.ts';
import { logWarnings } from '../../log/log-warnings.ts';
import { openLogger } from '../../log/open-logger.ts';
import { guardAgainstCrashes } from '../../serve/crash-guard.ts';
import { catchHangup } from '../../serve/hangup.ts';
import { catchStopSignals } from '../../serve/stop-signals.ts';
import type { Settings } from '../../settings/given-settings.ts';
import type { ShareParts } from '../../share/share-server.ts';

const GREETING = { serverInfo: SERVER_INFO, capabilities: CAPABILITIES, instructions: INSTRUCTIONS };
/** Whatever still holds the process when all is closed does not do so for longer. */
const LINGER_MS = 1000;

export const spec: CommandSpec = {
  name: 'serve',
  summary: 'Serve MCP on stdin and stdout, and over HTTP when given a port; what `zapomni` alone does.',
  usage: ['zapomni [serve] [settings]', 'zapomni serve --background'],
  options: {
    background: {
      type: 'boolean',
      about: 'Start one server for all clients of the data folder, and leave it running.',
    },
    'until-idle': { type: 'boolean', about: 'End when nobody has been connected for idle_minutes.' },
  },
  examples: [
    'claude mcp add zapomni -- npx -y zapomni',
    'zapomni serve --background',
    'zapomni serve --http-port 8765',
  ],
};

export const run: Command = async ({ args, settings, readAgain, terminal }) => {
  if (args.positionals.length > 0) throw usageError('The server takes no words, only settings.');
  if (args.has('background')) {
    const { startForAll } = await import('../../background/start-for-all.ts');
    return startForAll(settings, args.has('json'), terminal);
  }
  const { stdin, stdout, stderr } = terminal;
  // A client that closed our stderr must not bring the server down.
  stderr.on('error', () => undefined);
  const logger = openLogger(terminal, settings, stdin.isTTY ? 'warning' : 'info');
  logWarnings(logger);
  const signals = catchStopSignals();
  const hangup = catchHangup(terminal);
  const guard = guardAgainstCrashes(logger);
  const transport = createStdioTransport({
    stdin,
    stdout,
    maxRequestBytes: maxRequestBytes(settings),
    logger,
    greeting: GREETING,
    callMeta: settings.get('projects')?.value === 'on' ? { [FOLDER_META]: process.cwd() } : undefined,
  });
  // A handshake that waits in the pipe already is read in these turns, before modules take the thread.
  await turn();
  await turn();
  const untilIdle = args.has('until-idle');
  try {
    const own = await shareIfPossible({ settings, front: transport, signals, logger }, stdin.isTTY);
    if (own === undefined) return 0;
    const { serveMcp } = await import('../../serve/serve-mcp.ts');
    await serveMcp({ settings, readAgain, terminal, logger, transport: own, signals, hangup, guard, untilIdle });
    return 0;
  } catch (error) {
    await transport.close();
    if (stderr.isTTY) throw error;
    const { code, message, hint, policy } = toZapomniError(error);
    logger.log('critical', 'server_failed', { code, message, hint, ...(code === 'INTERNAL' ? { error } : {}) });
    return policy.exit;
  } finally {
    setTimeout(() => process.exit(), LINGER_MS).unref();
  }
};

/**
 * One look at the data folder, and nothing is loaded when there is no server. A person at a terminal, and whoever asked
 * for a server, get one of their own.
 */
async function shareIfPossible(
  parts: Omit<ShareParts, 'dataDir'>,
  isPerson: boolean,
): Promise<ServerTransport | undefined> {
  const valueOf = (name: string): string | undefined => parts.settings.get(name)?.value;
  const dataDir = valueOf('data_dir') ?? '';
  const isClient = valueOf('http_port') === undefined && valueOf('stdio') !== 'false' && !isPerson;
  const share = valueOf('share');
  if (!isClient || share === 'never') return parts.front;
  if (share === 'background') {
    const { ensureServer } = await import('../../background/ensure-server.ts');
    await ensureServer(parts.settings, parts.logger);
  }
  if (!existsSync(doorFile(dataDir))) return parts.front;
  const { shareServer } = await import('../../share/share-server.ts');
  return shareServer({ ...parts, dataDir });
}

/** A value that cannot be used is refused soon after, when the settings are checked. */
function maxRequestBytes(settings: Settings): number {
  const fallback = SETTINGS.find(({ name }) => name === 'max_request_bytes')?.fallback;
  const asked = Number(settings.get('max_request_bytes')?.value);
  return Number.isSafeInteger(asked) && asked > 0 ? asked : Number(fallback);
}
