// What a client starts: greets as the server does, and ends with its input.
import { createInterface } from 'node:readline';

const RESULTS = {
  initialize: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'zapomni', version: '9.9.9' } },
  'tools/list': { tools: [{ name: 'search_memory' }] },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id !== undefined)
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: RESULTS[method] ?? {} })}\n`);
});
