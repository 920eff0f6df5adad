// Sixty tools on our own base server: guards and logs on, but no rate limit, because all load comes from one address.
import { McpBaseServer } from '@zapomni/server';
import { createGatekeeper } from '@zapomni/server/guards';
import { createHttpTransport, page } from '@zapomni/server/http';
import { z } from 'zod';
import { ANSWER, SIXTY_TOOLS } from './sixty-tools.mjs';

const logger = {
  log: (level, event, fields) => void process.stderr.write(`${JSON.stringify({ level, event, ...fields })}\n`),
  child: () => logger,
};
const server = new McpBaseServer({ name: 'sixty', version: '1.0.0', logger, concurrency: 1000 });
for (const tool of SIXTY_TOOLS) server.registerTool({ ...tool, execute: async () => ({ text: ANSWER }) });
server.registerTool({
  ...SIXTY_TOOLS[0],
  name: 'stream',
  input: z.object({ count: z.number().int() }),
  async execute({ count }, { progress }) {
    for (let done = 1; done <= count; done += 1) {
      progress(done, count);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return { text: ANSWER };
  },
});
const memory = page(async ({ response }) => {
  globalThis.gc();
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(process.memoryUsage()));
});
await server.run({
  transport: createHttpTransport({
    port: 0,
    logger,
    gatekeeper: createGatekeeper({ bind: '127.0.0.1', rate: false }),
    sessions: { max: 5000 },
    routes: { '/memory': memory },
  }),
});
