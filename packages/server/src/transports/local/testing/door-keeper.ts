/** A server behind the door of the folder that is named on the command line, to be killed; writes what it logs to stderr. */
import { McpBaseServer } from '../../../mcp-base-server.ts';
import { MemoryLogger } from '../../../testing/memory-logger.ts';
import { echo } from '../../../testing/sample-tools.ts';
import { createLocalTransport } from '../index.ts';

class StderrLogger extends MemoryLogger {
  override log(...line: Parameters<MemoryLogger['log']>): void {
    process.stderr.write(`${line[1]}\n`);
  }
}

const [, , folder = ''] = process.argv;
const logger = new StderrLogger();
const server = new McpBaseServer({ name: 'sample', version: '1.2.3', logger });
server.registerTool(echo);
await server.run({ transport: createLocalTransport({ folder, hello: {}, maxRequestBytes: 1 << 20, logger }) });
