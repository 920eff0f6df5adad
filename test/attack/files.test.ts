/** Files that may not be read, asked for over HTTP in every spelling, and with links that change under the reader's feet. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { traversalSpellings } from '@zapomni/testkit/contracts';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AttackedServer, stateless } from './attacked-server.ts';

const SECRET = 'the secret that nobody may read';
let server: AttackedServer;
let vault: string;
let at: (...parts: string[]) => string;

beforeAll(async () => {
  const folder = AttackedServer.createFolder();
  at = (...parts) => path.join(folder, ...parts);
  vault = at('vault');
  for (const made of ['vault/folder', 'outside', 'vault-other']) mkdirSync(at(made), { recursive: true });
  for (const secret of ['secret.txt', 'outside/file.txt', 'vault-other/secret.txt']) writeFileSync(at(secret), SECRET);
  for (const open of ['vault/inside.txt', 'vault/folder/file.txt']) writeFileSync(at(open), 'inside');
  server = await AttackedServer.start(folder, {
    flags: ['--file-roots', vault, '--file-reads-per-minute', '1000000'],
  });
});
afterAll(() => server.stop());

/** A header takes visible ASCII; what is more than that goes there encoded, as clients do it. */
function read(uri: string) {
  const { body, headers } = stateless('resources/read', { uri });
  const fits = /^[\x21-\x7e]*$/.test(uri);
  return server.post(
    body,
    fits ? headers : { ...headers, 'mcp-name': `=?base64?${Buffer.from(uri).toString('base64')}?=` },
  );
}

/** Longer ones fit into no header. */
const MOST_IN_A_HEADER = 4000;

describe('resources/read over HTTP', () => {
  it('gives what lies inside', async () => {
    verifies('R270');
    expect((await read(`file://${at('vault/inside.txt')}`)).text).toContain('"text":"inside"');
  });

  it('gives nothing of what lies outside, however it is spelt, with a session and without', async () => {
    verifies('R270', 'R271');
    const spellings = traversalSpellings(vault, at('vault/inside.txt'), at('secret.txt'));
    expect(spellings.length).toBeGreaterThan(600);
    const session = { 'mcp-session-id': await server.open() };
    for (const uri of spellings) {
      const asked = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } };
      const answers = [await server.post(asked, session)];
      if (uri.length <= MOST_IN_A_HEADER) answers.push(await read(uri));
      for (const { status, text } of answers) {
        expect([uri, status < 500]).toEqual([uri, true]);
        expect(text).not.toContain(SECRET);
        expect(text).not.toContain('root:');
        if (!text.includes('"error"')) expect(text).toContain('"text":"inside"');
      }
    }
    expect(await server.servesHonestly()).toBe(true);
  });

  it.skipIf(process.platform === 'win32')(
    'gives nothing of it while links are swapped in and out without a pause',
    async () => {
      verifies('R271');
      const stop = new Int32Array(new SharedArrayBuffer(4));
      const swapper = new Worker(SWAPPER, { eval: true, workerData: { base: at(), stop } });
      await new Promise((resolve) => swapper.once('message', resolve));
      const outcomes = new Set<string>();
      for (let i = 0; i < 600; i += 1) {
        const { text } = await read(`file://${at(i % 2 === 0 ? 'vault/folder/file.txt' : 'vault/swapped.txt')}`);
        outcomes.add(/"text":"([^"]*)"/.exec(text)?.[1] ?? (text.includes('"error"') ? 'refused' : text));
      }
      Atomics.store(stop, 0, 1);
      await new Promise((resolve) => swapper.once('exit', resolve));
      expect([...outcomes].toSorted()).toEqual(['inside', 'refused']);
      expect(await server.servesHonestly()).toBe(true);
    },
  );
});

/** Exchanges a folder and a file with links to the outside and back. */
const SWAPPER = `
  const { renameSync, symlinkSync, unlinkSync, writeFileSync } = require('node:fs');
  const { parentPort, workerData: { base, stop } } = require('node:worker_threads');
  const at = (name) => base + '/' + name;
  writeFileSync(at('vault/swapped.txt'), 'inside');
  parentPort.postMessage('swapping');
  while (Atomics.load(stop, 0) === 0) {
    symlinkSync(at('outside'), at('folder-link'));
    renameSync(at('vault/folder'), at('folder-kept'));
    renameSync(at('folder-link'), at('vault/folder'));
    symlinkSync(at('outside/file.txt'), at('file-link'));
    renameSync(at('file-link'), at('vault/swapped.txt'));
    renameSync(at('vault/folder'), at('folder-gone'));
    unlinkSync(at('folder-gone'));
    renameSync(at('folder-kept'), at('vault/folder'));
    writeFileSync(at('file-kept'), 'inside');
    renameSync(at('file-kept'), at('vault/swapped.txt'));
  }
`;
