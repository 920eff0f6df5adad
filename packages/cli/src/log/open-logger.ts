/** Logs on stderr: JSON lines for machines, readable ones for a person at a terminal. */
import type { Logger, LogLevel } from '@zapomni/core/ports';
import { createJsonLogger, createPrettyLogger } from '@zapomni/providers/log';
import type { Terminal } from '../output/terminal.ts';
import type { Settings } from '../settings/given-settings.ts';

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warning', 'error', 'critical'];

export interface LeveledLogger extends Logger {
  /** From now on, its children included. */
  setLevel(level: LogLevel): void;
}

/** A level that does not exist is refused by `loadConfig`, which comes later; until then it is taken as `fallback`. */
export function openLogger({ stderr, paintNote }: Terminal, settings: Settings, fallback: LogLevel): LeveledLogger {
  const asked = settings.get('log_level')?.value?.toLowerCase();
  let level = LEVELS.find((known) => known === asked) ?? fallback;
  const setLevel = (next: LogLevel): void => {
    level = next;
  };
  const options = {
    now: Date.now,
    write: (line: string) => void stderr.write(line),
    colors: paintNote('red', 'x') !== 'x',
    get level() {
      return level;
    },
  };
  return { ...(stderr.isTTY ? createPrettyLogger(options) : createJsonLogger(options)), setLevel };
}
