/**
 * The settings read again while the server runs. Everything is prepared before anything is changed, so that settings which
 * cannot be used change nothing; what no part can take up is named as waiting for a restart.
 */
import type { Config, ConfigName } from '@zapomni/core/config';
import { toZapomniError } from '@zapomni/core/errors';
import type { Logger } from '@zapomni/core/ports';

/** A part of the server that can take up new settings. */
export interface Reloadable {
  readonly names: readonly ConfigName[];
  /** Gets ready, or throws; what it returns makes the change, and names what else changed besides settings. */
  prepare(next: Config): Promise<() => readonly string[]>;
}

export interface ReloadParts {
  readonly current: Config;
  /** Throws when the settings cannot be used. */
  readonly read: () => Config;
  readonly parts: readonly Reloadable[];
  readonly logger: Logger;
}

/** Reads and applies when called; calls are taken one after the other. Never fails: what is wrong is logged. */
export function createReload({ current, read, parts, logger }: ReloadParts): () => Promise<void> {
  let config = current;
  let last = Promise.resolve();
  const reload = async (): Promise<void> => {
    logger.log('info', 'reload_started');
    try {
      const next = read();
      const commits = await Promise.all(parts.map((part) => part.prepare(next)));
      const others = commits.flatMap((commit) => commit());
      const changed = (Object.keys(next) as ConfigName[]).filter((name) => next[name] !== config[name]);
      const taken = new Set(parts.flatMap(({ names }) => names));
      const applied = changed.filter((name) => taken.has(name));
      const needsRestart = changed.filter((name) => !taken.has(name));
      config = { ...config, ...Object.fromEntries(applied.map((name) => [name, next[name]])) };
      logger.log('info', 'configuration_reloaded', { applied: [...applied, ...others], needs_restart: needsRestart });
    } catch (error) {
      const { code, message } = toZapomniError(error);
      logger.log('error', 'reload_failed', { code, message, kept: 'the settings as they were' });
    }
  };
  return () => (last = last.then(reload));
}
