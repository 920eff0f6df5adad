import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { verifies } from '@zapomni/testkit/verifies';
import { openFixture, type Fixture } from './fixture.ts';
import { numberedId, numberedMemory, numberedTerms } from './numbered-memory.ts';
import { numberedReading } from './numbered-reading.ts';
import { startPartner, type Partner } from './start-partner.ts';

const [PROCESSES, MEMORIES] = [
  Number(process.env['ZAPOMNI_WRITERS'] ?? 4),
  Number(process.env['ZAPOMNI_WRITES_EACH'] ?? 40),
];
const HERE = { workspace: 'default' };

let fixture: Fixture;
let partners: Partner[] = [];

afterEach(async () => {
  await Promise.all(partners.map((partner) => partner.close()));
  partners = [];
  await fixture.destroy();
});

function openPartner(): Partner {
  const partner = startPartner({ dataDir: fixture.dataDir, busyTimeoutMs: 30_000 });
  partners.push(partner);
  return partner;
}

async function runWriter(writer: number): Promise<unknown> {
  const script = fileURLToPath(new URL('./busy-writer.ts', import.meta.url));
  const child = spawn(process.execPath, [script, fixture.dataDir, String(writer), String(MEMORIES)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [status] = await once(child, 'exit');
  return status;
}

test(
  `${PROCESSES} processes write ${MEMORIES} memories each and search meanwhile: all are found, none fails`,
  async () => {
    verifies('R186');
    fixture = await openFixture();
    const writers = Array.from({ length: PROCESSES }, (_, writer) => writer);
    expect(await Promise.all(writers.map(runWriter))).toEqual(writers.map(() => 0));
    const { storage } = fixture;
    expect(await storage.memories.stats('default', 'm')).toMatchObject({ memories: PROCESSES * MEMORIES });
    for (const writer of writers) {
      for (let number = 0; number < MEMORIES; number++) {
        const hits = await storage.texts.search({ terms: numberedTerms(writer, number) }, 1, HERE);
        expect(hits.map((hit) => hit.memoryId)).toEqual([numberedId(writer, number)]);
      }
    }
    expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
  },
  60_000 + PROCESSES * MEMORIES * 100,
);

test('eight processes make the same store at once', async () => {
  verifies('R186');
  fixture = await openFixture();
  const eight = Array.from({ length: 8 }, openPartner);
  const added = await Promise.all(eight.map((partner, i) => partner.memories.add([numberedMemory(i, 0)], 1)));
  expect(added.flat().map((one) => one.status)).toEqual(Array.from({ length: 8 }, () => 'stored'));
  expect((await fixture.storage.memories.list({ workspace: 'default', limit: 20 })).total).toBe(8);
  expect(await fixture.storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
});

test("another process's words, vectors, supersessions and removals are seen by the next search", async () => {
  fixture = await openFixture();
  const other = openPartner();
  const { storage } = fixture;
  const nearest = () => storage.vectors.nearest('m', Float32Array.of(1, 0), 5, HERE);
  const ids = async (): Promise<string[]> => (await nearest()).map((hit) => hit.memoryId);
  const put = (passageId = 0, ...parts: number[]) =>
    other.vectors.put('m', [{ passageId, vector: Float32Array.from(parts) }]);
  const [first, second] = await other.memories.add([numberedMemory(1, 0), numberedMemory(1, 5)], 1);
  await put(first?.passageIds[0], 1, 0);
  expect(await ids()).toEqual([first?.id]);
  await put(second?.passageIds[0], 1, 1);
  expect(await ids()).toEqual([first?.id, second?.id]);
  await put(first?.passageIds[0], 0, 1);
  expect(await ids()).toEqual([second?.id, first?.id]);
  await other.memories.add([{ ...numberedMemory(1, 10), supersedes: second?.id ?? '' }], 2);
  expect(await ids()).toEqual([first?.id]);
  await other.memories.remove('default', [first?.id ?? ''], 3);
  expect(await ids()).toEqual([]);
  const words = await storage.texts.search({ terms: numberedTerms(1, 10) }, 5, HERE);
  expect(words.map((hit) => hit.memoryId)).toEqual([numberedId(1, 10)]);
});

test('two processes that claim from the queue never get the same passage', async () => {
  fixture = await openFixture();
  const claimers = [openPartner(), openPartner()];
  const memories = Array.from({ length: 60 }, (_, number) => numberedMemory(2, number * 5));
  const stored = await fixture.storage.memories.add(memories, 1);
  const claimAll = async (partner: Partner, owner: string): Promise<number[]> => {
    const got: number[] = [];
    for (;;) {
      const portion = await partner.queue.claim('m', { owner, until: 1000 }, 3, 1);
      if (portion.length === 0) return got;
      got.push(...portion.map((one) => one.id));
    }
  };
  const claims = await Promise.all(claimers.map((partner, i) => claimAll(partner, `owner ${i}`)));
  const all = claims.flat().toSorted((a, b) => a - b);
  expect(all).toEqual(stored.flatMap((one) => one.passageIds).toSorted((a, b) => a - b));
});

test('two processes that read what waits never get the same memory, and make one graph', async () => {
  fixture = await openFixture();
  const readers = [openPartner(), openPartner()];
  const memories = Array.from({ length: 60 }, (_, number) => numberedMemory(2, number * 5));
  await fixture.storage.memories.add(memories, 1);
  const readAll = async (partner: Partner, owner: string): Promise<string[]> => {
    const got: string[] = [];
    for (;;) {
      const portion = await partner.readings.claim({ owner, until: 1000 }, 3, 1);
      if (portion.length === 0) return got;
      got.push(...portion.map((one) => one.memoryId));
      for (const one of portion) await partner.graph.put(numberedReading(one), 2);
    }
  };
  const read = await Promise.all(readers.map((partner, i) => readAll(partner, `owner ${i}`)));
  expect(read.flat().toSorted()).toEqual(memories.map((one) => one.id).toSorted());
  const { storage } = fixture;
  expect(await storage.readings.pending()).toBe(0);
  expect(await storage.graph.counts('default')).toMatchObject({ memoriesWithMentions: 60, mentions: 180 });
  expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
});
