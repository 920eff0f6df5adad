import type { Tool, ToolResult, ToolSchema } from '@zapomni/server';
import { z } from 'zod';

const HINTS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const NOTHING = z.object({});

type Execute<Input extends ToolSchema> = Tool<Input>['execute'];

/** A tool of the suite. Its name and behaviour are the suite's; nobody else calls it. */
export function fixtureTool(name: string, description: string, execute: Execute<typeof NOTHING>): Tool<typeof NOTHING> {
  return fixtureToolWith(name, description, NOTHING, execute);
}

export function fixtureToolWith<Input extends ToolSchema>(
  name: string,
  description: string,
  input: Input,
  execute: Execute<Input>,
): Tool<Input> {
  return { name, title: name, description, input, annotations: HINTS, execute };
}

/** A tool whose answer is always the same. */
export function constantTool(name: string, description: string, content: NonNullable<ToolResult['content']>): Tool {
  return fixtureTool(name, description, async () => ({ text: '', content })) as Tool;
}
