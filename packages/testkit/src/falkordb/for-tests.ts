/** The FalkorDB of a test file. */
import { afterAll } from 'vitest';
import { startFalkordb, type FalkordbOptions, type RunningFalkordb } from './start-falkordb.ts';

/**
 * A server that ends with the file's tests. Undefined where none can be started: the tests are then to be skipped, and the
 * reason is said. In CI, and wherever ZAPOMNI_REQUIRE_FALKORDB is set, that is a failure instead.
 */
export async function falkordbForTests(options: FalkordbOptions = {}): Promise<RunningFalkordb | undefined> {
  try {
    const server = await startFalkordb(options);
    afterAll(() => server.stop());
    return server;
  } catch (error) {
    const reason = `No FalkorDB can be started here: ${error instanceof Error ? error.message : String(error)}`;
    if (isRequired()) throw new Error(reason, { cause: error });
    console.warn(`${reason}. The tests that need one are skipped.`);
    return undefined;
  }
}

function isRequired(): boolean {
  return [process.env['CI'], process.env['ZAPOMNI_REQUIRE_FALKORDB']].some(
    (value) => value !== undefined && value !== '',
  );
}
