/** One more step, said in the words of single arguments. */
import { invalidField } from '../../../../errors/index.ts';
import type { WorkflowAction } from '../../words.ts';
import type { WorkflowDefinition } from './definition.ts';
import { MOST_STEPS } from './limits.ts';

export interface NewAction {
  readonly action: WorkflowAction;
  readonly selector?: string | undefined;
  readonly value?: string | undefined;
  /** From 1: it becomes this one, and those from there on move; the last where left out. */
  readonly stepNumber?: number | undefined;
  /** Further fields of the step, as the format of steps has them. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** The definition with the step in it, not yet checked. */
export function withAction(definition: WorkflowDefinition, action: NewAction): { definition: object; number: number } {
  const { steps } = definition;
  const number = action.stepNumber ?? steps.length + 1;
  if (number > steps.length + 1)
    throw invalidField(
      'step_number',
      `the workflow has ${steps.length} steps, so that 1–${steps.length + 1} is possible`,
    );
  if (steps.length >= MOST_STEPS) throw invalidField('action_type', `the workflow has ${MOST_STEPS} steps already`);
  return { definition: { ...definition, steps: steps.toSpliced(number - 1, 0, toStep(action) as never) }, number };
}

function toStep({ action, selector, value, config }: NewAction): object {
  const target = selector === undefined ? {} : { target: { css: selector } };
  if (action === 'navigate') return { do: 'goto', ...needed('value', value, 'url'), ...config };
  if (action === 'click') return { do: 'click', ...target, ...config };
  if (action === 'type') return { do: 'fill', ...target, ...typed(value, config) };
  if (action === 'wait') return { do: 'wait', for: waitedFor(selector, value), ...config };
  if (action === 'scroll')
    return { do: 'scroll', ...(value === undefined ? {} : { screens: Number(value) }), ...config };
  if (action === 'screenshot') return { do: 'screenshot', ...config };
  return extracting(selector, value, config);
}

function needed(field: string, value: string | undefined, as: string): object {
  if (value === undefined || value === '') throw invalidField(field, 'is needed for this action');
  return { [as]: value };
}

/** `{"secret": "NAME"}` of the config stands for a value that only the user knows. */
function typed(value: string | undefined, config: Readonly<Record<string, unknown>>): object {
  const { secret, ...rest } = config;
  return { ...(secret === undefined ? needed('value', value, 'value') : { value: { secret } }), ...rest };
}

function waitedFor(selector: string | undefined, value: string | undefined): object {
  if (selector !== undefined) return { css: selector };
  return value === undefined ? { load: 'load' } : /^\d+$/.test(value) ? { ms: Number(value) } : { url: value };
}

/** With fields, the selector is what stands around one result; without, it is the one field, under the name that the value is. */
function extracting(
  selector: string | undefined,
  value: string | undefined,
  config: Readonly<Record<string, unknown>>,
): object {
  const { fields, take, ...rest } = config;
  const each = selector === undefined ? {} : { each: { css: selector } };
  if (fields !== undefined) return { do: 'extract', ...each, fields, ...rest };
  if (selector === undefined) throw invalidField('selector', 'is needed, or fields in action_config');
  const field = { css: selector, ...(take === undefined ? {} : { take }) };
  return { do: 'extract', fields: { [value ?? 'text']: field }, ...rest };
}
