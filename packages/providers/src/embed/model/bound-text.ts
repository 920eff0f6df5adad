import { BUILTIN_MODEL } from '../builtin-model.ts';

/** 16 characters for each token the model can read; what lies beyond would be cut anyway, after costly tokenising. */
const MAX_CHARACTERS = BUILTIN_MODEL.maxTokens * 16;

/** Bounds what a text costs, without cutting a surrogate pair; lone surrogates become U+FFFD, which the model ignores. */
export function boundText(text: string): string {
  return text.slice(0, MAX_CHARACTERS).toWellFormed();
}
