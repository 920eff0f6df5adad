/** Real processes that read a folder and are killed at any moment: what is there in the end is what an undisturbed run leaves. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Storage } from '@zapomni/core/ports';
import { openFalkordbStorage, openSqliteStorage } from '@zapomni/db';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { afterAll, describe, expect, it } from 'vitest';
import { removeTemporaryFolders, runZapomni, startZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';
import { StdioPeer } from '../../testing/stdio-peer.ts';
import { silent } from '../../testing/stores.ts';

const NOTES = 500;
const TRIALS = { SQLite: 4, FalkorDB: 2 };
const falkordb = await falkordbForTests();
afterAll(removeTemporaryFolders);

const home = temporaryFolder();
const notes = path.join(home, 'notes');
for (let i = 0; i < NOTES; i++) {
  mkdirSync(path.join(notes, String(i % 7)), { recursive: true });
  const text = `# Note ${i}\n\n${`Saying number ${i}. `.repeat(5)}\n\n## More\n\nOn ${i * 3}.\n`;
  writeFileSync(path.join(notes, String(i % 7), `n${i}.md`), text);
}

interface Place {
  readonly env: Readonly<Record<string, string>>;
  open(): Storage;
}

const surroundings = (dataDir: string) => ({
  ZAPOMNI_DATA_DIR: dataDir,
  ZAPOMNI_FILE_ROOTS: home,
  ZAPOMNI_TOOLS: 'memory,workspaces,documents,tasks',
  ZAPOMNI_GRAPH: 'off',
  ZAPOMNI_EMBED_WAIT_MS: '0',
  ZAPOMNI_SHARE: 'never',
});

function onSqlite(): Place {
  const dataDir = temporaryFolder();
  const open = () => openSqliteStorage({ dataDir, busyTimeoutMs: 10_000, logger: silent });
  return { env: surroundings(dataDir), open };
}

function onFalkordb(): Place {
  const url = `${falkordb?.url ?? ''}/${crypto.randomUUID()}`;
  const open = () => openFalkordbStorage({ url, logger: silent });
  return { env: { ...surroundings(temporaryFolder()), ZAPOMNI_STORE: url }, open };
}

interface Left {
  readonly documents: readonly unknown[];
  readonly structures: number;
  readonly memories: number;
  readonly passages: number;
}

/** What there is, without ids and times. */
async function leftIn({ open }: Place): Promise<Left> {
  const storage = open();
  try {
    const documents: unknown[] = [];
    let cursor: string | null = null;
    do {
      const scan = { collection: 'documents', index: 'by_path', limit: 200, ...(cursor === null ? {} : { cursor }) };
      const page = await storage.records.scan('default', scan);
      for (const { value } of page.items) {
        const { source, hash, state, title, memory, text_hash } = JSON.parse(value) as Record<string, string>;
        const [said] = await storage.memories.get('default', [memory ?? '']);
        documents.push([source, hash, state, title, said?.text, said?.passageCount, said?.hash === text_hash]);
      }
      cursor = page.next;
    } while (cursor !== null);
    const { memories = 0, passages = 0 } = (await storage.workspaces.get('default')) ?? {};
    const structures = await storage.records.count('default', { collection: 'document_structures' });
    return { documents, structures, memories, passages };
  } finally {
    await storage.close();
  }
}

/** A server that has just been told to read the folder. */
async function serverThatReads({ env }: Place): Promise<{ readonly peer: StdioPeer; readonly task: string }> {
  const peer = new StdioPeer([], { env });
  await peer.initialize();
  const { task } = (await peer.call('add_folder', { path: notes })) as { task: { task_id: string } };
  return { peer, task: task.task_id };
}

async function kill({ child }: { readonly child: StdioPeer['child'] }): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

/** How long it takes, and what it leaves. */
async function undisturbed(place: Place): Promise<{ readonly ms: number; readonly left: Left }> {
  const { peer, task } = await serverThatReads(place);
  const begun = performance.now();
  const status = () => peer.call('get_task_status', { task_id: task, wait_seconds: 20 });
  let ended = await status();
  while (ended['state'] === 'running') ended = await status();
  const ms = performance.now() - begun;
  expect(ended).toMatchObject({ state: 'completed', result: { read: NOTES, failed: 0 } });
  await kill(peer);
  return { ms, left: await leftIn(place) };
}

/** The server at one moment of its reading, then perhaps the command that goes on at one of its own. */
async function killed(place: Place, ms: number, random: () => number): Promise<void> {
  const { peer } = await serverThatReads(place);
  await pause(random() * ms);
  await kill(peer);
  if (random() < 0.5) return;
  const child = startZapomni(['read', notes], { env: place.env });
  child.stdin.end();
  await pause(random() * ms * 2);
  await kill({ child });
}

async function finish({ env }: Place): Promise<void> {
  const { status, stdout } = await runZapomni(['read', notes], { env });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^[\d,]+ documents? read(, [\d,]+ unchanged)?\.\n$/)]);
}

describe.each([
  ['SQLite', onSqlite],
  ['FalkorDB', onFalkordb],
] as const)('a folder that is being read when the process is killed, on %s', (engine, place) => {
  it.skipIf(engine === 'FalkorDB' && !falkordb)(
    'has the same documents as an undisturbed run once it is read again',
    async () => {
      const random = trialRandom();
      const { ms, left } = await undisturbed(place());
      expect(left).toMatchObject({ structures: NOTES, memories: NOTES });
      for (let trial = 0; trial < TRIALS[engine]; trial++) {
        const here = place();
        await killed(here, ms, random);
        await finish(here);
        expect(await leftIn(here)).toEqual(left);
      }
    },
    300_000,
  );
});

it.skipIf(!falkordb)(
  'a folder that is being read when FalkorDB is killed has the same documents once both are back',
  async () => {
    const random = trialRandom();
    const { ms, left } = await undisturbed(onFalkordb());
    const here = onFalkordb();
    const { peer } = await serverThatReads(here);
    await pause(random() * ms);
    await falkordb?.kill();
    await falkordb?.restart();
    await kill(peer);
    await finish(here);
    expect(await leftIn(here)).toEqual(left);
  },
  300_000,
);
