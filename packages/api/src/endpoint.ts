/**
 * An endpoint is data and a handler of a few lines: where it is, who may call it, what goes in and what comes out. Most are
 * tools under an address; their results are those that agents get, so that a page shows what an agent would see.
 */
import type { App } from '@zapomni/core';
import { kindOf, type DeedKind, type ZapomniTool } from '@zapomni/mcp';
import type { Caller, Scope } from '@zapomni/server/guards';
import { outsideContext, type ServerLogger } from '@zapomni/server';
import type { z } from 'zod';
import type { House } from './house.ts';

export type ApiMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface ApiContext {
  readonly app: App;
  /** What the process that serves knows beside the application. */
  readonly house: House;
  readonly caller: Caller;
  /** Aborted when whoever asked has gone. */
  readonly signal: AbortSignal;
  readonly logger: ServerLogger;
}

export interface Endpoint<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly method: ApiMethod;
  /** From the root, with names of input fields in braces: `/api/memories/{memory_id}`. */
  readonly path: `/api/${string}`;
  /** What the caller needs; each scope includes the ones before it. */
  readonly scope: Scope;
  readonly summary: string;
  /** What is written down of a call: by whom, and this. By its address and method unless given. */
  readonly deed?: { readonly name: string; readonly kind: DeedKind };
  readonly input: Input;
  readonly output: Output;
  run(input: z.output<Input>, context: ApiContext): Promise<z.input<Output>>;
}

/** Keeps the types of one endpoint together. */
export function defineEndpoint<Input extends z.ZodObject, Output extends z.ZodObject>(
  endpoint: Endpoint<Input, Output>,
): Endpoint<Input, Output> {
  return endpoint;
}

/** A tool under an address: the same arguments, checks, scope and result. */
export function fromTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  method: ApiMethod,
  path: Endpoint['path'],
  tool: ZapomniTool<Input, Output>,
): Endpoint<Input, Output> {
  return {
    method,
    path,
    scope: tool.scope ?? (tool.annotations.readOnlyHint ? 'read' : 'write'),
    summary: tool.title,
    deed: { name: tool.name, kind: kindOf(tool) },
    input: tool.input,
    output: tool.output,
    run: (input, context) => {
      const { app } = context;
      return app.events.during(tool.name, () => tool.run(input, { ...outsideContext(context), app }));
    },
  };
}
