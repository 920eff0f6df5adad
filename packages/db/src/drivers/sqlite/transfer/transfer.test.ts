import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transferContract } from '@zapomni/testkit/contracts';
import { openFixture } from '../testing/fixture.ts';

// As in the storage contract: half the time to start a worker from sources.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'zapomni-compile-cache');

transferContract('sqlite to sqlite', { from: () => openFixture(), to: () => openFixture() });
