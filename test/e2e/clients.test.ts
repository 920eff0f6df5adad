/** The installed command, as real clients drive it: both SDK generations, both protocol eras, over stdio. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packed } from './packed.ts';

interface Found {
  readonly results: readonly { readonly text: string; readonly memory_id: string }[];
  readonly mode: string;
}

const PATIENCE = { timeout: 60_000, interval: 200 };

const REAL_CLIENTS = {
  'SDK v2, initialize era': () => new ClientV2({ name: 'e2e', version: '1' }),
  'SDK v2, 2026-07-28': () =>
    new ClientV2({ name: 'e2e', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
  'SDK v2, auto': () => new ClientV2({ name: 'e2e', version: '1' }, { versionNegotiation: { mode: 'auto' } }),
  'SDK v1': () => new ClientV1({ name: 'e2e', version: '1' }),
};

describe.each(Object.entries(REAL_CLIENTS))('%s', (name, makeClient) => {
  let dataDir: string;
  beforeAll(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'zapomni-e2e-'));
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  const connect = async () => {
    const { node, bin } = packed();
    const options = {
      command: node,
      args: [bin],
      env: { ZAPOMNI_DATA_DIR: dataDir, LOG_LEVEL: 'error' },
      stderr: 'ignore' as const,
    };
    const transport = name === 'SDK v1' ? new StdioV1(options) : new StdioV2(options);
    const client = makeClient();
    await (client as ClientV2).connect(transport as StdioV2);
    return { client: client as ClientV2, pid: transport.pid as number };
  };

  it('lists, adds, finds, is killed, and still knows', async () => {
    verifies('R002', 'R003', 'R040', 'R053', 'R096', 'R133', 'R161', 'R186', 'R189', 'R310', 'D018', 'D030', 'D001');
    const first = await connect();
    const { tools } = await first.client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(
      expect.arrayContaining(['add_memory', 'search_memory', 'get_stats']),
    );
    const added = await first.client.callTool({
      name: 'add_memory',
      arguments: { text: 'The deployment runs every Thursday night' },
    });
    expect(added.isError).toBe(false);
    // A passage that is being embedded when its process dies waits for the lease to run out.
    await expect
      .poll(async () => (await first.client.callTool({ name: 'get_stats', arguments: {} })).structuredContent, PATIENCE)
      .toMatchObject({ pending_embeddings: 0 });
    const close = new Promise<void>((resolve) => {
      first.client.onclose = () => resolve();
    });
    process.kill(first.pid, 'SIGKILL');
    await close;

    const second = await connect();
    const search = { name: 'search_memory', arguments: { query: 'When do we ship to production?' } };
    // A busy machine may answer by words until the model is loaded.
    await expect
      .poll(async () => (await second.client.callTool(search)).structuredContent as unknown as Found, PATIENCE)
      .toMatchObject({ mode: 'hybrid', results: [{ text: 'The deployment runs every Thursday night' }] });
    await second.client.close();
  });

  it('reports an unknown tool and a bad call in a way a client understands', async () => {
    verifies('R320');
    const { client } = await connect();
    await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toThrow(
      /Unknown tool: no_such_tool/,
    );
    const bad = await client.callTool({ name: 'add_memory', arguments: { text: 5 } });
    expect(bad.isError).toBe(true);
    await client.close();
  });
});
