import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { verifies } from '@zapomni/testkit/verifies';
import { sharedStoreTrials } from '../../testing/shared-store.ts';
import { openFixture } from './fixture.ts';
import { numberedId, numberedTerms } from './numbered-memory.ts';
import { startPartner, type Partner } from './start-partner.ts';

const [PROCESSES, MEMORIES] = [
  Number(process.env['ZAPOMNI_WRITERS'] ?? 4),
  Number(process.env['ZAPOMNI_WRITES_EACH'] ?? 40),
];
const HERE = { workspace: 'default' };

async function runWriter(dataDir: string, writer: number): Promise<unknown> {
  const script = fileURLToPath(new URL('./busy-writer.ts', import.meta.url));
  const child = spawn(process.execPath, [script, dataDir, String(writer), String(MEMORIES)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [status] = await once(child, 'exit');
  return status;
}

test(
  `${PROCESSES} processes write ${MEMORIES} memories each and search meanwhile: all are found, none fails`,
  async () => {
    verifies('R186');
    const { storage, dataDir, destroy } = await openFixture();
    const writers = Array.from({ length: PROCESSES }, (_, writer) => writer);
    const ends = await Promise.all(writers.map((writer) => runWriter(dataDir, writer)));
    expect(ends).toEqual(writers.map(() => 0));
    expect(await storage.memories.stats('default', 'm')).toMatchObject({ memories: PROCESSES * MEMORIES });
    for (const writer of writers) {
      for (let number = 0; number < MEMORIES; number++) {
        const hits = await storage.fullText.search({ terms: numberedTerms(writer, number) }, 1, HERE);
        expect(hits.map((hit) => hit.memoryId)).toEqual([numberedId(writer, number)]);
      }
    }
    expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
    await destroy();
  },
  60_000 + PROCESSES * MEMORIES * 100,
);

const trials = sharedStoreTrials(async () => {
  const fixture = await openFixture();
  const partners: Partner[] = [];
  return {
    storage: fixture.storage,
    partner: () => {
      const partner = startPartner({ dataDir: fixture.dataDir, busyTimeoutMs: 30_000 });
      partners.push(partner);
      return partner;
    },
    destroy: async () => {
      await Promise.all(partners.map((partner) => partner.close()));
      await fixture.destroy();
    },
  };
});

for (const [title, run] of trials) test(title, run);
