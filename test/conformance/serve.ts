/**
 * `npm run conformance:serve -- --port N`: what the official conformance suite wants to find, on `packages/server` alone.
 * Listens on this machine only, says on stderr where, and ends on SIGTERM. It is never part of what is published.
 */
import { parseArgs } from 'node:util';
import { McpBaseServer, type ErrorReport, type ServerLogger } from '@zapomni/server';
import { createGatekeeper } from '@zapomni/server/guards';
import { createHttpTransport } from '@zapomni/server/http';
import { askingTools, olderAskingTools } from './asking-tools.ts';
import { contentTools, reportingTools } from './content-tools.ts';
import { prompts } from './prompts.ts';
import { protocolTools } from './protocol-tools.ts';
import { resources, template } from './resources.ts';

/** Silent but for the one line that says that it is ready, and for what keeps it from starting. */
const logger: ServerLogger = {
  log(level, event, fields) {
    if (event === 'http_listening') process.stderr.write(`listening on ${url()}\n`);
    if (level === 'critical' || event === 'start_refused')
      process.stderr.write(`${event}: ${String(fields?.['error'])}\n`);
  },
  child: () => logger,
};

function describeError(error: unknown): ErrorReport {
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'FIXTURE', message, retryable: false, class: 'processing' };
}

const server = new McpBaseServer({
  name: 'conformance-fixture',
  version: '1.0.0',
  logger,
  logging: true,
  changing: ['tools', 'resources', 'prompts'],
  describeError,
});
for (const tools of [contentTools, reportingTools, olderAskingTools, askingTools, protocolTools(server)]) {
  for (const tool of tools) server.registerTool(tool);
}
for (const resource of resources) server.registerResource(resource);
server.registerResourceTemplate(template);
for (const prompt of prompts) server.registerPrompt(prompt);

const { port = '0' } = parseArgs({ options: { port: { type: 'string' } } }).values;
// The suite asks as fast as it can.
const gatekeeper = createGatekeeper({ bind: '127.0.0.1', rate: false, logger });
const http = createHttpTransport({ port: Number(port), gatekeeper, logger });
await server.run({ transport: http });

function url(): string {
  return `http://127.0.0.1:${http.address?.port}/mcp`;
}
