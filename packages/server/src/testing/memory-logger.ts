import type { ServerLogFields, ServerLogger, ServerLogLevel } from '../server-logger.ts';

export interface LogLine {
  readonly level: ServerLogLevel;
  readonly event: string;
  readonly [field: string]: unknown;
}

/** Keeps every line, with the bound fields in it. */
export class MemoryLogger implements ServerLogger {
  readonly lines: LogLine[];
  readonly #bound: ServerLogFields;

  constructor(lines: LogLine[] = [], bound: ServerLogFields = {}) {
    this.lines = lines;
    this.#bound = bound;
  }

  log(level: ServerLogLevel, event: string, fields: ServerLogFields = {}): void {
    this.lines.push({ ...this.#bound, ...fields, level, event });
  }

  child(fields: ServerLogFields): ServerLogger {
    return new MemoryLogger(this.lines, { ...this.#bound, ...fields });
  }

  /** The lines of one event. */
  of(event: string): LogLine[] {
    return this.lines.filter((line) => line.event === event);
  }
}
