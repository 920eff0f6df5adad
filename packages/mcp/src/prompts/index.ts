/** Every prompt, in the order clients see. */
import type { ZapomniPrompt } from './define-prompt.ts';
import { explainCode } from './explain-code.ts';
import { recallContext } from './recall-context.ts';
import { rememberSession } from './remember-session.ts';
import { researchBrief } from './research-brief.ts';

export const prompts: readonly ZapomniPrompt[] = [recallContext, rememberSession, researchBrief, explainCode];
