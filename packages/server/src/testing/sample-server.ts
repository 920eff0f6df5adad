/** A whole server as a process of its own, for tests that need real pipes and signals. */
import { z } from 'zod';
import { McpBaseServer } from '../mcp-base-server.ts';
import { createStdioTransport } from '../transports/stdio/index.ts';
import { MemoryLogger } from './memory-logger.ts';
import { echo, tool } from './sample-tools.ts';

class StderrLogger extends MemoryLogger {
  override log(...line: Parameters<MemoryLogger['log']>): void {
    process.stderr.write(`${line[1]}\n`);
  }
}

const sleep = tool({
  name: 'sleep',
  input: z.object({ ms: z.number() }),
  async execute({ ms }) {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return { text: 'slept' };
  },
});

const logger = new StderrLogger();
const server = new McpBaseServer({ name: 'sample', version: '1.2.3', logger });
server.registerTool(echo);
server.registerTool(sleep);
const { stdin, stdout } = process;
await server.run({ transport: createStdioTransport({ stdin, stdout, maxRequestBytes: 8 << 20, logger }) });
