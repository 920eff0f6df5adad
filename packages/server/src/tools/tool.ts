import type { z } from 'zod';
import type { Scope } from '../auth/scopes.ts';
import type { ContentBlock } from '../protocol/content-block.ts';
import type { Caller } from '../guards/guard.ts';
import type { InputRequired } from '../client/input-required.ts';
import type { JsonSchemaObject } from '../json-schema/json-schema.ts';
import type { RequestId } from '../protocol/protocol.ts';
import type { HandlerContext, Round } from '../dispatch/request-context.ts';
import type { ServerLogger } from '../server-logger.ts';
import type { Session } from '../connection/session.ts';

/** What a client may assume about a tool. All four are stated, because the protocol's defaults are the alarming ones. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface ToolContext extends Round {
  /** Aborted when the client cancels, the time is up or the server goes down. The answer is then no longer wanted. */
  readonly signal: AbortSignal;
  readonly session: Session;
  /** Who asks, and what they may do. */
  readonly caller: Caller;
  /** `undefined` when the caller gave none. */
  readonly requestId: RequestId | undefined;
  /** Every line carries the request's id. */
  readonly logger: ServerLogger;
  /** Tells the client how far the work is, if it asked to know. Only growing values of `done` are sent. */
  readonly progress: HandlerContext['progress'];
  /** Tells the client what happens, if it wants to hear of this level. */
  readonly log: HandlerContext['log'];
  /** Ends the stream that the answer would go out on; the client comes back for it. Only where that is possible. */
  readonly closeStream?: () => void;
}

export interface ToolResult {
  /** Matches the tool's output schema when there is one. */
  readonly structured?: Record<string, unknown>;
  /** The same for a model to read. */
  readonly text: string;
  /** What is sent in place of the text: images, sounds, resources, several texts. */
  readonly content?: readonly ContentBlock[];
}

/** A zod object, or a JSON Schema. Clients are shown a JSON Schema as it was given. */
export type ToolSchema = z.ZodObject | JsonSchemaObject;
export type ToolInput<Input extends ToolSchema> = Input extends z.ZodObject ? z.output<Input> : Record<string, unknown>;

/**
 * A tool. `execute` gets arguments that passed `input`, and throws to fail: the server's `describeError` decides what the
 * client is told. To ask the client for something it returns `inputRequired(…)`. It is declared as a method so that tools of every shape fit into one array.
 */
export interface Tool<Input extends ToolSchema = ToolSchema, Output extends ToolSchema = ToolSchema> {
  /** `^[a-z_][a-z0-9_]*$` */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Names that a zod object does not list are refused, however it was made; a JSON Schema says for itself. */
  readonly input: Input;
  readonly output?: Output;
  /** Other names that callers use for an argument, by that name. Accepted, not shown. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly annotations: ToolAnnotations;
  /** What a caller needs to see and call it (`write`). `admin` includes `write`, which includes `read`. */
  readonly scope?: Scope;
  /** Overrides the server's time limit. */
  readonly timeoutMs?: number;
  /** Shown to clients as `_meta.group`. */
  readonly group?: string;
  /** More of `_meta`, for clients that know its names. */
  readonly meta?: Readonly<Record<string, boolean | number | string>>;
  execute(input: ToolInput<Input>, context: ToolContext): Promise<ToolResult | InputRequired>;
}
