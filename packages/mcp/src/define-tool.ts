/**
 * A tool is data and a handler of a few lines. Checking arguments, time limits, error texts and progress are the base
 * server's; this only ties a handler to the application and pairs its data with a text a model can act on.
 */
import type { App } from '@zapomni/core';
import { underNames, type FieldNames } from '@zapomni/core/errors';
import type { Tool, ToolContext } from '@zapomni/server';
import type { z } from 'zod';
import { currentWorkspace } from './workspace.ts';

export interface ZapomniContext extends ToolContext {
  readonly app: App;
}

export interface ZapomniTool<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> extends Pick<Tool, 'name' | 'title' | 'description' | 'annotations' | 'meta' | 'timeoutMs' | 'scope'> {
  readonly input: Input;
  readonly output: Output;
  /** Whether there is anything behind it on this machine; listed always unless given. */
  readonly isOffered?: (app: App) => boolean;
  /** Other names that callers use for an argument; accepted and not shown. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Reads the store and nothing else: the same call is answered from memory while nobody has written, for five minutes at most. */
  readonly kept?: true;
  run(input: z.output<Input>, context: ZapomniContext): Promise<z.input<Output>>;
  text(output: z.output<Output>, input: z.output<Input>): string;
}

interface WordsOf<Input extends z.ZodObject> {
  /** What services call an argument that has another name here: errors name it as the caller knows it. */
  readonly fieldNames?: FieldNames | ((input: z.output<Input>) => FieldNames);
}

/** Keeps the types of one tool together. Whoever runs it is told of errors in its words. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>({
  fieldNames,
  ...tool
}: ZapomniTool<Input, Output> & WordsOf<Input>): ZapomniTool<Input, Output> {
  if (fieldNames === undefined) return tool;
  return {
    ...tool,
    async run(input, context) {
      try {
        return await tool.run(input, context);
      } catch (error) {
        throw underNames(error, typeof fieldNames === 'function' ? fieldNames(input) : fieldNames);
      }
    },
  };
}

/** Marks a field that clients are not told of beforehand, because the list of tools has a budget: of an answer, or an argument that older callers use. */
export function unlisted<Field extends z.ZodType>(field: Field): Field {
  return field.meta({ unlisted: true });
}

/** The tool as the base server registers it. */
export function bindTool(tool: ZapomniTool, app: App): Tool {
  const { run: _run, text: _text, isOffered: _isOffered, kept, ...facts } = tool;
  return {
    ...facts,
    scope: tool.scope ?? (tool.annotations.readOnlyHint ? 'read' : 'write'),
    async execute(input, context) {
      const given: ZapomniContext = { ...context, app };
      const run = () => app.events.during(tool.name, () => tool.run(input, given));
      const structured = await (kept ? app.answers.get(keyOf(tool.name, input, given), run) : run());
      return { structured, text: tool.text(structured, input) };
    },
  };
}

/** Who asks, where, and for what: nobody is given what another may not have, or of another workspace. */
function keyOf(name: string, input: unknown, context: ZapomniContext): string {
  const { subject, scopes } = context.caller;
  return JSON.stringify([name, subject, [...scopes], currentWorkspace(context), input]);
}
