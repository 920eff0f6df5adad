/** Every prompt, in the order clients see; those on papers for clients that have their tools. */
import { comparePapers } from './compare-papers.ts';
import type { ZapomniPrompt } from './define-prompt.ts';
import { explainCode } from './explain-code.ts';
import { literatureReview } from './literature-review.ts';
import { readPaper } from './read-paper.ts';
import { recallContext } from './recall-context.ts';
import { rememberSession } from './remember-session.ts';
import { researchBrief } from './research-brief.ts';
import { weeklyDigest } from './weekly-digest.ts';

export const prompts: readonly ZapomniPrompt[] = [recallContext, rememberSession, researchBrief, explainCode];
export const paperPrompts: readonly ZapomniPrompt[] = [literatureReview, readPaper, comparePapers];
/** For clients that have the tools of discovery. */
export const researchPrompts: readonly ZapomniPrompt[] = [weeklyDigest];
