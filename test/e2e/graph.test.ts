/** The graph, time and the official memory server's tools in the installed product, driven by real clients over stdio. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { verifies } from '@zapomni/testkit/verifies';
import { afterEach, beforeEach, expect, it } from 'vitest';
import recorded from '../../packages/mcp/src/tools/compat-server-memory/recorded.json' with { type: 'json' };
import { packed } from './packed.ts';

const run = promisify(execFile);

let dataDir: string;
beforeEach(() => {
  dataDir = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-e2e-')));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function serverOptions(tools: string) {
  const { node, bin } = packed();
  const env = { ZAPOMNI_DATA_DIR: dataDir, ZAPOMNI_TOOLS: tools, LOG_LEVEL: 'error' };
  return { command: node, args: [bin], env, stderr: 'ignore' as const };
}

async function callsOf(client: Client) {
  return async (name: string, args: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: args });
    if (result.isError) throw new Error(JSON.stringify(result.content));
    return result.structuredContent as Record<string, unknown>;
  };
}

it('reads what is added, by itself, and answers about it', async () => {
  verifies('D013', 'P012', 'P014', 'P042', 'D029');
  const client = new Client({ name: 'e2e', version: '1' });
  await client.connect(new StdioClientTransport(serverOptions('all')));
  const call = await callsOf(client);
  const texts = [
    'Alice Smith works for Microsoft.',
    'Peter Jones works for Microsoft.',
    'Microsoft is headquartered in Redmond.',
  ];
  const { memory_ids } = await call('add_memory', { items: texts.map((text) => ({ text })) });
  for (;;) {
    const { pending, entities } = await call('graph_status');
    if (pending === 0 && entities !== 0) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { related } = await call('get_related', { entity: 'alice smith', depth: 2 });
  expect(related).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'Microsoft', distance: 1 }),
      expect.objectContaining({ name: 'Peter Jones', distance: 2 }),
    ]),
  );
  expect(JSON.stringify(related)).toContain((memory_ids as string[])[0]);
  const exported = await call('export_graph', { format: 'graphml' });
  expect(path.dirname(String(exported['path']))).toBe(path.join(dataDir, 'exports'));
  expect(readFileSync(String(exported['path']), 'utf8')).toContain('Alice Smith');
  const { entries } = await call('get_timeline', { entity: 'Alice Smith' });
  expect(entries).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'relation' })]));
  await client.close();
});

it('stands in for the official memory server, word for word, and takes over its file', async () => {
  const client = new ClientV1({ name: 'e2e', version: '1' });
  await client.connect(new StdioV1(serverOptions('compat-server-memory')));
  expect((await client.listTools()).tools).toHaveLength(9);
  for (const { tool, arguments: args, text, structured } of recorded.calls) {
    const { content, structuredContent } = await client.callTool({ name: tool, arguments: args });
    expect({ tool, content, structuredContent }).toEqual({
      tool,
      content: [{ type: 'text', text }],
      structuredContent: structured,
    });
  }
  await client.close();

  const { node, bin } = packed();
  const env = { ...process.env, ZAPOMNI_DATA_DIR: dataDir };
  const { stdout: written } = await run(node, [bin, 'export', 'server-memory'], { env });
  expect(written).toBe(recorded.file);
  const file = path.join(dataDir, 'memory.jsonl');
  writeFileSync(file, written);
  for (let round = 0; round < 2; round++)
    await run(node, [bin, 'import', 'server-memory', file, '--workspace', 'copy'], { env });
  const { stdout: again } = await run(node, [bin, 'export', 'server-memory', '--workspace', 'copy'], { env });
  expect(again).toBe(recorded.file);
});
