export type LogLevel = 'debug' | 'info' | 'warning' | 'error' | 'critical';
/** Ids, counts, sizes, durations. Never contents, metadata or secrets. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * One line per event. `event` is a stable snake_case name. An `Error` under `error` is written with its stack, which
 * never leaves the log.
 */
export interface Logger {
  log(level: LogLevel, event: string, fields?: LogFields): void;
  /** A logger that adds these fields to each line. */
  child(fields: LogFields): Logger;
}
