import { COMPILED } from './compiled.ts';
import { DATA } from './data.ts';
import { FUNCTIONAL } from './functional.ts';
import { SCRIPTS } from './scripts.ts';
import type { CodeCase } from '../code-case.ts';

export const CODE_CASES: readonly CodeCase[] = [...SCRIPTS, ...COMPILED, ...FUNCTIONAL, ...DATA];
