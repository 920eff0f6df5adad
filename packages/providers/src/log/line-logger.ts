/** What all loggers that write lines share: the least level, fields of children, and never failing the caller. */
import type { LogFields, Logger, LogLevel } from '@zapomni/core/ports';
import type { LogEvent } from './json-line.ts';
import { isWanted } from './log-level.ts';

export interface LineLoggerOptions {
  /** Gets one event at a time, line end included. What it throws is dropped: a full pipe must not fail a request. */
  readonly write: (line: string) => void;
  /** Least level that is written. Looked at for every event, so that it may change while the logger is in use. */
  readonly level: LogLevel;
  readonly now: () => number;
}

export function createLineLogger(options: LineLoggerOptions, toLine: (event: LogEvent) => string): Logger {
  const withFields = (inherited: LogFields): Logger => ({
    log(level, event, fields) {
      if (!isWanted(level, options.level)) return;
      try {
        options.write(toLine({ time: options.now(), level, event, fields: { ...inherited, ...fields } }));
      } catch {
        // There is nowhere left to say it.
      }
    },
    child: (fields) => withFields({ ...inherited, ...fields }),
  });
  return withFields({});
}
