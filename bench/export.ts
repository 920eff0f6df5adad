/**
 * Exporting a graph of 50,000 entities with their relations in each format, by the service that `export_graph` calls, into a
 * real file: how long it takes, and how much memory the process needs for it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTrial } from '../packages/db/src/drivers/sqlite/testing/open-trial.ts';
import { fillGraph } from './lib/graph-fill.ts';

const SIZE = { entities: 50_000, relations: 250_000 };

export function benchExport() {
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  try {
    const trial = openTrial(dataDir);
    fillGraph(trial, SIZE);
    trial.close();
    const script = join(import.meta.dirname, 'lib', 'export-process.ts');
    const lines = execFileSync(process.execPath, [script, dataDir], { encoding: 'utf8' });
    return Promise.resolve({
      rows: lines
        .trim()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
