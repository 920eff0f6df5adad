/**
 * 10,000 memories as notes in a folder: the first mirroring beside the same files written plainly, each brought to disk, in one
 * run; a mirroring that finds nothing to do; then `mirror --watch` as a process of its own: how long an edit takes from file to
 * store and from store to file, and what it costs while nothing happens.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp, type App } from '@zapomni/core';
import type { Storage } from '@zapomni/core/ports';
import { createBuiltinEmbedder, findBuiltinModel } from '@zapomni/providers/embed';
import { createLocalFolderWriter } from '@zapomni/providers/files';
import { openTestDeps } from '@zapomni/testkit/deps';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { sentenceMaker, unitVectorMaker } from './lib/corpus.ts';
import { cpuOf, round, spread, timed } from './lib/figures.ts';
import { fillSearch } from './lib/search-fill.ts';

const NOTES = 10_000;
const WORDS = 60;
const EDITS = 30;
const IDLE_MS = 30_000;
const AT_ONCE = 16;
const LOOK_MS = 2;
const silent = { log: () => undefined, child: () => silent };

export async function benchMirror(server: string, count = NOTES) {
  const base = mkdtempSync(path.join(tmpdir(), 'zapomni-bench-'));
  const [dataDir, notes] = [path.join(base, 'data'), path.join(base, 'notes')];
  mkdirSync(notes);
  const files = openTestFiles({ roots: [notes], logger: silent, readsPerMinute: 1e9 });
  const test = openTestDeps({ dataDir, files, settings: { graph: 'off' } });
  const folders = createLocalFolderWriter({ logger: createRecordingLogger() });
  const app = createApp({ ...test.deps, folders });
  const { storage } = test.deps;
  try {
    await fill(storage, count);
    const first = await measured(() => sync(app, notes));
    const plain = await writePlainly(path.join(base, 'plain'), notes);
    const unchanged = [];
    for (let i = 0; i < 5; i++) unchanged.push(await measured(() => sync(app, notes)));
    const result = {
      notes: count,
      first: {
        ...first,
        toPlain: round(first.ms / plain.atOnce.ms),
        cpuToPlain: round(first.cpuMs / plain.atOnce.cpuMs),
      },
      plain,
      unchanged: { ms: spread(unchanged.map(({ ms }) => ms)), cpuMs: spread(unchanged.map(({ cpuMs }) => cpuMs)) },
    };
    console.log(JSON.stringify(result));
    return { ...result, watched: await watch({ server, dataDir, notes, storage }) };
  } finally {
    await app.close();
    await test.close();
    rmSync(base, { recursive: true, force: true });
  }
}

async function measured(work: () => Promise<unknown>): Promise<{ ms: number; cpuMs: number }> {
  let ms = 0;
  const cpuMs = await cpuOf(async () => {
    ms = await timed(work);
  });
  return { ms: round(ms), cpuMs: round(cpuMs) };
}

/** With vectors, so that the process that watches has none to make. */
async function fill(storage: Storage, count: number): Promise<void> {
  const embedder = createBuiltinEmbedder({ modelDir: findBuiltinModel(), workers: 1, logger: silent });
  const { model } = embedder;
  const [sentence, vector] = [sentenceMaker(11), unitVectorMaker(5, model.dimensions)];
  await fillSearch({ storage, model, count, text: () => sentence(WORDS), vector });
  await embedder.close();
}

function sync(app: App, folder: string) {
  return app.mirror.sync({ workspace: 'default', folder, client: 'bench', graceMs: 1e9 });
}

/** The same contents under the same names: draft, sync, rename; one by one, and as many at once as the mirror writes. */
async function writePlainly(folder: string, from: string) {
  const contents = readdirSync(from)
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name, readFileSync(path.join(from, name), 'utf8')] as const);
  const write = async (below: string, name: string, text: string) => {
    const handle = await open(path.join(below, `.${name}`), 'wx');
    await handle.writeFile(text);
    await handle.sync();
    await handle.close();
    await rename(path.join(below, `.${name}`), path.join(below, name));
  };
  const all = async (below: string, atOnce: number) => {
    mkdirSync(below, { recursive: true });
    const waiting = contents.values();
    const worker = async () => {
      for (const [name, text] of waiting) await write(below, name, text);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  };
  const atOnce = await measured(() => all(path.join(folder, 'at-once'), AT_ONCE));
  return { atOnce, oneByOne: await measured(() => all(path.join(folder, 'one-by-one'), 1)) };
}

interface Watched {
  readonly server: string;
  readonly dataDir: string;
  readonly notes: string;
  readonly storage: Storage;
}

async function watch({ server, dataDir, notes, storage }: Watched) {
  const env = { PATH: process.env['PATH'], HOME: dataDir, ZAPOMNI_DATA_DIR: dataDir, ZAPOMNI_GRAPH: 'off' };
  const begun = performance.now();
  const child = spawn(process.execPath, [server, 'mirror', notes, '--watch', '--json', '--embed-workers', '1'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const readySeconds = round((performance.now() - begun) / 1000);
    await quiet(child.pid ?? 0);
    const { items } = await storage.memories.list({ workspace: 'default', limit: EDITS * 2 });
    const ids = items.map(({ id }) => id);
    const byId = new Map(readdirSync(notes).map((name) => [name.slice(-11, -3), path.join(notes, name)]));
    const fileOf = (id: string) => byId.get(id.replaceAll('-', '').slice(-8)) ?? '';
    const fromFile = await fileToStore(storage, ids.slice(0, EDITS), fileOf);
    const fromStore = await storeToFile(storage, ids.slice(EDITS), fileOf);
    await quiet(child.pid ?? 0);
    const cpu = cpuOfProcess(child.pid ?? 0);
    await pause(IDLE_MS);
    const idleCpuMsPerSecond = round(((cpuOfProcess(child.pid ?? 0) - cpu) / IDLE_MS) * 1000, 3);
    return { readySeconds, fileToStoreMs: fromFile, storeToFileMs: fromStore, idleCpuMsPerSecond };
  } finally {
    child.kill();
    await ended;
  }
}

async function fileToStore(storage: Storage, ids: readonly string[], fileOf: (id: string) => string) {
  const samples: number[] = [];
  for (const id of ids) {
    const file = fileOf(id);
    writeFileSync(file, `${readFileSync(file, 'utf8')}An edit.\n`);
    samples.push(
      await timed(async () => {
        while (!(await storage.memories.get('default', [id]))[0]?.text.endsWith('An edit.')) await pause(LOOK_MS);
      }),
    );
  }
  return withMost(samples);
}

/** Another process writes, as a server does beside which the mirror runs. */
async function storeToFile(storage: Storage, ids: readonly string[], fileOf: (id: string) => string) {
  const samples: number[] = [];
  for (const id of ids) {
    // At any moment, also when nothing has happened for a while.
    await pause(Math.random() * 1000);
    const text = 'Changed in the store.';
    const patch = { text: { text, hash: '', passages: [{ start: 0, end: text.length }] } };
    await storage.memories.update('default', id, patch, Date.now());
    samples.push(
      await timed(async () => {
        while (!readFileSync(fileOf(id), 'utf8').includes(text)) await pause(LOOK_MS);
      }),
    );
  }
  return withMost(samples);
}

function withMost(samples: readonly number[]) {
  return { ...spread(samples), max: round(Math.max(...samples)) };
}

/** Until it has embedded what waited and nothing goes on any more. */
async function quiet(pid: number): Promise<void> {
  for (let still = 0; still < 3;) {
    const before = cpuOfProcess(pid);
    await pause(1000);
    still = cpuOfProcess(pid) - before < 60 ? still + 1 : 0;
  }
}

/** Milliseconds of processor time that a process and its children took. In ticks of the system an idle one would take none. */
function cpuOfProcess(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((id) =>
    readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8'),
  );
  const own = threads.reduce((sum, times) => sum + Number(times.split(' ')[0]) / 1e6, 0);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + cpuOfProcess(Number(child)), own);
}
