/** C. */
import { cFamily } from './shared/c-family.ts';
import { ordinary } from './ordinary.ts';

export const visitor = ordinary(cFamily);
