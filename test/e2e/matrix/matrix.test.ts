/** Every client generation and era over every transport, against one server: what each of them must be able to do. */
import path from 'node:path';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startListening, stopListening, type Listening } from './listening.ts';
import { MatrixClient, WAYS } from './matrix-client.ts';

const command = { args: [path.join(import.meta.dirname, 'matrix-server.ts')] };
let listening: Listening;

beforeAll(async () => {
  listening = await startListening(command);
});
afterAll(() => stopListening(listening));

describe.each(WAYS)('%s', (name, way) => {
  let client: MatrixClient;
  beforeAll(async () => {
    client = await MatrixClient.open(way, { command, origin: listening.origin });
  });
  afterAll(async () => {
    expect(client.errors).toEqual([]);
    await client.close();
  });

  it('lists', async () => {
    verifies('R237');
    expect(await client.tools()).toEqual(['echo', 'steps', 'wait', 'withdrawn', 'touch']);
  });

  it('calls', async () => {
    verifies('R310');
    expect(await client.text('echo', { text: 'Grüße 👋' })).toBe('echo: Grüße 👋');
  });

  it('hears of progress, all of it and in order', async () => {
    expect(await client.text('steps', { label: name, count: 5 }, { onprogress: () => undefined })).toBe(name);
    // Read off the wire: both SDKs drop progress that comes in one piece with the answer.
    const steps = client.received.filter(({ params }) => params?.['message'] === name);
    expect(steps.map(({ params }) => params)).toMatchObject(
      [1, 2, 3, 4, 5].map((progress) => ({ progress, total: 5 })),
    );
  });

  it('cancels, and the tool learns of it', async () => {
    const controller = new AbortController();
    const label = `${name} ${Math.random()}`;
    const call = client.call(
      'wait',
      { label },
      { signal: controller.signal, onprogress: () => controller.abort('enough') },
    );
    await expect(call).rejects.toThrow();
    await vi.waitFor(async () => expect(JSON.parse(await client.text('withdrawn'))).toContain(label), {
      timeout: 50_000,
    });
  });

  it('reads a resource', async () => {
    expect(await client.read('note://caf%C3%A9')).toBe('note café');
  });

  it('subscribes, and is told of what it asked for alone', async () => {
    await client.subscribe('note://alpha');
    for (const id of ['beta', 'alpha', 'beta']) await client.call('touch', { id });
    await vi.waitFor(() => expect(client.updates).toEqual(['note://alpha']), { timeout: 50_000 });
  });

  it('gets a prompt', async () => {
    expect(await client.prompt('greet', { who: 'Ada' })).toBe('Hello, Ada');
  });

  it('completes the arguments of prompts and templates', async () => {
    expect(await client.completions({ type: 'ref/prompt', name: 'greet' }, 'who', 'A')).toEqual(['Ada', 'Alan']);
    expect(await client.completions({ type: 'ref/resource', uri: 'note://{id}' }, 'id', 'al')).toEqual([
      'alpha',
      'alto',
    ]);
  });

  it('is told that there is no such tool, and goes on', async () => {
    verifies('R320');
    await expect(client.call('nope')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Unknown tool: nope'),
    });
    expect(await client.text('echo', { text: 'on' })).toBe('echo: on');
  });
});
