/**
 * Records of ten fields, three indexes, beside a plain SQLite table with the same fields and indexes, in one run: writing
 * them in batches of a thousand, reading one by its key, reading a page of fifty by an index. `engine` is the driver
 * without its thread, as the plain table is used; `port` is what a service waits for, thread and copying included. Reads
 * of records count with their JSON parsed. The sides take turns. `together` are sixteen reads asked for at once, as callers
 * of a server do, each counted with a sixteenth of the time: the way to the thread is then shared, the statement is not.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collection } from '@zapomni/core/records';
import type { Storage } from '@zapomni/core/ports';
import { openSqliteStorage } from '@zapomni/db';
import { seeded } from '@zapomni/testkit/seeded';
import { openEngine, type Engine } from '../packages/db/src/drivers/sqlite/engine.ts';
import { toRange } from '../packages/core/src/services/records/to-range.ts';
import { round, spread } from './lib/figures.ts';
import { BOOKMARKS, bookmarkMaker, FIRST, PlainTable, putMaker, STATUSES, YEAR_MS } from './lib/record-fill.ts';

const SIZES = [100_000, 1_000_000];
const BATCH = 1000;
const READS = 4000;
const PAGES = 400;
const TOGETHER = 16;
const PAGE = 50;
const WORKSPACE = 'default';
const silent = { log: () => undefined, child: () => silent };
const clock = { now: () => FIRST };

export async function benchRecords(_server?: string, sizes: readonly number[] = SIZES) {
  const folder = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const options = { dataDir: join(folder, 'store'), busyTimeoutMs: 10_000 };
  const engine = openEngine(options, () => undefined, clock.now);
  const storage = openSqliteStorage({ ...options, logger: silent });
  const sides: Sides = { engine, storage, plain: new PlainTable(folder) };
  const filling = new Filling(sides);
  const rows = [];
  try {
    for (const size of sizes) {
      const written = await filling.grow(size);
      const get = { ...(await getOnes(sides, filling)), together: await getTogether(sides, filling) };
      const row = { records: size, put: written, get, page: await getPages(sides) };
      console.log(JSON.stringify(row));
      rows.push(row);
    }
  } finally {
    engine.close();
    sides.plain.close();
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return { batch: BATCH, page: PAGE, rows };
}

interface Sides {
  readonly engine: Engine;
  readonly storage: Storage;
  readonly plain: PlainTable;
}

interface Timing {
  ms: number;
  cpuMs: number;
  records: number;
}

class Filling {
  readonly ids: string[] = [];
  readonly #sides: Sides;
  readonly #make = bookmarkMaker();
  readonly #toPut = putMaker();

  constructor(sides: Sides) {
    this.#sides = sides;
  }

  /** Of the store every other batch goes through the port; the plain table gets all of them. */
  async grow(size: number) {
    const [plain, engine, port] = [0, 0, 0].map((): Timing => ({ ms: 0, cpuMs: 0, records: 0 })) as [
      Timing,
      Timing,
      Timing,
    ];
    for (let turn = 0; this.ids.length < size; turn++) {
      const bookmarks = Array.from({ length: BATCH }, () => this.#make());
      const puts = bookmarks.map(this.#toPut);
      this.ids.push(...bookmarks.map(({ id }) => id));
      const sides = [
        () => note(plain, () => this.#sides.plain.insert(bookmarks)),
        turn % 2 === 0
          ? () => note(engine, () => this.#sides.engine.ports.records.write(WORKSPACE, puts, FIRST))
          : () => note(port, () => this.#sides.storage.records.write(WORKSPACE, puts, FIRST)),
      ];
      for (const write of turn % 4 < 2 ? sides : sides.toReversed()) await write();
    }
    const perSecond = ({ ms, records }: Timing) => Math.round((records / ms) * 1000);
    const perRecord = ({ cpuMs, records }: Timing) => round((cpuMs / records) * 1000);
    return {
      perSecond: { plain: perSecond(plain), engine: perSecond(engine), port: perSecond(port) },
      cpuUs: { plain: perRecord(plain), engine: perRecord(engine), port: perRecord(port) },
      engineToPlain: round(perSecond(engine) / perSecond(plain)),
      portToPlain: round(perSecond(port) / perSecond(plain)),
    };
  }
}

async function note(timing: Timing, work: () => unknown): Promise<void> {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  timing.ms += performance.now() - began;
  timing.cpuMs += (user + system) / 1000;
  timing.records += BATCH;
}

type Ways = Readonly<Record<'plain' | 'engine' | 'port' | 'collection', () => unknown>>;

/** Each way in turn, so that what else the machine does meets all of them; in microseconds. */
async function compare(times: number, waysOf: () => Ways) {
  const samples = { plain: [] as number[], engine: [] as number[], port: [] as number[], collection: [] as number[] };
  for (let turn = 0; turn < times; turn++) {
    for (const [way, ask] of Object.entries(waysOf()) as [keyof Ways, () => unknown][]) {
      const began = performance.now();
      const answer = ask();
      if (answer instanceof Promise) await answer;
      samples[way].push((performance.now() - began) * 1000);
    }
  }
  const us = {
    plain: spread(samples.plain),
    engine: spread(samples.engine),
    port: spread(samples.port),
    collection: spread(samples.collection),
  };
  return { us, engineToPlain: round(us.engine.p50 / us.plain.p50), portToPlain: round(us.port.p50 / us.plain.p50) };
}

function getOnes({ engine, storage, plain }: Sides, { ids }: Filling) {
  const random = seeded(3);
  const bookmarks = collection({ storage, clock }, BOOKMARKS);
  const parse = (records: readonly { readonly value: string }[]): unknown => JSON.parse(records[0]?.value ?? '');
  // Each way asks for a record of its own: the same one asked for again is warm, and flatters whoever comes last.
  return compare(READS, () => {
    const [first = '', second = '', third = '', fourth = ''] = Array.from(
      { length: 4 },
      () => ids[Math.floor(random() * ids.length)] ?? '',
    );
    return {
      plain: () => plain.one(first),
      engine: () => parse(engine.ports.records.get(WORKSPACE, BOOKMARKS.name, [second])),
      port: () => storage.records.get(WORKSPACE, BOOKMARKS.name, [third]).then(parse),
      collection: () => bookmarks.get(WORKSPACE, fourth),
    };
  });
}

async function getTogether({ storage, plain }: Sides, { ids }: Filling) {
  const random = seeded(5);
  const [alone, shared]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < READS / TOGETHER; turn++) {
    const keys = Array.from({ length: TOGETHER }, () => ids[Math.floor(random() * ids.length)] ?? '');
    const began = performance.now();
    for (const key of keys) plain.one(key);
    const between = performance.now();
    await Promise.all(
      keys.map(async (key) => {
        const [record] = await storage.records.get(WORKSPACE, BOOKMARKS.name, [key]);
        return JSON.parse(record?.value ?? '') as unknown;
      }),
    );
    alone.push(((between - began) * 1000) / TOGETHER);
    shared.push(((performance.now() - between) * 1000) / TOGETHER);
  }
  const us = { plain: spread(alone), port: spread(shared) };
  return { atOnce: TOGETHER, us, portToPlain: round(us.port.p50 / us.plain.p50) };
}

function getPages({ engine, storage, plain }: Sides) {
  const random = seeded(4);
  const bookmarks = collection({ storage, clock }, BOOKMARKS);
  return compare(PAGES, () => {
    const status = STATUSES[Math.floor(random() * STATUSES.length)] ?? 'unread';
    const from = FIRST + Math.floor(random() * 0.9 * YEAR_MS);
    const query = { index: 'by_status', where: { status }, from } as const;
    const scan = { ...toRange(BOOKMARKS.name, BOOKMARKS.indexes, query), limit: PAGE };
    const parse = ({ items }: { readonly items: readonly { readonly value: string }[] }): unknown[] =>
      items.map(({ value }) => JSON.parse(value));
    return {
      plain: () => plain.page(status, from, PAGE),
      engine: () => parse(engine.ports.records.scan(WORKSPACE, scan)),
      port: () => storage.records.scan(WORKSPACE, scan).then(parse),
      collection: () => bookmarks.list(WORKSPACE, { ...query, limit: PAGE }),
    };
  });
}
