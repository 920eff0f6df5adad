import { KEPT_CHANGES, storageContract } from '@zapomni/testkit/contracts';
import { openFixture } from './testing/fixture.ts';

storageContract('sqlite', () => openFixture({ keptChanges: KEPT_CHANGES }));
