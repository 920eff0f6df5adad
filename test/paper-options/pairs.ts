/**
 * For every option of every tool of papers two values, and what the others are meanwhile. The two calls must come out otherwise, in what they
 * answer or, where a third part says so, in what another tool then sees.
 */
import { COLLECTION } from './collection.ts';
import { PAPERS } from './papers.ts';
import type { ToolPairs } from './pair.ts';
import { RESEARCH } from './research.ts';

export const PAIRS: Readonly<Record<string, ToolPairs>> = { ...PAPERS, ...RESEARCH, ...COLLECTION };
