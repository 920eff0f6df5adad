/** One event as one line of JSON, never longer than its limit: fields that do not fit are named, not shown. */
import type { LogLevel } from '@zapomni/core/ports';
import { toLoggableFields } from './to-loggable.ts';

export interface LogEvent {
  readonly time: number;
  readonly level: LogLevel;
  readonly event: string;
  readonly fields: object;
}

/** In bytes, line end included. */
export const MAX_LINE_BYTES = 16_384;
/** Room for the list of fields left out. */
const RESERVE_BYTES = 1024;
const OWN_NAMES = new Set(['timestamp', 'level', 'event', 'left_out']);

/** A field named like one of the line's own is written as `field_<name>`. */
export function toJsonLine({ time, level, event, fields }: LogEvent): string {
  const timestamp = new Date(time).toISOString();
  let line = `{"timestamp":"${timestamp}","level":"${level}","event":${JSON.stringify(event.slice(0, 200))}`;
  let bytes = Buffer.byteLength(line);
  const leftOut: string[] = [];
  for (const [name, value] of Object.entries(toLoggableFields(fields))) {
    const entry = `,${JSON.stringify(OWN_NAMES.has(name) ? `field_${name}` : name)}:${JSON.stringify(value)}`;
    const size = Buffer.byteLength(entry);
    if (bytes + size > MAX_LINE_BYTES - RESERVE_BYTES) leftOut.push(name);
    else {
      line += entry;
      bytes += size;
    }
  }
  return `${line}${leftOut.length > 0 ? toLeftOut(leftOut) : ''}}\n`;
}

function toLeftOut(names: readonly string[]): string {
  const entry = `,"left_out":${JSON.stringify(names)}`;
  return Buffer.byteLength(entry) < RESERVE_BYTES - 2 ? entry : `,"left_out":${names.length}`;
}
