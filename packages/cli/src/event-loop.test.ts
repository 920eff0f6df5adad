/** What the main thread, which speaks the protocol, leaves to others while it serves: files, the store, the models. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { verifies } from '@zapomni/testkit/verifies';
import { removeTemporaryFolders, temporaryFolder } from './testing/run-zapomni.ts';
import { StdioPeer } from './testing/stdio-peer.ts';

/** Notes each module that the main thread loads, and each call of ours that it waits for the disk with. */
const TRACER = `
import fs from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';
const { appendFileSync } = fs;
const note = (line) => appendFileSync(process.env.TRACE, line + '\\n');
const watched = (name, call) => Object.assign(function (...given) {
  const caller = new Error().stack.split('\\n')[2] ?? '';
  if (caller.includes('/packages/')) note('waits ' + name + ' ' + caller.trim());
  return call.apply(this, given);
}, call);
if (isMainThread) {
  registerHooks({ load(url, context, next) { note('loads ' + url); return next(url, context); } });
  for (const name of Object.keys(fs).filter((name) => name.endsWith('Sync'))) fs[name] = watched(name, fs[name]);
  syncBuiltinESMExports();
}
`;
const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(TRACER)}`];

afterAll(removeTemporaryFolders);

it('neither reads files, nor asks the store, nor computes on the thread that answers', async () => {
  verifies('R317');
  const [dataDir, notes] = [temporaryFolder(), temporaryFolder()];
  const [TRACE, file] = [path.join(temporaryFolder(), 'trace'), path.join(notes, 'large.txt')];
  writeFileSync(file, 'Anna works for Siemens.\n'.repeat(20_000));
  const settings = { ZAPOMNI_TOOLS: 'all', ZAPOMNI_FILE_ROOTS: notes, ZAPOMNI_EMBED_WAIT_MS: '60000' };
  const env = { TRACE, ZAPOMNI_DATA_DIR: dataDir, ...settings };
  const peer = new StdioPeer([], { env, nodeArgs });
  await peer.initialize();
  await peer.call('get_stats');
  const started = readFileSync(TRACE, 'utf8').length;

  expect(await peer.call('add_memory', { text: 'Anna works for Siemens.' })).toMatchObject({ embedded: true });
  expect(await peer.call('search_memory', { query: 'employer of Anna' })).toMatchObject({ count: 1 });
  expect(await peer.call('build_graph', { text: 'Anna works for Siemens.' })).toHaveProperty('relations');
  expect(await peer.call('export_graph', { format: 'json' })).toHaveProperty('path');
  expect(await peer.request('resources/read', { uri: pathToFileURL(file).href })).toHaveProperty('result');
  const trace = readFileSync(TRACE, 'utf8');
  peer.child.stdin.end();
  expect(await peer.exit()).toBe(0);

  const linesOf = (text: string, kind: string) => text.split('\n').filter((line) => line.startsWith(kind));
  // At the start it may: nobody waits yet.
  expect(linesOf(trace, 'waits')).not.toEqual([]);
  expect(linesOf(trace.slice(started), 'waits')).toEqual([]);
  expect(linesOf(trace, 'loads').some((line) => line.endsWith('/core/src/app/app.ts'))).toBe(true);
  expect(linesOf(trace, 'loads').filter((line) => /node:sqlite|onnxruntime|wink-/u.test(line))).toEqual([]);
});
