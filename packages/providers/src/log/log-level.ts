import type { LogLevel } from '@zapomni/core/ports';

const ORDER: readonly LogLevel[] = ['debug', 'info', 'warning', 'error', 'critical'];

/** Whether a line of `level` is written when `least` is the lowest level wanted. */
export function isWanted(level: LogLevel, least: LogLevel): boolean {
  return ORDER.indexOf(level) >= ORDER.indexOf(least);
}
