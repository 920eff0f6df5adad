import { describe, test } from 'vitest';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { sharedStoreTrials } from '../../testing/shared-store.ts';
import { openFixture } from './fixture.ts';

const server = await falkordbForTests({ appendfsync: 'always' });

// Another opening shares nothing with the first but the server, as another process would; crash.test.ts has real ones.
describe.skipIf(!server)('a store on FalkorDB that several share', () => {
  const trials = sharedStoreTrials(async () => {
    const { storage, open, destroy } = openFixture(server?.url ?? '');
    return { storage, partner: () => open(), destroy };
  });
  for (const [title, run] of trials) test(title, run);
});
