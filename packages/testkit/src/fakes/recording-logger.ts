import type { LogFields, Logger, LogLevel } from '@zapomni/core/ports';

export interface LogRecord {
  readonly level: LogLevel;
  readonly event: string;
  /** Fields of the line and of the children it came through. */
  readonly fields: LogFields;
}

export interface RecordingLogger extends Logger {
  /** What was logged here and through children, in order. */
  readonly records: readonly LogRecord[];
  /** The records of one event. */
  of(event: string): LogRecord[];
}

/** Keeps every line for a test to look at. */
export function createRecordingLogger(): RecordingLogger {
  const records: LogRecord[] = [];
  const withFields = (inherited: LogFields): Logger => ({
    log: (level, event, fields) => void records.push({ level, event, fields: { ...inherited, ...fields } }),
    child: (fields) => withFields({ ...inherited, ...fields }),
  });
  return { ...withFields({}), records, of: (event) => records.filter((record) => record.event === event) };
}
