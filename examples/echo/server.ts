/**
 * The smallest useful server on `packages/server`: three tools, a resource, two resource templates, over stdio and, when a
 * port is given, over HTTP at the same time.
 *
 *   node examples/echo/server.ts            # stdio
 *   node examples/echo/server.ts --port 0   # stdio and HTTP on a free port of this machine
 */
import { parseArgs } from 'node:util';
import { McpBaseServer, type ServerLogger, type Tool } from '@zapomni/server';
import { createGatekeeper } from '@zapomni/server/guards';
import { createHttpTransport } from '@zapomni/server/http';
import { createStdioTransport } from '@zapomni/server/stdio';
import { z } from 'zod';

const logger: ServerLogger = {
  log: (level, event, fields) => void process.stderr.write(`${JSON.stringify({ level, event, ...fields })}\n`),
  child: () => logger,
};

const HINTS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const INPUT = z.object({ text: z.string().describe('What to work on.') });

function textTool(name: string, description: string, work: (text: string) => string): Tool<typeof INPUT> {
  return {
    name,
    title: name,
    description,
    input: INPUT,
    annotations: HINTS,
    scope: 'read',
    execute: async ({ text }) => ({ text: work(text) }),
  };
}

const server = new McpBaseServer({ name: 'echo', version: '1.0.0', logger });
server.registerTool(textTool('echo', 'Gives back what it is given.', (text) => text));
server.registerTool(textTool('reverse', 'Gives it back from the end.', (text) => [...text].toReversed().join('')));
server.registerTool(textTool('uppercase', 'Gives it back in capitals.', (text) => text.toUpperCase()));
server.registerResource({
  uri: 'echo://info',
  name: 'info',
  mimeType: 'text/plain',
  read: async () => ({ text: 'A server that echoes.' }),
});
server.registerResourceTemplate({
  uriTemplate: 'echo://content/{type}',
  name: 'content',
  read: async (_uri, { type }) => ({ text: `Content of type ${String(type)}.` }),
});
server.registerResourceTemplate({
  uriTemplate: 'echo://data/{format}/{name}',
  name: 'data',
  read: async (_uri, { format, name }) => ({ text: JSON.stringify({ format, name }) }),
});

const { port } = parseArgs({ options: { port: { type: 'string' } } }).values;
const stdio = createStdioTransport({ stdin: process.stdin, stdout: process.stdout, maxRequestBytes: 1 << 20, logger });
const gatekeeper = createGatekeeper({ bind: '127.0.0.1', logger });
const http = port === undefined ? [] : [createHttpTransport({ port: Number(port), gatekeeper, logger })];
await server.run({ transports: [stdio, ...http], untilEof: true });
