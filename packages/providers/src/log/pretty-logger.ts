/** For a person at a terminal: short local time, level, event, `name=value`, and the stack of an error below. */
import { styleText } from 'node:util';
import type { Logger, LogLevel } from '@zapomni/core/ports';
import type { LogEvent } from './json-line.ts';
import { createLineLogger, type LineLoggerOptions } from './line-logger.ts';
import { toLoggableFields, type Loggable } from './to-loggable.ts';

export interface PrettyLoggerOptions extends LineLoggerOptions {
  readonly colors: boolean;
}

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

const LEVEL_STYLES: Record<LogLevel, Style> = {
  debug: 'gray',
  info: 'green',
  warning: 'yellow',
  error: 'red',
  critical: ['bold', 'red'],
};
const LONGEST_LEVEL = 8;
const BARE = /^[\w.,:/@%+*…-]+$/u;

export function createPrettyLogger(options: PrettyLoggerOptions): Logger {
  const { colors } = options;
  const paint: Paint = (style, text) => (colors ? styleText(style, text, { validateStream: false }) : text);
  return createLineLogger(options, (event) => toPrettyLine(event, paint));
}

function toPrettyLine({ time, level, event, fields }: LogEvent, paint: Paint): string {
  const shown = toLoggableFields(fields);
  const stack = takeStack(shown);
  const pairs = Object.entries(shown).map(([name, value]) => ` ${paint('gray', `${name}=`)}${toShort(value)}`);
  const label = paint(LEVEL_STYLES[level], level.toUpperCase().padEnd(LONGEST_LEVEL));
  return `${paint('gray', localTime(time))} ${label} ${event}${pairs.join('')}\n${stack}`;
}

/** An error's stack, and those of its causes, go below the line; its code and message stay in it. */
function takeStack(fields: Record<string, Loggable>): string {
  const error = fields['error'];
  if (!isRecord(error)) return '';
  fields['error'] = `${String(error['code'] ?? error['name'])}: ${String(error['message'])}`;
  return stacksOf(error);
}

function stacksOf(error: Loggable | undefined): string {
  if (!isRecord(error) || typeof error['stack'] !== 'string') return '';
  return `${withoutControls(error['stack']).replace(/^/gm, '  ')}\n${stacksOf(error['cause'])}`;
}

function isRecord(value: Loggable | undefined): value is Record<string, Loggable> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toShort(value: Loggable): string {
  if (typeof value === 'string' && BARE.test(value)) return value;
  return withoutControls(JSON.stringify(value));
}

/** A value must not move the cursor or change colours. */
function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, '');
}

function localTime(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return `${seconds}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
