import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSources } from '../source/source-files.ts';
import { CONTRACTS, findContractFiles, TEST_FILES } from './contract-files.ts';
import { formatResults, readResults, type TestReport } from './contract-table.ts';

const root = path.join(import.meta.dirname, '../..');

const clause = (driver: string, title: string, status = 'passed') => ({
  ancestorTitles: ['FalkorDB', `storage contract: ${driver}`, 'texts'],
  title,
  status,
});

function reportOf(...assertionResults: TestReport['testResults'][number]['assertionResults'][number][]): TestReport {
  return { testResults: [{ name: 'a.test.ts', status: 'passed', message: '', assertionResults }] };
}

describe('the table of contracts', () => {
  test('counts clauses by suite and driver, and gives the reason of each skip', () => {
    const results = readResults(
      reportOf(
        clause('sqlite', 'finds'),
        clause('sqlite', 'holds'),
        clause('falkordb', 'finds'),
        clause('falkordb', 'holds (skipped: the engine has no snapshots)', 'skipped'),
        { ancestorTitles: ['something else'], title: 'that is no contract', status: 'skipped' },
      ),
    );
    expect(results).toEqual({
      rows: [
        { suite: 'storage', driver: 'falkordb', passed: 1, failed: 0, skipped: 1 },
        { suite: 'storage', driver: 'sqlite', passed: 2, failed: 0, skipped: 0 },
      ],
      skips: ['storage, falkordb: texts › holds (the engine has no snapshots)'],
      faults: [],
    });
    expect(formatResults(results).split('\n')).toEqual([
      'suite    driver    passed  failed  skipped',
      'storage  falkordb       1       0        1',
      'storage  sqlite         2       0        0',
      'all                     3       0        1',
      '',
      'Skipped, and why:',
      '  storage, falkordb: texts › holds (the engine has no snapshots)',
    ]);
  });

  test('tells what failed, was never told of, was skipped without a reason, or was kept by one engine alone', () => {
    const { faults } = readResults(
      reportOf(
        clause('sqlite', 'fails', 'failed'),
        clause('falkordb', 'fails'),
        clause('sqlite', 'dies', 'pending'),
        clause('falkordb', 'dies', 'skipped'),
        clause('sqlite', 'alone'),
      ),
    );
    expect(faults).toEqual([
      'failed: storage, sqlite: texts › fails',
      'failed: storage, sqlite: texts › dies',
      'skipped without a reason: storage, falkordb: texts › dies',
      'not run: storage, falkordb: texts › alone',
    ]);
  });

  test('tells of a file that could not be run', () => {
    const message = 'No FalkorDB can be started here: no module\nat somewhere';
    const file = { name: 'b.test.ts', status: 'failed', message, assertionResults: [] };
    expect(readResults({ testResults: [file] }).faults).toEqual([
      'b.test.ts could not be run: No FalkorDB can be started here: no module',
    ]);
  });

  test('every contract of the testkit is run, and the files that run one are found', () => {
    const [door] = readSources(root, [CONTRACTS]);
    const { files, unused } = findContractFiles(readSources(root, TEST_FILES), door ?? { path: '', text: '' });
    expect(unused).toEqual([]);
    for (const driver of ['sqlite', 'falkordb']) {
      expect(files).toContain(`packages/db/src/drivers/${driver}/contract.test.ts`);
      expect(files).toContain(`packages/db/src/drivers/${driver}/transfer/transfer.test.ts`);
    }
    expect(findContractFiles([], { path: '', text: 'export { newContract } from "x";' }).unused).toEqual([
      'newContract',
    ]);
  });
});
