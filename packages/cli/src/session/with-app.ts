/** The application for the length of one command. A command has all the time it needs, so it waits for the model. */
import type { App } from '@zapomni/core';
import type { Config } from '@zapomni/core/config';
import { toZapomniError, ZapomniError } from '@zapomni/core/errors';
import { noteCommand } from '../activity/note-command.ts';
import type { CommandContext } from '../commands/command.ts';
import { loadConfig } from '../settings/config.ts';
import { logWarnings } from '../log/log-warnings.ts';
import { openLogger } from '../log/open-logger.ts';
import { withDefaults } from '../settings/given-settings.ts';
import { wireApp } from '../wire/wire.ts';

const PATIENT = { search_wait_ms: '15000', embed_wait_ms: '600000', log_level: 'warning' };
const INTERRUPTED = 130;

export interface Session {
  readonly app: App;
  readonly config: Config;
  /** The workspace that was asked for. */
  readonly workspace: string;
  /** Wait until everything is embedded, unless the user said how long to wait. */
  readonly waitsForVectors: boolean;
}

/** Closes the application whatever happens, Ctrl-C included. */
export async function withApp<T>(context: CommandContext, work: (session: Session) => Promise<T>): Promise<T> {
  const settings = withDefaults(context.settings, PATIENT);
  const config = loadConfig(settings);
  const logger = openLogger(context.terminal, settings, 'warning');
  logWarnings(logger);
  const app = (context.wire ?? wireApp)(config, logger);
  const interrupt = (): void => {
    context.terminal.note('Interrupted. What is stored stays stored.');
    void app.close().finally(() => process.exit(INTERRUPTED));
  };
  process.once('SIGINT', interrupt);
  const noted = noteCommand(app, config, context.name);
  try {
    const waitsForVectors = context.settings.get('embed_wait_ms')?.source === 'default';
    const result = await work({ app, config, workspace: config.workspace, waitsForVectors });
    noted.done('ok');
    return result;
  } catch (error) {
    noted.done(toZapomniError(error).code);
    throw error;
  } finally {
    process.off('SIGINT', interrupt);
    await app.close();
  }
}

/**
 * The same for commands that only make sense in a workspace that exists: one named on the command line must, so that a
 * slip of the pen is not an empty answer.
 */
export function withWorkspace<T>(context: CommandContext, work: (session: Session) => Promise<T>): Promise<T> {
  return withApp(context, async (session) => {
    if (context.settings.get('workspace')?.source === 'flag') await requireWorkspace(session.app, session.workspace);
    return work(session);
  });
}

export async function requireWorkspace(app: App, id: string): Promise<void> {
  try {
    await app.workspaces.find(id);
  } catch (error) {
    if (!(error instanceof ZapomniError) || error.code !== 'NOT_FOUND') throw error;
    throw new ZapomniError('NOT_FOUND', `There is no workspace '${id}'.`, {
      hint: '`zapomni workspace list` shows those that exist; `zapomni add` makes a new one on first use.',
    });
  }
}
