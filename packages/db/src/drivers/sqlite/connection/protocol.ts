/**
 * What the main thread and the store's worker say to each other. `node:sqlite` blocks its thread, so every port of the
 * engine runs in one worker; a call has the port's and the method's name, and is answered by a value or a failure.
 */
import { ZapomniError, type ErrorCode, type FieldIssue } from '@zapomni/core/errors';
import type { ChangeLog, LogFields, LogLevel, ScrubReport, Storage, StorageReport } from '@zapomni/core/ports';

/** How to open the engine. Everything here crosses to the worker by structured clone. */
export interface EngineOptions {
  readonly dataDir: string;
  readonly busyTimeoutMs: number;
  /** Taken instead of SQLite's own version when deciding whether processes may share the store. For tests. */
  readonly sqliteVersion?: string;
  /** The store must be there and of the present format; nothing of it is ever written. */
  readonly readOnly?: boolean;
  /** Upper bound of the store file, in pages. For tests of a full disk. */
  readonly maxPages?: number;
  /** When vectors are arranged in lists, instead of the usual sizes. For tests, which cannot wait for very many. */
  readonly lists?: ListSizes;
  /** How many changes others can learn of, instead of the usual number. For tests. */
  readonly keptChanges?: number;
}

export interface ListSizes {
  /** A workspace of fewer vectors is searched vector by vector. */
  readonly from: number;
  /** How many segments are sorted together. */
  readonly group: number;
}

/** What the worker is started with. */
export interface WorkerStart {
  readonly options: EngineOptions;
  /** One number: how many messages were sent to the worker. Whoever waits for the next waits for it to change. */
  readonly sent: Int32Array;
}

/** What the thread itself cannot know is how many calls wait for it. */
export type EngineReport = Omit<StorageReport, 'pool'>;

interface StoreDoor {
  inspect(deep: boolean): Promise<EngineReport>;
  version(): Promise<string>;
  scrub(): Promise<ScrubReport>;
}

export interface Ports extends Pick<
  Storage,
  | 'memories'
  | 'workspaces'
  | 'fullText'
  | 'vectors'
  | 'embeddings'
  | 'extractions'
  | 'graph'
  | 'times'
  | 'records'
  | 'settings'
  | 'work'
  | 'transfer'
> {
  readonly changes: Pick<ChangeLog, 'since'>;
  readonly store: StoreDoor;
}

export type PortName = keyof Ports;

/** A port as the worker implements it: the same methods, without promises. */
export type Served<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: Args) => Result
    : never;
};

export type ServedPorts = { readonly [Name in PortName]: Served<Ports[Name]> };

export interface CallRequest {
  readonly id: number;
  readonly port: PortName;
  readonly method: string;
  readonly args: readonly unknown[];
  /** When it was made, by the caller's clock. */
  readonly now: number;
}

/** Calls that were made together travel together: waking the other thread costs more than most of them. */
export type Request = { readonly calls: readonly CallRequest[] } | { readonly close: true };

export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  readonly issues: readonly FieldIssue[];
  readonly retryAfterMs: number | undefined;
  readonly cause: unknown;
}

export type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: Failure };

export type Reply =
  | { readonly answers: readonly Answer[] }
  | { readonly log: LogLevel; readonly event: string; readonly fields: LogFields };

export type Log = (level: LogLevel, event: string, fields: LogFields) => void;

export function toFailure(error: ZapomniError): Failure {
  const { code, message, hint, issues, retryAfterMs } = error;
  return { code, message, hint, issues, retryAfterMs, cause: cloneable(error.cause) };
}

export function toError(failure: Failure): ZapomniError {
  const { code, message, ...details } = failure;
  const { retryAfterMs, ...rest } = details;
  return new ZapomniError(code, message, retryAfterMs === undefined ? rest : { ...rest, retryAfterMs });
}

/** Errors keep their stack when they are cloned; anything else is told by its name alone. */
function cloneable(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause === undefined ? undefined : String(cause);
  const copy = new Error(cause.message);
  copy.name = cause.name;
  if (cause.stack !== undefined) copy.stack = cause.stack;
  return copy;
}
