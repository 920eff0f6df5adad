/** What a base server is made with, and the check that it can be. */
import type { ListName } from './resources/change-feed.ts';
import { INTERNAL_REPORT, type DescribeError } from './protocol/error-report.ts';
import type { MetricsObserver } from './metrics/metrics-observer.ts';
import { ServerError } from './server-error.ts';
import type { ServerLogger } from './server-logger.ts';
import { MAX_TIMER_MS } from './dispatch/time-limit.ts';

export interface McpBaseServerOptions {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  /** Told to the client's model when it connects. */
  readonly instructions?: string;
  readonly logger: ServerLogger;
  /** Tool calls served at once (8). 1: every request waits for the one before it, in order of arrival. */
  readonly concurrency?: number;
  /** How long a tool may run (300 000 ms). */
  readonly timeoutMs?: number;
  /** How long the end waits for requests that are still running (5000 ms). */
  readonly drainMs?: number;
  /** What a client is told about an error that a tool threw. By default nothing but "Processing failed". */
  readonly describeError?: DescribeError;
  /** Share of failed requests, 0–1, above which a warning is logged (0.05). */
  readonly errorRateWarning?: number;
  /** The lists that may change while the server runs (none). Clients are told so at the beginning. */
  readonly changing?: readonly ListName[];
  /** Whether clients may have sent to them what handlers log (false). */
  readonly logging?: boolean;
  /** Items of a list that are sent at once (1000). */
  readonly pageSize?: number;
  /**
   * Seals what clients carry from one round of `inputRequired` to the next. Servers that share their clients share it, at
   * least 32 characters; without one, only the process that asked takes the answers to what it carried.
   */
  readonly stateSecret?: string;
  /** Told of each request when it is done. */
  readonly observer?: MetricsObserver;
}

type Unset = 'title' | 'instructions' | 'observer' | 'stateSecret';
export type ResolvedOptions = Required<Omit<McpBaseServerOptions, Unset>> & Pick<McpBaseServerOptions, Unset>;

/** Fills in the defaults. Throws a ServerError that names the option which cannot be used. */
export function resolveOptions(options: McpBaseServerOptions): ResolvedOptions {
  const resolved = {
    concurrency: 8,
    timeoutMs: 300_000,
    drainMs: 5000,
    describeError: () => INTERNAL_REPORT,
    errorRateWarning: 0.05,
    changing: [],
    logging: false,
    pageSize: 1000,
    ...withoutUndefined(options),
  };
  requireText('name', resolved.name);
  requireText('version', resolved.version);
  if (typeof resolved.logger?.log !== 'function') throw unusable('logger', 'is required');
  requireWithin('concurrency', resolved.concurrency, 1, Number.MAX_SAFE_INTEGER);
  requireWithin('timeoutMs', resolved.timeoutMs, 1, MAX_TIMER_MS);
  requireWithin('drainMs', resolved.drainMs, 0, MAX_TIMER_MS);
  requireWithin('errorRateWarning', resolved.errorRateWarning, 0, 1);
  requireWithin('pageSize', resolved.pageSize, 1, Number.MAX_SAFE_INTEGER);
  if (resolved.stateSecret !== undefined && resolved.stateSecret.length < 32) {
    throw unusable('stateSecret', 'must have at least 32 characters');
  }
  const stray = resolved.changing.find((list) => !['tools', 'resources', 'prompts'].includes(list));
  if (stray !== undefined) throw unusable('changing', 'may hold tools, resources and prompts');
  return resolved;
}

function withoutUndefined(options: McpBaseServerOptions): McpBaseServerOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;
}

function requireText(option: string, value: unknown): void {
  if (typeof value !== 'string' || value === '') throw unusable(option, 'must be a non-empty string');
}

function requireWithin(option: string, value: number, least: number, most: number): void {
  if (!(value >= least && value <= most)) throw unusable(option, `must be from ${least} to ${most}`);
}

function unusable(option: string, why: string): ServerError {
  return new ServerError('INVALID_OPTIONS', `Option ${option} ${why}.`);
}
