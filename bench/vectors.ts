/**
 * Vector search at 10 k, 100 k and 1 M passages, beside a plain float32 scan (R: 100 k vectors, as native code does it) and
 * other engines in the same run. Vectors are those of real texts and perturbed copies of them; queries are real and are
 * not among those that the store has learnt from.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStorage } from '@zapomni/db';
import { bundle } from '../scripts/build/bundle.ts';
import { createF32Scan, type F32Scan } from './lib/f32-scan.ts';
import { round, type Spread } from './lib/figures.ts';
import { embedRealTexts, perturbing, type RealVectors } from './lib/real-vectors.ts';
import { fillVectors, settle, TAGS } from './lib/vector-fill.ts';
import { measurePeers } from './lib/vector-peers.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const TEXTS = { passages: 1500, queries: 120 };
const PROBE_SIZE = 100_000;
/** What the scan in WebAssembly takes, of what native code takes for the same (AVX2, measured apart). */
const WASM_TO_NATIVE = 1.15;
const WARM_UPS = 40;
const MODEL = 'bench';
const K = 10;
const silent = { log: () => undefined, child: () => silent };

export async function benchVectors() {
  const real = await embedRealTexts(TEXTS.passages, TEXTS.queries);
  if (!real) return { skipped: 'the texts to make real vectors of are not in ../shared/bench' };
  const dimensions = real.queries[0]?.length ?? 0;
  const measured = real.queries.filter((_, i) => i % 3 !== 0);
  const warm = Array.from({ length: WARM_UPS }, (_, i) => real.queries[(i * 3) % real.queries.length] as Float32Array);
  const scan = await createF32Scan(PROBE_SIZE, dimensions);
  const reader = await bundleReader();
  const rows = [];
  for (const size of SIZES) rows.push(await measureSize(real, scan, { size, dimensions, warm, measured, reader }));
  rmSync(reader, { recursive: true });
  const make = perturbing(real, 1);
  const vectors = Array.from({ length: PROBE_SIZE }, make);
  const peers = await measurePeers({ dimensions, vectors, queries: measured });
  return {
    realVectors: real.packs.reduce((sum, pack) => sum + pack.length, 0),
    measuredQueries: measured.length,
    rows,
    peersAt100k: peers,
  };
}

interface Task {
  readonly size: number;
  readonly dimensions: number;
  readonly warm: readonly Float32Array[];
  readonly measured: readonly Float32Array[];
  /** The folder with the bundled reader. */
  readonly reader: string;
}

/** As what is published is bundled, so that opening costs what it costs users; beside `wabt`, which the yardstick needs. */
async function bundleReader(): Promise<string> {
  const root = join(import.meta.dirname, '..');
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const outdir = mkdtempSync(join(cache, 'zapomni-bench-'));
  const source = 'bench/lib/vector-reader.ts';
  const modules = { 'vector-reader': source, 'db-worker': 'packages/db/src/drivers/sqlite/connection/worker.ts' };
  await bundle({
    root,
    outdir,
    command: { name: 'unused', source: 'bench/lib/figures.ts' },
    modules,
    external: ['wabt'],
  });
  return outdir;
}

interface Reading {
  readonly open: { readonly wallMs: number; readonly cpuMs: number };
  readonly loadCpu: number;
  readonly freshCpu: number;
  readonly rssMb: { readonly bare: number; readonly loaded: number; readonly after: number };
  readonly probe: Spread;
  readonly cpu: Spread;
  readonly filtered: Spread;
  readonly filteredAgain: Spread;
  readonly wall: Spread;
  readonly hits: readonly (readonly number[])[];
  readonly filteredHits: readonly (readonly number[])[];
}

async function measureSize(real: RealVectors, scan: F32Scan, task: Task) {
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  try {
    const truth = await fill(real, scan, dataDir, task);
    const reading = readApart(dataDir, task);
    return report(task.size, { reading, truth, r: reading.probe.p50 / WASM_TO_NATIVE, disk: diskMb(dataDir) });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** What an exact search finds: for each query, all and those of its tag. */
interface Truth {
  readonly all: Top[];
  readonly tagged: Top[];
  readonly fillMs: number;
  readonly settleMs: number;
}

async function fill(real: RealVectors, scan: F32Scan, dataDir: string, task: Task): Promise<Truth> {
  const { size, measured, warm } = task;
  const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 10_000, logger: silent });
  const [all, tagged] = [measured.map(() => new Top()), measured.map(() => new Top())];
  const make = perturbing(real, 1);
  let waiting = 0;
  const vector = (passage: number) => {
    const made = make();
    scan.set(waiting++, made);
    if (waiting === PROBE_SIZE || passage === size) {
      for (const [i, query] of measured.entries()) {
        const scores = scan.scan(query, waiting);
        const first = passage - waiting + 1;
        all[i]?.offer(scores, first, () => true);
        tagged[i]?.offer(scores, first, (id) => id % TAGS === i % TAGS);
      }
      waiting = 0;
    }
    return made;
  };
  const begun = performance.now();
  await fillVectors({ dataDir, storage, model: MODEL, count: size, vector });
  const filled = performance.now();
  let asked = 0;
  const query = () => warm[asked++ % warm.length] as Float32Array;
  await settle(dataDir, size, () => storage.vectors.nearest(MODEL, query(), K, { workspace: 'default' }));
  await storage.close();
  return { all, tagged, fillMs: filled - begun, settleMs: performance.now() - filled };
}

/** The best ten seen. */
class Top {
  best: { id: number; score: number }[] = [];

  offer(scores: Float32Array, first: number, allowed: (id: number) => boolean): void {
    for (let i = 0; i < scores.length; i++) {
      const score = scores[i] as number;
      if (this.best.length === K && score <= (this.best[K - 1]?.score ?? 0)) continue;
      if (!allowed(first + i)) continue;
      this.best = [...this.best, { id: first + i, score }].sort((a, b) => b.score - a.score).slice(0, K);
    }
  }
}

function readApart(dataDir: string, { dimensions, warm, measured, reader, size }: Task): Reading {
  const file = join(dataDir, 'queries.bin');
  const queries = [...warm, ...measured];
  const floats = new Float32Array(queries.length * dimensions);
  for (const [i, query] of queries.entries()) floats.set(query, i * dimensions);
  writeFileSync(file, new Uint8Array(floats.buffer));
  const args = [
    join(reader, 'vector-reader.js'),
    dataDir,
    MODEL,
    file,
    JSON.stringify([warm.length, dimensions, size]),
  ];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e9 })) as Reading;
}

function report(size: number, found: { reading: Reading; truth: Truth; r: number; disk: number }) {
  const { reading, truth, r } = found;
  const per100k = 100_000 / size;
  return {
    passages: size,
    rMs: round(r),
    cpu: reading.cpu,
    cpuInR: round(reading.cpu.p50 / r, 3),
    wall: reading.wall,
    recallAt10: recall(reading.hits, truth.all),
    filtered1PercentCpu: reading.filtered,
    filteredInR: round(reading.filtered.p50 / r, 3),
    filteredAgainInR: round(reading.filteredAgain.p50 / r, 3),
    filteredRecallAt10: recall(reading.filteredHits, truth.tagged),
    openCpuMs: round(reading.open.cpuMs),
    loadCpuMs: round(reading.loadCpu),
    loadCpuMsPer100k: round(reading.loadCpu * per100k),
    // What it takes on this machine to touch as much memory for the first time.
    freshMemoryCpuMsPer100k: round(reading.freshCpu * per100k),
    rssMb: reading.rssMb,
    rssBytesPerVector: Math.round(((reading.rssMb.after - reading.rssMb.bare) * 1e6) / size),
    diskMb: found.disk,
    fillSeconds: round(truth.fillMs / 1000),
    upkeepSeconds: round(truth.settleMs / 1000),
  };
}

function recall(hits: readonly (readonly number[])[], truth: readonly Top[]): number {
  const shares = hits.map((found, i) => {
    const wanted = truth[i]?.best ?? [];
    return wanted.filter(({ id }) => found.includes(id)).length / Math.max(1, wanted.length);
  });
  return round(shares.reduce((sum, share) => sum + share, 0) / shares.length, 4);
}

function diskMb(dataDir: string): number {
  return Math.round(statSync(join(dataDir, 'zapomni.db')).size / 1e6);
}
