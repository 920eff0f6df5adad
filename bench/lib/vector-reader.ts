/**
 * A process of its own that opens a store and asks it, so that its memory and its first load are its own. Arguments: the
 * data folder, the model, and a file with the queries: first those to warm up with, then those that are measured.
 */
import { readFileSync } from 'node:fs';
import { openSqliteStorage } from '@zapomni/db';
import { createF32Scan } from './f32-scan.ts';
import { cpuOf, spread } from './figures.ts';
import { TAGS } from './vector-fill.ts';

const [dataDir = '', model = '', file = '', counts = '[]'] = process.argv.slice(2);
const [warmUps = 0, dimensions = 1, size = 0] = JSON.parse(counts) as number[];
const PROBE_SIZE = 100_000;
const TURN = 20;
const silent = { log: () => undefined, child: () => silent };
const bytes = readFileSync(file);
const floats = new Float32Array(new Uint8Array(bytes).buffer);
const queries = Array.from({ length: floats.length / dimensions }, (_, i) =>
  floats.slice(i * dimensions, (i + 1) * dimensions),
);
const [warm, measured] = [queries.slice(0, warmUps), queries.slice(warmUps)];

const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 10_000, logger: silent });
const openMs = performance.now();
const openCpu = await cpuOf(() => storage.workspaces.list());
const opened = performance.now() - openMs;
const bare = process.memoryUsage().rss;
const nearest = (query: Float32Array, filter = {}) =>
  storage.vectors.nearest(model, query, 10, { workspace: 'default', filter });
const loadCpu = await cpuOf(() => nearest(warm[0] as Float32Array));
const loaded = process.memoryUsage().rss;
for (const query of warm) await nearest(query);
await new Promise((resolve) => setTimeout(resolve, 1000));
const scan = await createF32Scan(PROBE_SIZE, dimensions);
for (let i = 0; i < PROBE_SIZE; i++) scan.set(i, queries[i % queries.length] as Float32Array);
const after = process.memoryUsage().rss - PROBE_SIZE * dimensions * 4;
const tagOf = (i: number) => ({ tags: [`tag-${i % TAGS}`] });
const samples = { probe: [], cpu: [], wall: [], filtered: [], filteredAgain: [] } as Record<string, number[]>;
const [hits, filteredHits]: [number[][], number[][]] = [[], []];
const ids = (found: readonly { passageId: number }[]) => found.map((hit) => hit.passageId);
// In turns of a few queries, so that what else the machine does touches all alike.
for (let from = 0; from < measured.length; from += TURN) {
  const turn = [...measured.entries()].slice(from, from + TURN);
  for (const [, query] of turn) samples['probe']?.push(await cpuOf(() => void scan.scan(query, PROBE_SIZE)));
  for (const [, query] of turn) {
    const begun = performance.now();
    samples['cpu']?.push(await cpuOf(async () => void hits.push(ids(await nearest(query)))));
    samples['wall']?.push(performance.now() - begun);
  }
  for (const [i, query] of turn) {
    samples['filtered']?.push(await cpuOf(async () => void filteredHits.push(ids(await nearest(query, tagOf(i))))));
  }
  for (const [i, query] of turn) samples['filteredAgain']?.push(await cpuOf(() => nearest(query, tagOf(i))));
}
const fresh = new Float32Array(size * (dimensions / 4 + 1));
const freshCpu = await cpuOf(() => void fresh.fill(1));
console.log(
  JSON.stringify({
    open: { wallMs: opened, cpuMs: openCpu },
    loadCpu,
    freshCpu,
    rssMb: { bare: bare / 1e6, loaded: loaded / 1e6, after: after / 1e6 },
    ...Object.fromEntries(Object.entries(samples).map(([name, values]) => [name, spread(values)])),
    hits,
    filteredHits,
  }),
);
await storage.close();
