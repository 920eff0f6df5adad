/**
 * Says in plain words what is wrong with a tool's arguments, so that a model can correct the call: the field, the
 * constraint, the names that exist. A message that the schema's author wrote is kept.
 */
import type { z } from 'zod';
import type { ErrorReport, ReportedIssue } from './error-report.ts';
import { nearestNames } from './nearest-names.ts';

type Issue = z.core.$ZodRawIssue;

/** The error map for one parse; zod prefers a schema's own message over it. */
export function plainMessage(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return typeMessage(issue.expected, issue.input);
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${listed(issue.values)}${wordsMeant(issue.input, issue.values)}`;
    case 'too_small':
      return `must ${atLeast(issue)}`;
    case 'too_big':
      return `must ${atMost(issue)}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return issue.format === 'regex' ? `must match ${issue.pattern}` : `must be a valid ${issue.format}`;
    case 'unrecognized_keys':
      return 'is not a known name';
    case 'invalid_union':
      return unionMessage(issue.errors);
    default:
      return undefined;
  }
}

function listed(values: readonly unknown[]): string {
  return values.map((one) => JSON.stringify(one)).join(', ');
}

/** What a misspelt word may have been meant for. */
function wordsMeant(said: unknown, values: readonly unknown[]): string {
  const words = values.filter((one) => typeof one === 'string');
  const near = typeof said === 'string' && words.length > 1 ? nearestNames(said, words) : [];
  return near.length === 0 ? '' : `; nearest: ${listed(near)}`;
}

function typeMessage(expected: string, input: unknown): string {
  if (expected === 'nonoptional') return 'is required';
  return input === undefined ? `is required (${article(expected)})` : `must be ${article(expected)}`;
}

const UNITS: Record<string, string> = {
  string: 'characters',
  array: 'items',
  set: 'items',
  map: 'entries',
  file: 'bytes',
};

interface Bound {
  readonly origin: string;
  readonly inclusive?: boolean;
}

function atLeast({ origin, minimum, inclusive }: Bound & { readonly minimum: number | bigint }): string {
  const unit = UNITS[origin];
  if (unit !== undefined) return `have at least ${minimum} ${unit}`;
  return inclusive === false ? `be greater than ${minimum}` : `be at least ${minimum}`;
}

function atMost({ origin, maximum, inclusive }: Bound & { readonly maximum: number | bigint }): string {
  const unit = UNITS[origin];
  if (unit !== undefined) return `have at most ${maximum} ${unit}`;
  return inclusive === false ? `be less than ${maximum}` : `be at most ${maximum}`;
}

function article(type: string): string {
  if (type === 'int') return 'an integer';
  if (type === 'record') return 'an object';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** When one form was clearly meant, what is wrong with it; otherwise the forms there are. */
function unionMessage(branches: readonly (readonly z.core.$ZodIssue[])[]): string {
  const meant = branches.filter((issues) => !issues.some(isWrongKind));
  if (meant.length === 1) return (meant[0] ?? []).map(withPath).join('; ');
  const kinds = branches.flatMap((issues) => issues.filter(isWrongKind)).map(({ expected }) => article(expected));
  return kinds.length === 0 ? 'has none of the allowed forms' : `must be ${[...new Set(kinds)].join(' or ')}`;
}

function isWrongKind(issue: z.core.$ZodIssue): issue is z.core.$ZodIssueInvalidType {
  return issue.code === 'invalid_type' && issue.path.length === 0;
}

function withPath({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${fieldPath(path)} ${message}`;
}

const UNKNOWN = 'is not a known name';

/** One entry per field; an unknown name is a field of its own. */
export function toReportedIssues(issues: readonly z.core.$ZodIssue[]): ReportedIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [{ field: fieldPath(issue.path), error: issue.message }];
    return issue.keys.map((key) => ({ field: fieldPath([...issue.path, key]), error: UNKNOWN }));
  });
}

function fieldPath(path: readonly PropertyKey[]): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return text === '' ? 'arguments' : text.replace(/^\./, '');
}

/** The reply to arguments that a tool does not take. `names` are the tool's own, those it requires marked. */
export function invalidArguments(
  tool: string,
  issues: readonly ReportedIssue[],
  names: readonly string[],
): ErrorReport {
  const told = issues.map(({ field, error }) => ({
    field: shorten(field),
    error: error + meantName(field, error, names),
  }));
  const problems = told.map(({ field, error }) => `${field}: ${error}.`).join(' ');
  const expected = names.length === 0 ? 'This tool takes no arguments.' : `Expected arguments: ${names.join(', ')}.`;
  return {
    code: 'INVALID_INPUT',
    message: `Invalid arguments for ${tool}. ${problems}`,
    hint: `${expected} Correct the named fields and call again.`,
    retryable: false,
    class: 'validation',
    issues: told,
  };
}

function meantName(field: string, error: string, names: readonly string[]): string {
  const known = names.map((name) => name.replace(/ \(.*/, ''));
  const near = error === UNKNOWN ? nearestNames(field, known) : [];
  return near.length === 0 ? '' : `; nearest: ${near.join(', ')}`;
}

/** A made-up name comes from the caller and may be of any length. */
function shorten(field: string): string {
  return field.length <= 100 ? field : `${field.slice(0, 100)}…`;
}
