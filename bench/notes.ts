/** 10,000 notes of papers in a vault: a synchronisation that finds nothing to do, beside reading and hashing the same files, in one run. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp } from '@zapomni/core';
import { createLocalFolderWriter } from '@zapomni/providers/files';
import { openTestDeps } from '@zapomni/testkit/deps';
import { openTestFiles } from '@zapomni/testkit/files';
import { collection } from '../packages/core/src/services/records/collection.ts';
import { PAPERS } from '../packages/core/src/services/research/library/store/paper-record.ts';
import { paperRecord } from '@zapomni/testkit/notes';
import { sentenceMaker } from './lib/corpus.ts';
import { cpuOf, round, spread } from './lib/figures.ts';

const NOTES = 10_000;
const RUNS = 5;
const silent = { log: () => undefined, child: () => silent };

export async function benchNotes(_server: string, count = NOTES) {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-bench-')));
  const [dataDir, vault] = [path.join(base, 'data'), path.join(base, 'vault')];
  mkdirSync(vault);
  const files = openTestFiles({ roots: [vault], logger: silent, readsPerMinute: 1e9 });
  const test = openTestDeps({ dataDir });
  const folders = createLocalFolderWriter({ logger: silent });
  const deps = { ...test.deps, folders, vault: { folder: vault, files } };
  const app = createApp(deps);
  const sync = () => app.research.notes.sync({ workspace: 'default', client: 'bench' });
  try {
    const sentence = sentenceMaker(3);
    const papers = Array.from({ length: count }, (_, i) => {
      const item = {
        type: 'book' as const,
        title: sentence(9),
        abstract: sentence(150),
        contributors: [],
        identifiers: [],
      };
      return [`p${i}`, paperRecord({ item, citekey: `key${i}`, tags: ['a', 'b'] })] as const;
    });
    await collection(deps, PAPERS).putMany('default', papers);
    const first = await cpuOf(sync);
    const before = stampsOf(vault);
    const [unchanged, plain]: [number[], number[]] = [[], []];
    for (let run = 0; run < RUNS; run += 1) {
      plain.push(await cpuOf(() => readAndHash(vault)));
      unchanged.push(await cpuOf(sync));
    }
    if (JSON.stringify(stampsOf(vault)) !== JSON.stringify(before)) throw new Error('something was written');
    const cpuMs = { first: round(first), plain: spread(plain), unchanged: spread(unchanged) };
    return { notes: count, cpuMs, toPlain: round(cpuMs.unchanged.p50 / cpuMs.plain.p50) };
  } finally {
    await app.close();
    await test.close();
    rmSync(base, { recursive: true, force: true });
  }
}

function stampsOf(vault: string): [string, number][] {
  return readdirSync(vault).map((name) => [name, statSync(path.join(vault, name)).mtimeMs]);
}

async function readAndHash(vault: string): Promise<void> {
  for (const name of readdirSync(vault))
    createHash('sha256')
      .update(await readFile(path.join(vault, name)))
      .digest('hex');
}
