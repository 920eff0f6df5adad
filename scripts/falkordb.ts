/**
 * `npm run falkordb -- --port N`: a real FalkorDB on loopback for trials, with its data in a temporary folder. It is stopped
 * with Ctrl-C, or by ending this process.
 *
 *   --port N            default 6379
 *   --dir FOLDER        keeps the data there instead
 *   --appendfsync WHEN  always (default), everysec or no
 *   --replica-of PORT   follows another one
 */
import { parseArgs } from 'node:util';
import { startFalkordb } from '../packages/testkit/src/falkordb/index.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '6379' },
    dir: { type: 'string' },
    appendfsync: { type: 'string', default: 'always' },
    'replica-of': { type: 'string' },
  },
});
const { port, dir, appendfsync, 'replica-of': primary } = values;
if (!['always', 'everysec', 'no'].includes(appendfsync)) throw new Error('--appendfsync takes always, everysec or no');

const server = await startFalkordb({
  port: Number(port),
  appendfsync: appendfsync as 'always' | 'everysec' | 'no',
  ...(dir === undefined ? {} : { dir }),
  ...(primary === undefined ? {} : { replicaOf: Number(primary) }),
});
console.log(`FalkorDB, process ${server.pid}: ZAPOMNI_STORE=${server.url}`);

const stop = (): void => void server.stop().then(() => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
// Keeps this process, and the server with it, until somebody ends either.
setInterval(() => {
  if (!server.running) process.exit(1);
}, 500);
