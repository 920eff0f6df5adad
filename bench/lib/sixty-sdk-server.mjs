// The same sixty tools as the SDK's documentation has it: McpServer with zod, a server per session or per request.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import {
  createMcpHandler,
  McpServer,
  WebStandardStreamableHTTPServerTransport as SessionTransport,
} from '@modelcontextprotocol/server';
import { ANSWER, SIXTY_TOOLS } from './sixty-tools.mjs';

function createSixty() {
  const server = new McpServer({ name: 'sixty', version: '1.0.0' });
  for (const { name, input, ...about } of SIXTY_TOOLS) {
    server.registerTool(name, { ...about, inputSchema: input }, async () => ({
      content: [{ type: 'text', text: ANSWER }],
    }));
  }
  return server;
}

const sessions = new Map();
const stateless = createMcpHandler(createSixty, { legacy: 'reject' });

async function openSession() {
  const transport = new SessionTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: true,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await createSixty().connect(transport);
  return transport;
}

async function answer(request) {
  if (request.headers.get('mcp-protocol-version') === '2026-07-28') return stateless.fetch(request);
  const transport = sessions.get(request.headers.get('mcp-session-id')) ?? (await openSession());
  return transport.handleRequest(request);
}

const server = createServer(async (incoming, outgoing) => {
  if (incoming.url === '/memory') {
    globalThis.gc();
    outgoing.end(JSON.stringify(process.memoryUsage()));
    return;
  }
  const parts = [];
  for await (const part of incoming) parts.push(part);
  const { method, headers } = incoming;
  const body = parts.length > 0 ? Buffer.concat(parts) : undefined;
  const response = await answer(new Request(`http://127.0.0.1${incoming.url}`, { method, headers, body }));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body) Readable.fromWeb(response.body).pipe(outgoing);
  else outgoing.end();
});
server.listen(0, '127.0.0.1', () =>
  process.stderr.write(`${JSON.stringify({ event: 'http_listening', port: server.address().port })}\n`),
);
