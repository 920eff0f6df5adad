export type ServerLogLevel = 'debug' | 'info' | 'warning' | 'error' | 'critical';
/** Ids, counts, sizes, durations. Never contents. */
export type ServerLogFields = Readonly<Record<string, unknown>>;

/**
 * Where the server tells what it does: one call per event, `event` a stable snake_case name. An `Error` under `error` is
 * meant to be written with its stack, which never leaves the log.
 */
export interface ServerLogger {
  log(level: ServerLogLevel, event: string, fields?: ServerLogFields): void;
  /** A logger that adds these fields to each line. */
  child(fields: ServerLogFields): ServerLogger;
}
