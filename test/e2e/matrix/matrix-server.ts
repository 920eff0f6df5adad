/**
 * The server of the matrix: everything that a client can use, on stdio, Streamable HTTP and SSE in one process. What it
 * does takes as long as the test says, and everything that it sends carries the label of the client that it is meant for.
 */
import { McpBaseServer, type ServerLogger, type Tool, type ToolSchema } from '@zapomni/server';
import { createGatekeeper } from '@zapomni/server/guards';
import { createHttpTransport } from '@zapomni/server/http';
import { createStdioTransport } from '@zapomni/server/stdio';
import { z } from 'zod';

const logger: ServerLogger = {
  log: (level, event, fields) => void process.stderr.write(`${JSON.stringify({ level, event, ...fields })}\n`),
  child: () => logger,
};
const server = new McpBaseServer({ name: 'matrix', version: '1.0.0', logger, concurrency: 64 });
const withdrawn: string[] = [];

function add<Input extends ToolSchema>(tool: Pick<Tool<Input>, 'name' | 'input' | 'execute'>): void {
  const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  server.registerTool({ title: tool.name, description: `What ${tool.name} does.`, annotations, ...tool } as Tool);
}

add({
  name: 'echo',
  input: z.object({ text: z.string() }),
  execute: async ({ text }) => ({ text: `echo: ${text}` }),
});
add({
  name: 'steps',
  input: z.object({ label: z.string(), count: z.number().int() }),
  async execute({ label, count }, { progress }) {
    for (let done = 1; done <= count; done += 1) {
      progress(done, count, label);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return { text: label };
  },
});
add({
  name: 'wait',
  input: z.object({ label: z.string() }),
  async execute({ label }, { signal, progress }) {
    progress(1, 2, 'waiting');
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    withdrawn.push(label);
    return { text: 'nobody reads this' };
  },
});
add({
  name: 'withdrawn',
  input: z.object({}),
  execute: async () => ({ text: JSON.stringify(withdrawn) }),
});
add({
  name: 'touch',
  input: z.object({ id: z.string() }),
  async execute({ id }) {
    server.notifyResourceUpdated(`note://${id}`);
    return { text: id };
  },
});

const among =
  (...values: string[]) =>
  (typed: string) =>
    values.filter((value) => value.startsWith(typed));
server.registerResourceTemplate({
  uriTemplate: 'note://{id}',
  name: 'note',
  changes: true,
  complete: { id: among('alpha', 'alto', 'beta') },
  read: async (_uri, { id }) => ({ text: `note ${String(id)}` }),
});
server.registerPrompt({
  name: 'greet',
  arguments: [{ name: 'who', required: true, complete: among('Ada', 'Alan', 'Grace') }],
  render: async ({ who }) => [{ role: 'user', text: `Hello, ${who}` }],
});

const { stdin, stdout } = process;
await server.run({
  transports: [
    createStdioTransport({ stdin, stdout, maxRequestBytes: 1 << 20, logger }),
    createHttpTransport({ port: 0, legacySse: true, logger, gatekeeper: createGatekeeper({ bind: '127.0.0.1' }) }),
  ],
  untilEof: true,
});
