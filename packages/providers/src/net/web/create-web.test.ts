import { webContract } from '@zapomni/testkit/contracts';
import { createWeb } from './create-web.ts';

webContract('guarded', createWeb);
