/** Values of a run: what the caller gave, what the definition has for it, each of its type, all as texts in the end. */
import { ZapomniError, type FieldIssue } from '../../../../errors/index.ts';
import { GIVEN_PARAMS, type ParamDefinition, type ParamValue, type WorkflowDefinition } from './definition.ts';
import { textsOf } from './step-texts.ts';
import { namesIn } from './template.ts';

/** Null where the value is of the type. */
export function paramFault({ type }: ParamDefinition, value: ParamValue): string | null {
  if (type === 'integer') return Number.isInteger(value) ? null : 'takes a whole number';
  if (type === 'number') return typeof value === 'number' ? null : 'takes a number';
  if (type === 'boolean') return typeof value === 'boolean' ? null : 'takes true or false';
  if (typeof value !== 'string') return 'takes a text';
  return type === 'date' && !isDay(value) ? 'takes a day, YYYY-MM-DD' : null;
}

function isDay(text: string): boolean {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export interface RunValues {
  readonly keywords: readonly string[];
  readonly dateFrom: string | null;
  readonly dateUntil: string | null;
  readonly limit: number;
  readonly params: Readonly<Record<string, ParamValue>>;
}

/** Names under which words to search for are put in, where a definition does not use `keywords` itself. */
const WORDS = ['keywords', 'query', 'q'];

/** Which parameter takes the keywords; null where no step asks for them. */
export function keywordParam(definition: WorkflowDefinition): string | null {
  const used = new Set(definition.steps.flatMap((step) => textsOf(step).flatMap(([, text]) => namesIn(text))));
  return WORDS.find((name) => used.has(name)) ?? null;
}

/** INVALID_INPUT names parameters that are missing, unknown or of another type. */
export function valuesFor(definition: WorkflowDefinition, values: RunValues): Record<string, string> {
  const { params } = definition;
  const issues: FieldIssue[] = Object.keys(values.params)
    .filter((name) => !Object.hasOwn(params, name))
    .map((name) => ({ field: `params.${name.slice(0, 40)}`, error: `is no parameter of it${named(params)}` }));
  const filled: Record<string, string> = {
    ...Object.fromEntries(GIVEN_PARAMS.map((name) => [name, ''])),
    ...given(definition, values),
  };
  for (const [name, param] of Object.entries(params)) {
    const value = Object.hasOwn(values.params, name) ? values.params[name] : filled[name] || param.default;
    const isGiven = Object.hasOwn(values.params, name) && value !== undefined;
    const fault = isGiven ? paramFault(param, value) : null;
    if (fault !== null) issues.push({ field: `params.${name}`, error: fault });
    if (param.required && (value === undefined || value === ''))
      issues.push({ field: `params.${name}`, error: 'is needed' });
    filled[name] = value === undefined ? '' : String(value);
  }
  if (issues.length === 0) return filled;
  throw new ZapomniError('INVALID_INPUT', `${issues.map(({ field, error }) => `${field}: ${error}`).join('; ')}.`, {
    issues,
  });
}

function named(params: WorkflowDefinition['params']): string {
  const names = Object.keys(params);
  return names.length === 0 ? ', which has none' : `; there are ${names.join(', ')}`;
}

function given(
  definition: WorkflowDefinition,
  { keywords, dateFrom, dateUntil, limit }: RunValues,
): Record<string, string> {
  const words = keywordParam(definition);
  return {
    ...(words === null || keywords.length === 0 ? {} : { [words]: keywords.join(' ') }),
    ...(dateFrom === null ? {} : { date_from: dateFrom }),
    ...(dateUntil === null ? {} : { date_until: dateUntil }),
    limit: String(limit),
  };
}
