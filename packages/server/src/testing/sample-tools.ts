import { z } from 'zod';
import type { Tool, ToolAnnotations, ToolContext, ToolSchema } from '../tools/tool.ts';

const READ_ONLY: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Gives its text back. */
export const echo = tool({
  name: 'echo',
  input: z.object({ text: z.string().min(1).max(100) }),
  output: z.object({ text: z.string() }),
  async execute({ text }) {
    return { text: `echo: ${text}`, structured: { text } };
  },
});

/** Throws an error whose text nobody outside may see. */
export const broken = tool({
  name: 'broken',
  input: z.object({}),
  async execute() {
    throw new TypeError('Unexpected bug! redis://user:hunter2@10.0.0.7:6379 /home/someone/secret');
  },
});

/** A tool that ends when the test says so, and tells what it was given. */
export function manual(name = 'manual') {
  const calls: { label: string; context: ToolContext; finish(text?: string): void; fail(error: unknown): void }[] = [];
  const made = tool({
    name,
    input: z.object({ label: z.string().default('') }),
    execute({ label }, context) {
      const { promise, resolve, reject } = Promise.withResolvers<{ text: string }>();
      calls.push({ label, context, finish: (text = 'done') => resolve({ text }), fail: reject });
      return promise;
    },
  });
  return { tool: made, calls };
}

/** Resolves when a manual tool has been entered so many times. */
export async function entered(calls: readonly unknown[], count: number): Promise<void> {
  while (calls.length < count) await new Promise((resolve) => setImmediate(resolve));
}

type Loose<Input extends ToolSchema, Output extends ToolSchema> = Pick<
  Tool<Input, Output>,
  'name' | 'input' | 'execute'
> &
  Partial<Tool<Input, Output>>;

export function tool<Input extends ToolSchema, Output extends ToolSchema>(
  given: Loose<Input, Output>,
): Tool<Input, Output> {
  return { title: given.name, description: `What ${given.name} does.`, annotations: READ_ONLY, ...given };
}
