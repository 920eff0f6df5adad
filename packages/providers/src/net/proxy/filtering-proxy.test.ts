import { connect } from 'node:net';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { says, floods, privateSpellings, WebServer } from '@zapomni/testkit/web-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FilteringProxy } from './filtering-proxy.ts';
import type { ProxyPass } from './proxy-pass.ts';
import { visitRules } from './visit-rules.ts';

const PUBLIC = '93.184.216.34';

let [site, internal]: WebServer[] = [];
let proxy: FilteringProxy;
let pass: ProxyPass;
let resolved: string[] = [];
let tooLarge = 0;

const rules = (hosts: readonly string[]) =>
  visitRules({ hosts: ['*'], privateHosts: [`site.test:${site?.port}`] }, hosts);

beforeAll(async () => {
  [site, internal] = [await WebServer.start(), await WebServer.start()];
  site.page('/a', says('hello'));
  proxy = await FilteringProxy.start({
    resolve: async (host) => {
      resolved.push(host);
      if (host === 'mixed.test') return [PUBLIC, '10.0.0.1'];
      return ['site.test', 'inward.test'].includes(host) ? ['127.0.0.1'] : [];
    },
  });
});
afterAll(async () => {
  await proxy.close();
  await Promise.all([site?.close(), internal?.close()]);
});
beforeEach(() => {
  [resolved, tooLarge] = [[], 0];
  pass = proxy.admit({
    rules: rules(['site.test', 'inward.test', 'mixed.test', 'nowhere.test', '127.0.0.1']),
    maxBytes: 1_000_000,
    onTooLarge: () => void tooLarge++,
  });
  return () => proxy.dismiss(pass);
});

const basic = (name: string, password: string) => ({
  'proxy-authorization': `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});
const ours = () => basic(pass.username, pass.password);

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

function get(url: string, headers: Record<string, string> = ours(), method = 'GET', body = ''): Promise<Answer> {
  const { port } = new URL(proxy.address);
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: url, method, headers: { host: 'liar.test', ...headers } });
    asked.on('response', (response) =>
      text(response).then(
        (said) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: said }),
        reject,
      ),
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

/** The answer to CONNECT, and what comes back through the tunnel for a plain request. */
function tunnel(authority: string, headers: Record<string, string> = ours()): Promise<string> {
  const { port } = new URL(proxy.address);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1');
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk.toString();
      if (said.startsWith('HTTP/1.1 200 Connection') && !said.includes('HTTP/1.1 200 OK'))
        socket.write('GET /a HTTP/1.1\r\nhost: site.test\r\nconnection: close\r\n\r\n');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(said));
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n${lines.join('')}\r\n`);
  });
}

describe('a filtering proxy', () => {
  it('passes on what its pass allows, to the host that the address names', async () => {
    const { status, body } = await get(`http://site.test:${site?.port}/a`, {
      ...ours(),
      connection: 'x',
      te: 'trailers',
    });
    expect([status, body]).toEqual([200, 'hello']);
    const [seen] = site?.requests.splice(0) ?? [];
    expect(seen?.headers.host).toBe(`site.test:${site?.port}`);
    expect(Object.keys(seen?.headers ?? {}).filter((name) => /proxy|^te$/.test(name))).toEqual([]);
    await get(`http://site.test:${site?.port}/post`, ours(), 'POST', 'sent');
    expect(site?.requests.at(-1)).toMatchObject({ method: 'POST', body: 'sent' });
    expect(await tunnel(`site.test:${site?.port}`)).toMatch(/200 Connection[^]*200 OK[^]*hello/);
    expect(pass.bytes).toBeGreaterThan(10);
  });

  it('asks everybody else for a pass, and lets nobody in with a wrong one', async () => {
    const another = proxy.admit({ rules: rules([]), maxBytes: 1, onTooLarge: () => undefined });
    for (const headers of [{}, basic(pass.username, 'wrong'), basic(pass.username, another.password), basic('', '')]) {
      const { status, headers: heads } = await get(`http://site.test:${site?.port}/a`, headers);
      expect([status, heads['proxy-authenticate']]).toEqual([407, 'Basic realm="zapomni"']);
      expect(await tunnel(`site.test:${site?.port}`, headers)).toMatch(/^HTTP\/1\.1 407 /);
    }
    proxy.dismiss(another);
    expect((await get(`http://site.test:${site?.port}/a`, basic(another.username, another.password))).status).toBe(407);
    expect(resolved).toEqual([]);
  });

  it('refuses other hosts, ports and private addresses, by name, number and every spelling', async () => {
    const places = [
      'http://example.org/',
      `http://site.test:${internal?.port}/`,
      `http://127.0.0.1:${internal?.port}/`,
      'http://inward.test/',
      'http://mixed.test/',
      `http://inward.test:${internal?.port}/`,
    ];
    for (const url of places) {
      const { status, headers } = await get(url);
      expect([url, status, headers['x-zapomni-proxy']]).toEqual([
        url,
        403,
        expect.stringMatching(/^(not allowed|private)$/),
      ]);
      const { hostname, port } = new URL(url);
      expect(await tunnel(`${hostname}:${port || 443}`)).toMatch(/^HTTP\/1\.1 403 /);
    }
    const spelt = privateSpellings().filter((name) => URL.canParse(`http://${name}/`) && /^[\x21-\x7e]+$/.test(name));
    const wide = proxy.admit({
      rules: visitRules({ hosts: ['*'], privateHosts: [] }, [
        ...new Set(spelt.map((name) => new URL(`http://${name}/`).hostname)),
      ]),
      maxBytes: 1000,
      onTooLarge: () => undefined,
    });
    const headers = basic(wide.username, wide.password);
    for (const name of spelt) expect([name, (await get(`http://${name}/`, headers)).status]).toEqual([name, 403]);
    for (const name of spelt.filter((one) => !one.includes('%')))
      expect(await tunnel(`${name}:443`, headers)).toMatch(/^HTTP\/1\.1 403 |^$/);
    expect(internal?.accepted).toBe(0);
    expect(pass.refused).toContain('inward.test');
  });

  it('resolves a name once for a connection', async () => {
    await get(`http://site.test:${site?.port}/a`);
    await get('http://mixed.test/');
    expect(resolved).toEqual(['site.test', 'mixed.test']);
  });

  it('says what is not there, and takes no question that only a proxy may ask from a site', async () => {
    expect((await get('http://nowhere.test/')).status).toBe(502);
    expect(pass.failureOf('nowhere.test')?.kind).toBe('unknown host');
    site?.page('/asks', says('who?', { 'proxy-authenticate': 'Basic', 'x-zapomni-proxy': 'private' }, 407));
    const { status, headers } = await get(`http://site.test:${site?.port}/asks`);
    expect(status).toBe(502);
    expect(headers).not.toHaveProperty('proxy-authenticate');
    expect(headers).not.toHaveProperty('x-zapomni-proxy');
    for (const url of ['https://site.test/', 'ftp://site.test/', '/a', 'file:///etc/passwd'])
      expect((await get(url)).status).toBe(400);
  });

  it('cuts everything when the bytes are spent', async () => {
    site?.page('/flood', floods);
    await expect(get(`http://site.test:${site?.port}/flood`)).rejects.toThrow();
    expect(tooLarge).toBe(1);
    expect(pass.bytes).toBeLessThan(3_000_000);
    expect((await get(`http://site.test:${site?.port}/a`)).status).toBe(502);
  });

  it('cuts what is open when the visit ends', async () => {
    site?.page('/flood', (response) => void response.writeHead(200).write('x'));
    const open = get(`http://site.test:${site?.port}/flood`);
    await expect.poll(() => pass.bytes).toBeGreaterThan(0);
    proxy.dismiss(pass);
    await expect(open).rejects.toThrow();
  });
});

describe('the rules of a visit', () => {
  const reach = (hosts: string[], privateHosts: string[], visited: string[]) => (url: string) =>
    visitRules({ hosts, privateHosts }, visited)(new URL(url));

  it('are the narrower of what the user allowed and what the visit names', () => {
    const both = reach(
      ['*.example.org', 'example.org', 'other.org:8443'],
      ['box:8080'],
      ['example.org', 'box', 'other.org'],
    );
    expect(both('https://example.org/')).toBe('public');
    expect(both('https://www.example.org/')).toBe('public');
    expect(both('https://example.org:8443/')).toBeNull();
    expect(both('https://other.org:8443/')).toBe('public');
    expect(both('http://box:8080/')).toBe('private');
    expect(both('http://box/')).toBeNull();
    expect(both('https://notexample.org/')).toBeNull();
    expect(reach(['*'], [], ['*'])('https://example.org/')).toBeNull();
    expect(reach(['*'], [], ['example.org'])('https://example.com/')).toBeNull();
  });
});
