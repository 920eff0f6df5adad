import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { verifies } from '@zapomni/testkit/verifies';
import type { App } from '@zapomni/core';
import { ZapomniError } from '@zapomni/core/errors';
import { McpBaseServer } from '@zapomni/server';
import { describe, expect, it } from 'vitest';
import { registerResources, type ResourceProvider } from './resource-provider.ts';

const app = { defaultWorkspace: 'default' } as App;

function provider(uriTemplate: string, read: ResourceProvider['read']): ResourceProvider {
  return { scheme: 'demo', templates: [{ uriTemplate, name: 'demo' }], read };
}

function serverWith(...providers: ResourceProvider[]) {
  const server = new McpBaseServer({ name: 'test', version: '1', logger: createRecordingLogger() });
  registerResources(server, app, providers);
  return (uri: string) => server.handleRequest({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } });
}

describe('registerResources', () => {
  it('takes a new provider, and hands it the address and the application', async () => {
    verifies('R269');
    const read = serverWith(
      provider('demo://{x}', async (uri, request) => ({ text: `${uri} ${request.app.defaultWorkspace}` })),
    );
    expect(await read('demo://one')).toEqual({
      result: { contents: [{ uri: 'demo://one', text: 'demo://one default' }] },
    });
  });

  it('asks one after the other until one has it', async () => {
    verifies('R269');
    const asked: string[] = [];
    const has = (name: string, what: string | undefined) => async () => {
      asked.push(name);
      return what === undefined ? undefined : { text: what };
    };
    const missing = async () => {
      asked.push('missing');
      throw new ZapomniError('NOT_FOUND', 'Not here.');
    };
    const read = serverWith(
      provider('demo://{a}', has('first', undefined)),
      provider('demo://{b}', missing),
      provider('demo://{c}', has('third', 'found')),
      provider('demo://{d}', has('fourth', 'too late')),
    );
    expect(await read('demo://x')).toMatchObject({ result: { contents: [{ text: 'found' }] } });
    expect(asked).toEqual(['first', 'missing', 'third']);
  });

  it("tells a caller's mistake as one, and keeps other failures to itself", async () => {
    const mistake = serverWith(
      provider('demo://{x}', () => Promise.reject(new ZapomniError('TOO_LARGE', 'Too much.'))),
    );
    expect(await mistake('demo://x')).toMatchObject({ error: { code: -32_602, data: { code: 'TOO_LARGE' } } });
    const fault = serverWith(provider('demo://{x}', () => Promise.reject(new TypeError('secret detail'))));
    const reply = await fault('demo://x');
    expect(reply).toMatchObject({ error: { code: -32_603 } });
    expect(JSON.stringify(reply)).not.toContain('secret');
  });

  it('refuses a provider that claims the addresses of another scheme', () => {
    expect(() => serverWith(provider('other://{x}', async () => undefined))).toThrow('the provider of demo');
  });
});
