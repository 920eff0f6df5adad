/**
 * Looking for what is new: sources of a thousand items each over answers that were prepared (ZAPOMNI_BENCH_DISCOVERY says how many items a
 * source has), read by the real source of Europe PMC. Beside it, in turns, the same answers are parsed and stored as memories. Then the same run
 * again; memory from 1,000 to 20,000 items. The embedder is a fake everywhere; nothing is judged, which has a bench of its own. Last, real servers
 * that wait on a store with a thousand schedules and on one with none.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { addSource, ITEMS, openGround, runAgain, runAll, WORKSPACE, type Ground } from './lib/discovery-ground.ts';
import type { Held } from './lib/discovery-memory-process.ts';
import { cpuOf, round } from './lib/figures.ts';
import { removeStores, storeWith, waitTogether, type Waiting } from './lib/waiting-servers.ts';

const SOURCES = 10;
const MEMORY_SOURCES = 20;
const SCHEDULED = 1000;
const IDLE_MS = Number(process.env['ZAPOMNI_BENCH_IDLE_MS'] ?? '30000');
const IDLE_ROUNDS = 3;
/** Of what waits: what two servers on empty stores differ by. */
const GOAL = { ofParsingAndStoring: 3, againOfFirst: 0.1, memoryOfFirst: 1.15, idleOfNone: 1.2 };

export async function benchDiscovery(server: string) {
  return {
    sources: SOURCES,
    itemsEach: ITEMS,
    goal: GOAL,
    ...(await benchRuns()),
    memory: await benchMemory(),
    idle: await benchIdle(server),
  };
}

async function benchRuns() {
  const [runs, plain] = [openGround(), openGround()];
  try {
    // The first warms both up.
    const samples = {
      run: [] as number[],
      plain: [] as number[],
      parse: [] as number[],
      again: [] as number[],
      forced: [] as number[],
    };
    for (let n = 0; n <= SOURCES; n++) {
      const name = await addSource(runs, n);
      const [run, other] = [await cpuOf(() => runAll(runs, name)), await cpuOf(() => storeAll(plain, n))];
      const parse = await cpuOf(() => parseAll(plain, n));
      const again = await cpuOf(() => runAgain(runs, name, false));
      const forced = await cpuOf(() => runAgain(runs, name, true));
      if (n === 0) continue;
      for (const [key, ms] of Object.entries({ run, plain: other, parse, again, forced }))
        samples[key as 'run'].push(ms);
    }
    const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);
    const [run, stored, parsed, again, forced] = [
      samples.run,
      samples.plain,
      samples.parse,
      samples.again,
      samples.forced,
    ].map(sum) as [number, number, number, number, number];
    const ofParsingAndStoring = round(run / stored);
    return {
      runCpuMs: round(run, 0),
      parseAndStoreCpuMs: round(stored, 0),
      parseCpuMs: round(parsed, 0),
      ofParsingAndStoring,
      again: { cpuMs: round(again), ofFirst: round(again / run, 3), isMet: again / run <= GOAL.againOfFirst },
      againForced: {
        cpuMs: round(forced),
        ofFirst: round(forced / run, 3),
        ofParsing: round(forced / parsed),
        isMet: forced / run <= GOAL.againOfFirst,
      },
      isMet: ofParsingAndStoring <= GOAL.ofParsingAndStoring,
    };
  } finally {
    await runs.close();
    await plain.close();
  }
}

async function parseAll({ service }: Ground, n: number): Promise<string[]> {
  const search = { keywords: [`topic${n}`], match: 'any' as const, sort: 'newest' as const, from: '2025-12-02' };
  const texts: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await service.search(search, { limit: 100, fresh: true, ...(cursor === undefined ? {} : { cursor }) });
    texts.push(...page.items.map(({ item }) => `${item.title ?? ''}\n\n${item.abstract ?? ''}`));
    cursor = page.next;
  }
  return texts;
}

async function storeAll(ground: Ground, n: number): Promise<void> {
  const texts = await parseAll(ground, n);
  for (let i = 0; i < texts.length; i += 100) {
    const drafts = texts.slice(i, i + 100).map((text) => ({ text }));
    await ground.app.memories.add({ workspace: WORKSPACE, drafts, batch: true });
  }
}

/** After the first source and after the last, in a process of its own: this one has grown by what came before. */
async function benchMemory() {
  const script = path.join(import.meta.dirname, 'lib', 'discovery-memory-process.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script, String(MEMORY_SOURCES)]);
  const samples = JSON.parse(stdout) as Held[];
  const [first, last] = [samples[0], samples.at(-1)] as [Held, Held];
  const ofFirst = round(last.rss / first.rss);
  const all = { allMb: samples.map(({ rss }) => rss), heapMb: samples.map(({ heap }) => heap) };
  const isMet = ofFirst <= GOAL.memoryOfFirst;
  return { items: [ITEMS, ITEMS * MEMORY_SOURCES], mb: [first.rss, last.rss], ofFirst, isMet, ...all };
}

/** Both at once, again and again: what else the machine does meets both. */
async function benchIdle(server: string) {
  const stores = new Map<number, string>();
  try {
    for (const scheduled of [0, SCHEDULED]) stores.set(scheduled, await storeWith(server, scheduled));
    const measured: Waiting[] = [];
    // The first fills the compile cache.
    for (let i = 0; i <= IDLE_ROUNDS; i++) {
      const waited = await waitTogether(server, stores, i === 0 ? 0 : IDLE_MS);
      if (i > 0) measured.push(...waited);
    }
    const sum = (scheduled: number, key: 'startCpuMs' | 'idleCpuMs' | 'idleWakes') =>
      measured.filter((one) => one.scheduled === scheduled).reduce((all, one) => all + one[key], 0);
    const ratio = (key: 'startCpuMs' | 'idleCpuMs' | 'idleWakes') => round(sum(SCHEDULED, key) / sum(0, key));
    const [startOfNone, idleOfNone, wakesOfNone] = [ratio('startCpuMs'), ratio('idleCpuMs'), ratio('idleWakes')];
    const isMet = idleOfNone <= GOAL.idleOfNone && startOfNone <= GOAL.idleOfNone;
    return { scheduled: SCHEDULED, idleMs: IDLE_MS, measured, startOfNone, idleOfNone, wakesOfNone, isMet };
  } finally {
    removeStores(stores);
  }
}
