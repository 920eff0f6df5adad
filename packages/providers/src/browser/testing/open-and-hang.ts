/** A process that stands on a page until it is killed: `node open-and-hang.ts <browser> <port> [sandbox]`. Says its word when the page is there. */
import { createBrowser } from '../create-browser.ts';

const [, , browser = '', port = '', sandbox] = process.argv;
const logger = { log: () => undefined, child: () => logger };

const visit = await createBrowser({
  browser,
  headless: true,
  sandbox: sandbox !== undefined,
  paceMs: 0,
  agent: 'x',
  robots: async () => ({}),
  hosts: [],
  privateHosts: [`127.0.0.1:${port}`],
  environment: {},
  clock: { now: () => 0 },
  logger,
}).open({ hosts: ['127.0.0.1'], timeoutMs: 600_000, maxBytes: 1_000_000, maxPages: 5 });
await visit.goto(`http://127.0.0.1:${port}/`);
process.stderr.write('standing\n');
