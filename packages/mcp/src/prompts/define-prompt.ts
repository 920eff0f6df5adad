/** A prompt is data and a function that writes one message, for a model to act on, from what is remembered. */
import type { App } from '@zapomni/core';
import { invalidField, underNames, type FieldNames } from '@zapomni/core/errors';
import type { Prompt, PromptArgument } from '@zapomni/server';
import { bindSuggest, toProtocolError, type Suggest, type ZapomniRequest } from '../zapomni-request.ts';
import { suggestWorkspaces } from '../suggestions.ts';

export interface ZapomniPromptArgument extends Omit<PromptArgument, 'complete'> {
  readonly complete?: Suggest;
}

export interface ZapomniPrompt extends Pick<Prompt, 'name'> {
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly ZapomniPromptArgument[];
  /** What services call an argument that has another name here: errors name it as the caller knows it. */
  readonly fieldNames?: FieldNames;
  /** The message, as the user would say it. */
  write(given: Readonly<Record<string, string>>, request: ZapomniRequest): Promise<string>;
}

export const workspaceArgument: ZapomniPromptArgument = {
  name: 'workspace',
  description: "The session's by default.",
  complete: suggestWorkspaces,
};

const [LEAST, MOST, USUAL] = [100, 50_000, 2000];

export const budgetArgument: ZapomniPromptArgument = {
  name: 'budget_tokens',
  description: `How much of the memory to show, ${LEAST}–${MOST}; ${USUAL} by default.`,
  complete: (typed) => ['1000', String(USUAL), '4000', '8000', '16000'].filter((value) => value.startsWith(typed)),
};

/** The budget asked for, or INVALID_INPUT that says what one looks like. */
export function readBudget(given: Readonly<Record<string, string>>): number {
  const asked = given['budget_tokens']?.trim() ?? '';
  if (asked === '') return USUAL;
  const budget = /^\d+$/.test(asked) ? Number(asked) : Number.NaN;
  if (budget >= LEAST && budget <= MOST) return budget;
  throw invalidField('budget_tokens', `must be a whole number from ${LEAST} to ${MOST}`);
}

/** What a required argument says, or INVALID_INPUT: a form that was left blank sends nothing but spaces. */
export function readText(given: Readonly<Record<string, string>>, name: string): string {
  const text = given[name]?.trim() ?? '';
  if (text === '') throw invalidField(name, 'must not be empty');
  return text;
}

/** The prompt as the base server registers it. */
export function bindPrompt({ write, fieldNames, arguments: expected, ...facts }: ZapomniPrompt, app: App): Prompt {
  return {
    ...facts,
    arguments: expected.map(({ complete, ...argument }) => ({
      ...argument,
      ...(complete ? { complete: bindSuggest(complete, app) } : {}),
    })),
    async render(given, context) {
      try {
        return [{ role: 'user', text: await write(given, { ...context, app }) }];
      } catch (error) {
        throw toProtocolError(underNames(error, { workspace_id: workspaceArgument.name, ...fieldNames }));
      }
    },
  };
}
