/** The way out as the settings open it, with the real resolver and a server on loopback. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseConfig } from '@zapomni/core/config';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { says, WebServer } from '@zapomni/testkit/web-server';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeTemporaryFolders, temporaryFolder } from '../testing/run-zapomni.ts';
import { wireWeb } from './wire-web.ts';

let server: WebServer;
let dataDir: string;
beforeEach(async () => {
  server = await WebServer.start();
  server.page('/', says('hello', { 'cache-control': 'max-age=3600' }));
  dataDir = path.join(temporaryFolder(), 'data');
});
afterEach(() => server.close());
afterAll(removeTemporaryFolders);

const wire = (settings: Record<string, string> = {}) =>
  wireWeb(parseConfig({ data_dir: dataDir, ...settings }), createRecordingLogger());
const url = (host = '127.0.0.1') => `http://${host}:${server.port}/`;

describe('the way out to the network', () => {
  it('is closed by default', async () => {
    const web = wire();
    expect(web.isOff).toBe(true);
    await expect(web.fetch({ url: url() })).rejects.toMatchObject({ code: 'NETWORK_OFF' });
    expect(server.accepted).toBe(0);
  });

  it('leads to no loopback, even where every public host is allowed', async () => {
    const web = wire({ web_hosts: '*' });
    for (const host of ['127.0.0.1', 'localhost', '2130706433']) {
      await expect(web.fetch({ url: url(host) })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(server.accepted).toBe(0);
  });

  it('leads to loopback where that was named, says who asks, and keeps what may be kept', async () => {
    const web = wire({ web_private_hosts: '127.0.0.1', web_contact: 'me@example.org' });
    expect(await web.fetch({ url: url(), as: 'text' })).toMatchObject({ body: 'hello', fromCache: false });
    expect(await web.fetch({ url: url(), as: 'text' })).toMatchObject({ body: 'hello', fromCache: true });
    expect(server.requests.map(({ headers }) => headers['user-agent'])).toEqual([
      expect.stringMatching(/^zapomni\/\d+\.\d+\.\d+ \(\+https:\/\/\S+; mailto:me@example\.org\)$/),
    ]);
    expect(existsSync(path.join(dataDir, 'web-cache'))).toBe(true);
    await web.close();
    await expect(web.fetch({ url: url() })).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('leads to where an allowed source of papers is said to be, and to loopback for no other', async () => {
    const address = { crossref_url: `http://127.0.0.1:${server.port}` };
    await expect(wire(address).fetch({ url: url() })).rejects.toMatchObject({ code: 'NETWORK_OFF' });
    const others = wire({ paper_sources: 'openalex', ...address });
    await expect(others.fetch({ url: url() })).rejects.toMatchObject({ code: 'NETWORK_OFF' });
    const web = wire({ paper_sources: 'crossref', ...address });
    expect(web.isOff).toBe(false);
    expect(await web.fetch({ url: url(), as: 'text' })).toMatchObject({ body: 'hello' });
    await web.close();
  });

  it('keeps nothing where no room is given', async () => {
    const web = wire({ web_private_hosts: `127.0.0.1:${server.port}`, web_cache_mb: '0' });
    for (let i = 0; i < 2; i++) expect(await web.fetch({ url: url() })).toMatchObject({ fromCache: false });
    expect(existsSync(dataDir)).toBe(false);
    await web.close();
  });
});
