import { transferContract } from '@zapomni/testkit/contracts';
import { openFixture } from '../testing/fixture.ts';

transferContract('sqlite to sqlite', { from: () => openFixture(), to: () => openFixture() });
