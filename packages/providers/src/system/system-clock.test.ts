import { clockContract } from '@zapomni/testkit/contracts';
import { systemClock } from './system-clock.ts';

clockContract('system', () => systemClock);
