/** An answer as the hooks of clients want it: what to put before the model, or nothing. A hook never fails: whoever types waits for it. */
import type { Given } from '@zapomni/core/recall';
import { z } from 'zod';

export const hookAnswer = z.object({
  hookSpecificOutput: z.object({ hookEventName: z.string(), additionalContext: z.string() }).optional(),
});

type HookAnswer = z.input<typeof hookAnswer>;

/** Longer than a client waits. */
export const HOOK_TIMEOUT_MS = 3000;

export async function answerHook(hookEventName: string, give: () => Promise<Given>): Promise<HookAnswer> {
  const { text } = await give().catch(() => ({ text: '' }));
  return text === '' ? {} : { hookSpecificOutput: { hookEventName, additionalContext: text } };
}

/** Clients put an empty text in the place of what an event does not have. */
export const orNothing = (text: string | undefined): string | undefined => text || undefined;
