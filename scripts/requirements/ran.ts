/** What the reports of a test run say was shown: a test that was skipped, filtered out or failed shows nothing. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The part of vitest's JSON report that is needed; `verifies` puts the ids into a test's meta. */
export interface RunReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string;
      readonly meta?: { readonly verifies?: readonly string[] };
    }[];
  }[];
}

export function shownBy(reports: readonly RunReport[]): Set<string> {
  const tests = reports.flatMap((report) => report.testResults.flatMap((file) => file.assertionResults));
  return new Set(tests.filter(({ status }) => status === 'passed').flatMap(({ meta }) => meta?.verifies ?? []));
}

/** The reports in a folder and below, as CI leaves them. */
export function readReports(folder: string): RunReport[] {
  const files = globSync('**/*.json', { cwd: folder }).filter((file) => !file.endsWith('.unhandled.json'));
  if (files.length === 0) throw new Error(`no reports of a test run in ${folder}`);
  return files.map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as RunReport);
}
