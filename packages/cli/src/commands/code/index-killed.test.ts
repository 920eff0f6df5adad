/** A real process that indexes a repository and is killed at any moment: what is there in the end is what an undisturbed run leaves. */
import { setTimeout as pause } from 'node:timers/promises';
import path from 'node:path';
import { codeWorkspace, indexRepository } from '@zapomni/core/code';
import type { Storage } from '@zapomni/core/ports';
import { openFalkordbStorage, openSqliteStorage } from '@zapomni/db';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { dumpIndex } from '@zapomni/testkit/index-dump';
import { IndexedRepository, WORKSPACE } from '@zapomni/testkit/repository';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeTemporaryFolders, startZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';
import { silent } from '../../testing/stores.ts';

const MODULES = 250;
const TRIALS = { SQLite: 3, FalkorDB: 1 };
const falkordb = await falkordbForTests();
afterAll(removeTemporaryFolders);

interface Place {
  readonly env: Readonly<Record<string, string>>;
  open(): Storage;
}

const surroundings = (dataDir: string) => ({ ZAPOMNI_DATA_DIR: dataDir, ZAPOMNI_GRAPH: 'off', ZAPOMNI_SHARE: 'never' });

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

describe.each([
  ['SQLite', onSqlite],
  ['FalkorDB', onFalkordb],
] as const)('a repository that is being indexed when the process is killed, on %s', (engine, place) => {
  let repository: IndexedRepository;
  beforeAll(() => {
    repository = new IndexedRepository();
    for (let i = 0; i < MODULES; i++) {
      const next = (i + 1) % MODULES;
      const calls = `from m${next} import f${next}\n\n\ndef f${i}(n):\n    return f${next}(n) + g${i}()\n\n\ndef g${i}():\n    return ${i}\n`;
      repository.write(path.join(`p${i % 5}`, `m${i}.py`), calls);
    }
    repository.made.commit('First');
  });
  afterAll(() => repository.close());

  /** Says what the index is once it is whole, and how long that took. */
  const finished = async ({ open }: Place): Promise<{ readonly lines: readonly string[]; readonly ms: number }> => {
    const storage = open();
    const deps = { ...repository.deps, storage };
    try {
      const begun = performance.now();
      const asked = { workspace: WORKSPACE, client: 'test', path: repository.root };
      const { repository: key, counts } = await indexRepository(deps, asked);
      expect(counts.files).toBe(MODULES);
      return { lines: await dumpIndex(deps, codeWorkspace(WORKSPACE, key)), ms: performance.now() - begun };
    } finally {
      await storage.close();
    }
  };
  const killed = async ({ env }: Place, ms: number): Promise<void> => {
    const child = startZapomni(['index', repository.root], { env });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.stdin.end();
    await pause(ms);
    child.kill('SIGKILL');
    await ended;
  };

  it.skipIf(engine === 'FalkorDB' && !falkordb)(
    'has the same index as an undisturbed run once it is indexed again',
    async () => {
      const random = trialRandom();
      const { lines, ms } = await finished(place());
      for (let trial = 0; trial < TRIALS[engine]; trial++) {
        const here = place();
        // A process takes a moment to begin with it.
        await killed(here, 500 + random() * ms);
        expect((await finished(here)).lines).toEqual(lines);
      }
    },
    300_000,
  );
});
