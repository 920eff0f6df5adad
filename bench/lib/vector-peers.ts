/** Other engines on the same vectors, if they can be installed into a throw-away folder. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { cpuSpread, type Spread } from './figures.ts';

interface PeerData {
  readonly dimensions: number;
  readonly vectors: readonly Float32Array[];
  readonly queries: readonly Float32Array[];
}

type Measured = Spread | string;

export async function measurePeers(data: PeerData): Promise<Record<string, Measured>> {
  const folder = mkdtempSync(join(tmpdir(), 'zapomni-peers-'));
  try {
    const load = createRequire(join(folder, 'load.js'));
    const install = (name: string) => {
      const flags = ['--no-audit', '--no-fund', '--no-save', '--silent'];
      execFileSync('npm', ['install', ...flags, name], { cwd: folder, timeout: 60_000, stdio: 'ignore' });
    };
    return {
      'sqlite-vec, exact': await orWhyNot(() => {
        install('sqlite-vec');
        return measureSqliteVec(data, load('sqlite-vec') as SqliteVec);
      }),
      'usearch, exact f32': await orWhyNot(() => {
        install('usearch@2.25.3');
        return measureUsearch(data, load('usearch') as Usearch);
      }),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function orWhyNot(measure: () => Promise<Spread>): Promise<Measured> {
  try {
    return await measure();
  } catch (error) {
    return `skipped: could not be installed or run here (${(error as Error).message.split('\n')[0]})`;
  }
}

interface SqliteVec {
  getLoadablePath(): string;
}

function measureSqliteVec({ dimensions, vectors, queries }: PeerData, vec: SqliteVec): Promise<Spread> {
  const db = new DatabaseSync(':memory:', { allowExtension: true });
  db.loadExtension(vec.getLoadablePath());
  db.exec(`CREATE VIRTUAL TABLE v USING vec0(e float[${dimensions}] distance_metric=cosine); BEGIN`);
  const insert = db.prepare('INSERT INTO v (e) VALUES (?)');
  for (const vector of vectors) insert.run(new Uint8Array(vector.buffer));
  db.exec('COMMIT');
  const nearest = db.prepare('SELECT rowid, distance FROM v WHERE e MATCH ? AND k = 10');
  return cpuSpread(Math.min(15, queries.length), (i) => {
    nearest.all(new Uint8Array((queries[i] as Float32Array).buffer));
  }).finally(() => db.close());
}

interface Usearch {
  exactSearch(
    dataset: Float32Array,
    queries: Float32Array,
    dimensions: number,
    count: number,
    metric: string,
    threads: number,
  ): unknown;
}

function measureUsearch({ dimensions, vectors, queries }: PeerData, usearch: Usearch): Promise<Spread> {
  const dataset = new Float32Array(vectors.length * dimensions);
  for (const [i, vector] of vectors.entries()) dataset.set(vector, i * dimensions);
  return cpuSpread(Math.min(15, queries.length), (i) => {
    usearch.exactSearch(dataset, queries[i] as Float32Array, dimensions, 10, 'cos', 1);
  });
}
