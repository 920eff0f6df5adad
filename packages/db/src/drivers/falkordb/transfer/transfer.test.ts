/** Moving stores out of and into FalkorDB, from and to either engine. */
import { describe, vi } from 'vitest';
import { transferContract } from '@zapomni/testkit/contracts';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { openFixture as openSqlite } from '../../sqlite/testing/fixture.ts';
import { openFixture } from '../testing/fixture.ts';

const server = await falkordbForTests();
const falkordb = () => Promise.resolve(openFixture(server?.url ?? ''));

vi.setConfig({ testTimeout: 240_000 });

const HOLDS_NOTHING = {
  skip: {
    reason: 'the engine has no snapshots for readers',
    tests: ['a moment that is held stays as it was, whatever others write'],
  },
};

describe.skipIf(!server)('FalkorDB', () => {
  transferContract('sqlite to falkordb', { from: () => openSqlite(), to: falkordb });
  transferContract('falkordb to sqlite', { from: falkordb, to: () => openSqlite() }, HOLDS_NOTHING);
  transferContract('falkordb to falkordb', { from: falkordb, to: falkordb }, HOLDS_NOTHING);
});
