import type { RequestContext } from './request-context.ts';

export interface PromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
}

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** A text that a person picks in the client, filled in with arguments. */
export interface Prompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly PromptArgument[];
  /** All required arguments are present, all values are strings, and no name is unknown. */
  render(given: Readonly<Record<string, string>>, context: RequestContext): Promise<readonly PromptMessage[]>;
}
