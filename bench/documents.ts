/**
 * A folder of notes read by the command, from its start on an empty store: when all of them are found by words, beside writing
 * the same texts plainly; then how fast their vectors follow, beside the embedder alone with the same texts.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { openSqliteStorage } from '@zapomni/db';
import { createBuiltinEmbedder, findBuiltinModel } from '@zapomni/providers/embed';
import { sentenceMaker } from './lib/corpus.ts';
import { round, spread, timed } from './lib/figures.ts';
import { vectorsPerSecond } from './lib/vector-rate.ts';

const NOTES = 1000;
/** Shorter ones, of one passage each. */
const EMBEDDED_NOTES = 480;
const EMBEDDED_WORDS = 8;
const ROUNDS = 5;
const VECTOR_ROUNDS = 2;
const SECTIONS = 4;
const WORDS = 40;
const GOAL = { searchableMs: 2000, vectorsOfRaw: 0.9 };
const silent = { log: () => undefined, child: () => silent };

export async function benchDocuments(server: string) {
  const home = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  try {
    const words = await benchWords(server, home);
    const vectors = await benchVectors(server, home);
    const isMet = { words: words.ms.p50 <= GOAL.searchableMs, vectors: vectors.ofRaw.p50 >= GOAL.vectorsOfRaw };
    return {
      notes: NOTES,
      wordsPerNote: SECTIONS * WORDS,
      load: round(loadavg()[0] ?? 0, 1),
      goal: GOAL,
      words,
      vectors,
      isMet,
    };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function benchWords(server: string, home: string) {
  const texts = makeTexts(NOTES, WORDS, 1);
  const folder = writeNotes(join(home, 'notes'), texts);
  const samples = { ms: [] as number[], cpu: [] as number[], again: [] as number[], plain: [] as number[] };
  for (let turn = 0; turn <= ROUNDS; turn++) {
    const dataDir = join(home, `words-${turn}`);
    const env = { ZAPOMNI_DATA_DIR: dataDir, ZAPOMNI_EMBED_WAIT_MS: '0', ZAPOMNI_GRAPH: 'off' };
    const { ms, cpuMs, child } = await untilSearchable(server, folder, env, NOTES);
    await ended(child);
    const again = await timed(() => ended(read(server, folder, env)));
    const plain = await timed(() => writePlainly(join(home, `plain-${turn}`), texts));
    // The first round fills the caches of the disk.
    if (turn === 0) continue;
    samples.ms.push(ms);
    samples.cpu.push(cpuMs);
    samples.again.push(again);
    samples.plain.push(plain);
  }
  const [searchable, plain] = [spread(samples.ms), spread(samples.plain)];
  return {
    ms: searchable,
    processorMs: spread(samples.cpu).p50,
    ofPlainWriting: round(searchable.p50 / plain.p50),
    plainMs: plain.p50,
    unchangedMs: spread(samples.again).p50,
  };
}

async function benchVectors(server: string, home: string) {
  const embedder = createBuiltinEmbedder({ modelDir: findBuiltinModel(), workers: 0, logger: silent });
  const samples = { rate: [] as number[], raw: [] as number[], share: [] as number[] };
  for (let turn = 0; turn < VECTOR_ROUNDS; turn++) {
    const texts = makeTexts(EMBEDDED_NOTES, EMBEDDED_WORDS, turn + 2);
    const folder = writeNotes(join(home, `embedded-${turn}`), texts);
    const dataDir = join(home, `vectors-${turn}`);
    const env = { ZAPOMNI_DATA_DIR: dataDir, ZAPOMNI_GRAPH: 'off', ZAPOMNI_EMBED_CACHE_MB: '0' };
    await embedder.embed(texts.slice(0, 8), { role: 'passage' });
    const raw = EMBEDDED_NOTES / ((await timed(() => embedder.embed(texts, { role: 'passage' }))) / 1000);
    const { child } = await untilSearchable(server, folder, env, EMBEDDED_NOTES);
    const rate = await vectorsPerSecond(dataDir, embedder.model.name, EMBEDDED_NOTES);
    await ended(child);
    samples.rate.push(rate);
    samples.raw.push(raw);
    samples.share.push(rate / raw);
  }
  await embedder.close();
  const perSecond = { read: round(spread(samples.rate).p50, 1), raw: round(spread(samples.raw).p50, 1) };
  return { notes: EMBEDDED_NOTES, perSecond, ofRaw: spread(samples.share) };
}

function read(server: string, folder: string, env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [server, 'read', folder], { env: { ...process.env, ...env }, stdio: 'ignore' });
}

/** Since the command was started. What is stored is found by its words: both are one transaction. */
async function untilSearchable(
  server: string,
  folder: string,
  env: { ZAPOMNI_DATA_DIR: string } & Record<string, string>,
  notes: number,
) {
  const begun = performance.now();
  const child = read(server, folder, env);
  while ((await storedIn(env.ZAPOMNI_DATA_DIR)) < notes) {
    if (child.exitCode !== null && (await storedIn(env.ZAPOMNI_DATA_DIR)) < notes) throw new Error('not all was read');
    await pause(10);
  }
  return { ms: performance.now() - begun, cpuMs: processorMs(child.pid ?? 0), child };
}

async function storedIn(dataDir: string): Promise<number> {
  const file = join(dataDir, 'zapomni.db');
  if (!existsSync(file)) return 0;
  try {
    using store = new DatabaseSync(file, { readOnly: true });
    return Number(store.prepare('SELECT coalesce(sum(memories), 0) AS n FROM workspaces').get()?.['n'] ?? 0);
  } catch {
    // It is just being made.
    return 0;
  }
}

/** Of all its threads so far; 0 where the system does not say. */
function processorMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode !== 0) throw new Error(`the command ended with ${child.exitCode}`);
}

/** The same texts as memories, a hundred in a transaction: what the store takes for them by itself. */
async function writePlainly(dataDir: string, texts: readonly string[]): Promise<void> {
  mkdirSync(dataDir);
  const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 10_000, logger: silent });
  for (let at = 0; at < texts.length; at += 100) {
    const memories = texts.slice(at, at + 100).map((text) => ({
      id: crypto.randomUUID(),
      workspace: 'default',
      text,
      hash: hash('sha256', text),
      kind: 'note',
      tags: [],
      source: '',
      metadata: {},
      key: null,
      occurredAt: null,
      validFrom: 0,
      supersedes: null,
      passages: [{ start: 0, end: text.length }],
    }));
    await storage.memories.add(memories, 0);
  }
  await storage.close();
}

function makeTexts(notes: number, words: number, seed: number): string[] {
  const sentence = sentenceMaker(seed + 31);
  const section = (i: number) => `## Part ${i}\n\n${sentence(words)}`;
  return Array.from(
    { length: notes },
    (_, n) => `# Note ${n}\n\n${Array.from({ length: SECTIONS }, (_each, i) => section(i)).join('\n\n')}\n`,
  );
}

function writeNotes(folder: string, texts: readonly string[]): string {
  for (const [n, text] of texts.entries()) {
    mkdirSync(join(folder, String(n % 10)), { recursive: true });
    writeFileSync(join(folder, String(n % 10), `note-${n}.md`), text);
  }
  return folder;
}
