/**
 * `npm run contracts`: every contract suite with every driver of its port, and a table of what came of it. Exits with 1 when a
 * clause fails, is skipped without a reason or is kept by one engine alone, and when no FalkorDB can be started.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CONTRACTS, findContractFiles, TEST_FILES } from './contracts/contract-files.ts';
import { formatResults, readResults, type TestReport } from './contracts/contract-table.ts';
import { readSources } from './source/source-files.ts';

const root = path.join(import.meta.dirname, '..');
const [door = { path: CONTRACTS, text: '' }] = readSources(root, [CONTRACTS]);
const { files, unused } = findContractFiles(readSources(root, TEST_FILES), door);

const report = runTests(files);
const { faults, ...found } = readResults(report);
const results = { ...found, faults: [...faults, ...unused.map((name) => `nobody runs ${name}`)] };
console.log(`\n${formatResults(results)}`);
process.exitCode = results.faults.length > 0 ? 1 : 0;

function runTests(names: readonly string[]): TestReport {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-contracts-'));
  const file = path.join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const only = ['--project', 'unit', '--testNamePattern', ' contract: '];
  const env = { ...process.env, ZAPOMNI_REQUIRE_FALKORDB: '1' };
  try {
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
    spawnSync(process.execPath, [vitest, 'run', ...only, ...reporters, ...names], { cwd: root, env, stdio: 'inherit' });
    if (!existsSync(file)) throw new Error('the tests left no report');
    return JSON.parse(readFileSync(file, 'utf8')) as TestReport;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
