/** One item that cannot be stored must not keep the others of its portion from being so: it is found out before. */
import { ZapomniError } from '../../errors/index.ts';
import { checkText, readFacts, type MemoryDraft } from '../memory/draft.ts';

/** Null for what can be. The same checks as storing makes. */
export function whyNotStorable(draft: MemoryDraft, maxTextLength: number): string | null {
  try {
    checkText(draft.text, maxTextLength);
    readFacts(draft);
    return null;
  } catch (error) {
    if (!(error instanceof ZapomniError)) throw error;
    return error.message.replace(/\.$/, '');
  }
}
