/** The store and the folder of files named by the environment, and TLS that ends before the server. */
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect as connectPlain, type AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { connect as connectTls, createServer, type Server } from 'node:tls';
import { STORE_FILE } from '@zapomni/db';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { verifies } from '@zapomni/testkit/verifies';
import { expect, it, onTestFinished } from 'vitest';
import { AttackedServer, stateless } from './attack/attacked-server.ts';

const falkordb = await falkordbForTests();
// With a key that both know TLS needs no certificate, and a test none that runs out.
const KEY = Buffer.from('a key for a test and nothing else');
const TLS = { ciphers: 'PSK-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' } as const;

/** A proxy that ends TLS and hands on what was inside. */
async function endTls(port: number): Promise<Server> {
  const proxy = createServer({ ...TLS, pskCallback: () => KEY }, (secure) => {
    const plain = connectPlain(port, '127.0.0.1');
    secure.pipe(plain).pipe(secure);
    for (const socket of [secure, plain]) socket.on('error', () => socket.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return proxy;
}

/** One request over TLS, written by hand. */
async function ask(proxy: Server, method: string, params: Record<string, unknown>): Promise<string> {
  const { body, headers } = stateless(method, params);
  const text = JSON.stringify(body);
  const lines = Object.entries({
    host: '127.0.0.1',
    'content-type': 'application/json',
    accept: 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const psk = () => ({ psk: KEY, identity: 'test' });
  const { port } = proxy.address() as AddressInfo;
  const socket = connectTls({
    ...TLS,
    port,
    host: '127.0.0.1',
    pskCallback: psk,
    checkServerIdentity: () => undefined,
  });
  socket.write(`POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n${text}`);
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

it.skipIf(!falkordb)('are all that a server behind a proxy has to be told', { timeout: 120_000 }, async () => {
  verifies('R319');
  const folder = AttackedServer.createFolder();
  const vault = path.join(folder, 'vault');
  mkdirSync(vault);
  writeFileSync(path.join(vault, 'note.txt'), 'kept in the vault');
  const settings = { ZAPOMNI_STORE: `${falkordb?.url}/behind-tls`, ZAPOMNI_FILE_ROOTS: vault };
  Object.assign(process.env, settings);
  onTestFinished(() => {
    for (const name of Object.keys(settings)) delete process.env[name];
  });
  const server = await AttackedServer.start(folder);
  onTestFinished(() => server.stop());
  const proxy = await endTls(server.port);
  onTestFinished(() => void proxy.close());

  const added = await ask(proxy, 'tools/call', { name: 'add_memory', arguments: { text: 'Said over TLS' } });
  expect(added).toMatch(/^HTTP\/1\.1 200 [\s\S]*"status":"success"/);
  const found = await ask(proxy, 'tools/call', { name: 'search_memory', arguments: { query: 'said over TLS' } });
  expect(found).toContain('"count":1');
  const uri = pathToFileURL(path.join(vault, 'note.txt')).href;
  expect(await ask(proxy, 'resources/read', { uri })).toContain('kept in the vault');
  expect(existsSync(path.join(folder, 'data', STORE_FILE))).toBe(false);
});
