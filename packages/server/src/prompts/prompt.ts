import type { Complete } from '../completion/complete.ts';
import type { ContentBlock } from '../protocol/content-block.ts';
import type { InputRequired } from '../client/input-required.ts';
import type { HandlerContext } from '../dispatch/request-context.ts';

export interface PromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
  /** Suggests values while the argument is typed. */
  readonly complete?: Complete;
}

/** Text, or a block of another kind. */
export type PromptMessage = { readonly role: 'user' | 'assistant' } & (
  | { readonly text: string }
  | { readonly content: ContentBlock }
);

/** A text that a person picks in the client, filled in with arguments. */
export interface Prompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly PromptArgument[];
  /**
   * All required arguments are present, all values are strings, and no name is unknown. To ask the client for more it
   * returns `inputRequired(…)`.
   */
  render(
    given: Readonly<Record<string, string>>,
    context: HandlerContext,
  ): Promise<readonly PromptMessage[] | InputRequired>;
}
