import { storageContract } from '@zapomni/testkit/contracts';
import { openFixture } from './trials/fixture.ts';

storageContract('sqlite', () => openFixture());
