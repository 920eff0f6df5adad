import type { Logger } from '@zapomni/core/ports';
import { toJsonLine } from './json-line.ts';
import { createLineLogger, type LineLoggerOptions } from './line-logger.ts';

/** One JSON object a line: `timestamp` (ISO 8601, UTC), `level`, `event`, then the fields. For machines. */
export function createJsonLogger(options: LineLoggerOptions): Logger {
  return createLineLogger(options, toJsonLine);
}
