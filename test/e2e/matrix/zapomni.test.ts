/** The same clients and transports against the installed product, with what it offers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { packed } from '../packed.ts';
import { startListening, stopListening, type Listening } from './listening.ts';
import { MatrixClient, WAYS } from './matrix-client.ts';

let dataDir: string;
let listening: Listening;
const env = () => ({ ZAPOMNI_DATA_DIR: dataDir });

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'zapomni-matrix-'));
  const flags = ['serve', '--http-port', '0', '--stdio', 'false', '--legacy-sse', 'true'];
  listening = await startListening({ args: [packed().bin, ...flags], env: env() });
});
afterAll(async () => {
  await stopListening(listening);
  rmSync(dataDir, { recursive: true, force: true });
});

describe.each(WAYS)('%s', (name, way) => {
  let client: MatrixClient;
  beforeAll(async () => {
    client = await MatrixClient.open(way, { command: { args: [packed().bin], env: env() }, origin: listening.origin });
  });
  afterAll(() => client.close());

  it('lists, calls and reads', async () => {
    verifies('R237', 'R310');
    expect(await client.tools()).toEqual(expect.arrayContaining(['add_memory', 'search_memory', 'get_memory']));
    const { structuredContent } = await client.call('add_memory', { text: `What ${name} has to say` });
    const id = structuredContent?.['memory_id'];
    expect(await client.read(`memory://${id}`)).toBe(`What ${name} has to say`);
  });

  it('subscribes, and is told of the change', async () => {
    await client.subscribe('memory://recent');
    await client.call('add_memory', { text: `Something new from ${name}` });
    await vi.waitFor(() => expect(client.updates).toContain('memory://recent'), { timeout: 50_000 });
  });

  it('gets a prompt and the completion of its arguments', async () => {
    expect(await client.prompt('recall-context', { topic: name })).toContain(name);
    expect(await client.completions({ type: 'ref/prompt', name: 'recall-context' }, 'workspace', 'def')).toEqual([
      'default',
    ]);
    expect(await client.completions({ type: 'ref/resource', uri: 'workspace://{name}' }, 'name', 'def')).toEqual([
      'default',
    ]);
  });

  it('is told that there is no such tool, and goes on', async () => {
    verifies('R320');
    await expect(client.call('no_such_tool')).rejects.toThrow(/Unknown tool: no_such_tool/);
    expect((await client.call('get_stats')).isError).toBe(false);
  });
});
