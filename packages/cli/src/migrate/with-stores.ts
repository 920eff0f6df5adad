/** The stores of one command, closed whatever happens. Ctrl-C ends the work at its next step, and nothing is half done. */
import type { Config } from '@zapomni/core/config';
import { ZapomniError } from '@zapomni/core/errors';
import type { Logger, Storage } from '@zapomni/core/ports';
import type { CommandContext } from '../commands/command.ts';
import { loadConfig } from '../settings/config.ts';
import { openLogger } from '../log/open-logger.ts';
import { createProgressBar, type ProgressBar } from '../output/progress-bar.ts';

const INTERRUPTED = 130;

export interface StoreSession {
  readonly config: Config;
  readonly signal: AbortSignal;
  readonly bar: ProgressBar;
  /** Opened here so that it is closed in the end. */
  open(make: (logger: Logger) => Storage): Storage;
}

/** Resolves with the exit code that the work gives, or that of an interruption. */
export async function withStores(
  context: CommandContext,
  work: (session: StoreSession) => Promise<number>,
): Promise<number> {
  const config = loadConfig(context.settings);
  const logger = openLogger(context.terminal, context.settings, 'warning');
  const stopping = new AbortController();
  const opened: Storage[] = [];
  const bar = createProgressBar(context.terminal);
  const interrupt = (): void => stopping.abort();
  process.once('SIGINT', interrupt);
  try {
    return await work({
      config,
      signal: stopping.signal,
      bar,
      open: (make) => {
        const storage = make(logger);
        opened.push(storage);
        return storage;
      },
    });
  } catch (error) {
    if (!stopping.signal.aborted || !isCancelled(error)) throw error;
    bar.clear();
    context.terminal.note('Interrupted. The same command goes on from here.');
    return INTERRUPTED;
  } finally {
    process.off('SIGINT', interrupt);
    bar.clear();
    await Promise.all(opened.map((storage) => storage.close()));
  }
}

function isCancelled(error: unknown): boolean {
  if (error instanceof ZapomniError) return error.code === 'CANCELLED';
  return error instanceof Error && error.name === 'AbortError';
}
