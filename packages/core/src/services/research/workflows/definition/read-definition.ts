/** A definition as it was given, checked: what is wrong with it is told by step and field. */
import { z } from 'zod';
import { ZapomniError, type FieldIssue } from '../../../../errors/index.ts';
import { parseHostPattern } from '../../../../model/host-pattern.ts';
import { definitionSchema, GIVEN_PARAMS, type WorkflowDefinition } from './definition.ts';
import { LONGEST_DEFINITION, MOST_STEPS } from './limits.ts';
import type { Step } from './steps.ts';
import { paramFault } from './params.ts';
import { addressFault } from './step-address.ts';
import { textsOf } from './step-texts.ts';
import { templateFault } from './template.ts';

const MOST_TOLD = 10;

/** INVALID_INPUT names steps and fields. */
export function readDefinition(given: unknown): WorkflowDefinition {
  const issues = tooLarge(given);
  if (issues.length > 0) throw refused(issues);
  const { data, error } = definitionSchema.safeParse(given);
  if (!data) throw refused(error.issues.flatMap((issue) => toIssues(issue)));
  const faults = [
    ...hostFaults(data),
    ...paramFaults(data),
    ...data.steps.flatMap((step, i) => stepFaults(data, step, i)),
  ];
  if (faults.length > 0) throw refused(faults);
  return data;
}

function tooLarge(given: unknown): FieldIssue[] {
  if (typeof given !== 'object' || given === null) return [{ field: 'definition', error: 'takes an object' }];
  const { steps } = given as { steps?: unknown };
  if (Array.isArray(steps) && steps.length > MOST_STEPS)
    return [{ field: 'steps', error: `has ${steps.length} steps; at most ${MOST_STEPS}` }];
  return JSON.stringify(given).length > LONGEST_DEFINITION
    ? [{ field: 'definition', error: `has more than ${LONGEST_DEFINITION} characters` }]
    : [];
}

function refused(issues: readonly FieldIssue[]): ZapomniError {
  const told = issues.slice(0, MOST_TOLD);
  const more = issues.length > told.length ? ` And ${issues.length - told.length} more.` : '';
  return new ZapomniError(
    'INVALID_INPUT',
    `${told.map(({ field, error }) => `${field}: ${error}`).join('; ')}.${more}`,
    { issues: told, hint: 'Correct the named steps and fields of the definition; docs/research.md has the format.' },
  );
}

/** Of a choice that nothing fits, what its nearest member says; where it has words of its own, those. */
function toIssues(issue: z.core.$ZodIssue, before: readonly PropertyKey[] = []): FieldIssue[] {
  const path = [...before, ...issue.path];
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ field: pathText([...path, key]), error: 'is not known here' }));
  if (issue.code === 'invalid_key') return [{ field: pathText(path), error: issue.issues[0]?.message ?? 'is no name' }];
  const error = issue.message.startsWith('Invalid input: expected') ? said(issue) : issue.message;
  return [{ field: pathText(path), error }];
}

function said(issue: z.core.$ZodIssue): string {
  if (issue.input === undefined && issue.code === 'invalid_type') return `is missing; it takes ${issue.expected}`;
  return issue.message.replace(/^Invalid input: expected /, 'takes ').replace(/, received .*$/, '');
}

/** `steps[2].fields.title.css`, steps from 1 as people count them. */
function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, i) => {
      if (typeof part !== 'number') return i === 0 ? String(part) : `.${String(part)}`;
      return `[${path[i - 1] === 'steps' && i === 1 ? part + 1 : part}]`;
    })
    .join('');
}

function hostFaults({ allow_hosts }: WorkflowDefinition): FieldIssue[] {
  return allow_hosts.flatMap((host, i) => {
    const pattern = parseHostPattern(host);
    return pattern && pattern.host !== '' && !pattern.below
      ? []
      : [{ field: `allow_hosts[${i}]`, error: 'takes the name of one host, such as example.org' }];
  });
}

function paramFaults({ params }: WorkflowDefinition): FieldIssue[] {
  return Object.entries(params).flatMap(([name, param]) => {
    const fault = param.default === undefined ? null : paramFault(param, param.default);
    return fault === null ? [] : [{ field: `params.${name}.default`, error: fault }];
  });
}

function stepFaults(definition: WorkflowDefinition, step: Step, i: number): FieldIssue[] {
  const known = new Set([...Object.keys(definition.params), ...GIVEN_PARAMS]);
  const templates = textsOf(step).flatMap(([field, text]) => {
    const fault = templateFault(text, known);
    return fault === null ? [] : [{ field: `steps[${i + 1}].${field}`, error: fault }];
  });
  const others = ownFaults(definition, step).map(([field, error]) => ({
    field: field === '' ? `steps[${i + 1}]` : `steps[${i + 1}].${field}`,
    error,
  }));
  return [...templates, ...others];
}

function ownFaults({ allow_hosts, steps }: WorkflowDefinition, step: Step): [field: string, error: string][] {
  if (step.do === 'goto') {
    const fault = addressFault(step.url, allow_hosts);
    return fault === null ? [] : [['url', fault]];
  }
  if (step.do === 'assert')
    return (step.target === undefined) === (step.url === undefined) ? [['', 'takes either a target or a url']] : [];
  if (step.do !== 'paginate') return [];
  const before = steps.slice(0, steps.indexOf(step));
  if (!before.some((one) => one.do === 'extract')) return [['', 'needs an extract before it']];
  return before.some((one) => one.do === 'paginate') ? [['', 'stands there twice; there may be one']] : [];
}
