import type { z } from 'zod';
import type { RequestId } from './protocol.ts';
import type { ServerLogger } from './server-logger.ts';
import type { Session } from './session.ts';

/** What a client may assume about a tool. All four are stated, because the protocol's defaults are the alarming ones. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface ToolContext {
  /** Aborted when the client cancels, the time is up or the server goes down. The answer is then no longer wanted. */
  readonly signal: AbortSignal;
  readonly session: Session;
  /** `undefined` when the caller gave none. */
  readonly requestId: RequestId | undefined;
  /** Every line carries the request's id. */
  readonly logger: ServerLogger;
  /** Tells the client how far the work is, if it asked to know. Only growing values of `done` are sent. */
  progress(done: number, total?: number, message?: string): void;
}

export interface ToolResult {
  /** Matches the tool's output schema when there is one. */
  readonly structured?: Record<string, unknown>;
  /** The same for a model to read. */
  readonly text: string;
}

/**
 * A tool. `execute` gets arguments that passed `input`, and throws to fail: the server's `describeError` decides what the
 * client is told. It is declared as a method so that tools of every shape fit into one array.
 */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  /** `^[a-z_][a-z0-9_]*$` */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Names that it does not list are refused, however the object was made. */
  readonly input: Input;
  readonly output?: Output;
  /** Other names that callers use for an argument, by that name. Accepted, not shown. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly annotations: ToolAnnotations;
  /** Overrides the server's time limit. */
  readonly timeoutMs?: number;
  /** Shown to clients as `_meta.group`. */
  readonly group?: string;
  execute(input: z.output<Input>, context: ToolContext): Promise<ToolResult>;
}
