/** Two hundred files of many kinds through the product: what is known of each is found where it stands. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBuiltinEmbedder, findBuiltinModel } from '@zapomni/providers/embed';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { condition } from '@zapomni/testkit/condition';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { mixedFiles } from '@zapomni/testkit/mixed-files';
import { afterAll, beforeAll, expect, it } from 'vitest';

const logger = createRecordingLogger();
const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-mixed-'));
const { good, bad } = mixedFiles(13);
let zapomni: TestClient;

beforeAll(async () => {
  for (const { name, bytes } of [...good, ...bad]) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), bytes);
  }
  const embedder = createBuiltinEmbedder({ modelDir: findBuiltinModel(), workers: 0, logger });
  zapomni = await openTestClient({ embedder, filesForUser: openTestFiles({ roots: [folder], logger }) });
});
afterAll(async () => {
  await zapomni.close();
  rmSync(folder, { recursive: true, force: true });
});

async function readFolder() {
  const { task } = await zapomni.call('add_folder', { path: folder });
  for (;;) {
    const status = await zapomni.call('get_task_status', { task_id: task.task_id, wait_seconds: 20 });
    if (status.state !== 'running' && status.state !== 'queued') return status;
  }
}

it('reads 200 mixed files, and reports the bad ones with the reason', { timeout: 300_000 }, async () => {
  expect(good.length + bad.length).toBe(200);
  const { result } = await readFolder();
  expect(result).toMatchObject({ read: good.length, failed: bad.length });
  for (const { name, reason } of bad) {
    const told = result.failures.find(({ file }: { file: string }) => file === name);
    expect(told, name).toMatchObject({ message: expect.stringMatching(reason) as string });
  }
  await condition(async () => (await zapomni.call('get_stats')).pending_embeddings === 0);
});

const isAt = (hit: { document?: { citation: string } } | undefined, expected: string) =>
  hit?.document?.citation.replace(' › ', ' ').startsWith(expected) ?? false;

it('every known sentence is found, with the right file and place', { timeout: 300_000 }, async () => {
  const wrong: string[] = [];
  for (const { name, known } of good) {
    for (const { text, place } of known) {
      const expected = path.basename(name) + (place === '' ? '' : ` ${place}`);
      // In these words: it stands in one place alone.
      const exact = await zapomni.call('search_memory', { query: `"${text}"`, limit: 1 });
      if (!isAt(exact.results[0], expected)) wrong.push(`${expected}: ${exact.results[0]?.document?.citation}`);
      // By words and meaning, among hundreds that say nearly the same of something else.
      const alike = await zapomni.call('search_memory', { query: text });
      expect(alike.mode).toBe('hybrid');
      if (!isAt(alike.results[0], expected)) wrong.push(`${expected} is not the first`);
    }
  }
  expect(wrong).toEqual([]);
});

it('reads nothing the second time', { timeout: 120_000 }, async () => {
  const { result } = await readFolder();
  expect(result).toMatchObject({ read: 0, unchanged: good.length, failed: bad.length });
});
