import { TestRunner } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** The requirements that the test shows; vitest's JSON report carries them. */
    verifies?: string[];
  }
}

/**
 * Cites the requirements that a test shows, e.g. `verifies('R042', 'D005')` as the first line of the test. The ids go into
 * the report of the run, so that `npm run requirements -- --reports` counts only tests that ran and passed; without reports
 * they are read from the source, and one that test/requirements.ts does not list is a fault.
 */
export function verifies(...ids: string[]): void {
  for (const id of ids) if (!/^[RPD]\d{3}$/.test(id)) throw new Error(`not a requirement id: ${id}`);
  const test = TestRunner.getCurrentTest();
  if (test === undefined) throw new Error(`${ids.join(', ')}: requirements are cited inside a test`);
  test.meta.verifies = [...(test.meta.verifies ?? []), ...ids];
}
