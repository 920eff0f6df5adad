/** Puts values into a template (RFC 6570, section 3). */
import { ServerError } from '../server-error.ts';
import { OPERATORS, type OperatorRules } from './operators.ts';
import type { Expression, Part, VariableSpec } from './parse.ts';
import { encodeReserved, encodeUnreserved } from './percent.ts';

type Scalar = string | number | boolean;
type Absent = null | undefined;
/** What a variable may be given. Absent members are left out; an empty list or map is absent itself. */
export type UriInput = Scalar | Absent | readonly (Scalar | Absent)[] | Readonly<Record<string, Scalar | Absent>>;

interface Writing {
  readonly rules: OperatorRules;
  readonly variable: VariableSpec;
  encode(text: string): string;
}

/** Throws a ServerError for `{x:3}` with a list or a map, which the RFC leaves undefined. */
export function expandParts(parts: readonly Part[], values: Readonly<Record<string, UriInput>>): string {
  return parts
    .map((part) => ('literal' in part ? encodeReserved(part.literal) : expandExpression(part.expression, values)))
    .join('');
}

function expandExpression({ operator, variables }: Expression, values: Readonly<Record<string, UriInput>>): string {
  const rules = OPERATORS[operator];
  const encode = rules.reserved ? encodeReserved : encodeUnreserved;
  const written = variables.flatMap((variable) => {
    const value = Object.hasOwn(values, variable.name) ? values[variable.name] : undefined;
    return expandValue({ rules, variable, encode }, value);
  });
  return written.length === 0 ? '' : rules.first + written.join(rules.separator);
}

/** The pieces that go between separators: none when the value is absent. */
function expandValue(writing: Writing, value: UriInput): string[] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') return [expandScalar(writing, String(value))];
  const { variable } = writing;
  if (variable.limit !== Number.POSITIVE_INFINITY) {
    throw new ServerError(
      'INVALID_REGISTRATION',
      `{${variable.name}:${variable.limit}} takes text, not a list or a map.`,
    );
  }
  const members = membersOf(value);
  if (members.length === 0) return [];
  return variable.explode ? expandMembers(writing, members) : [joinMembers(writing, members)];
}

function expandScalar({ rules, variable, encode }: Writing, text: string): string {
  const limited = text.length <= variable.limit ? text : [...text].slice(0, variable.limit).join('');
  return rules.named ? pair(rules, variable.name, encode(limited)) : encode(limited);
}

type Member = readonly [key: string | undefined, value: string];

function membersOf(value: Exclude<UriInput, Scalar | Absent>): Member[] {
  const entries: (readonly [string | undefined, Scalar | Absent])[] = Array.isArray(value)
    ? value.map((member: Scalar | Absent) => [undefined, member] as const)
    : Object.entries(value as Readonly<Record<string, Scalar | Absent>>);
  return entries.flatMap(([key, member]) =>
    member === undefined || member === null ? [] : [[key, String(member)] as const],
  );
}

/** Each member by itself: a map's under their own names, a list's under the variable's when the operator names values. */
function expandMembers({ rules, variable, encode }: Writing, members: readonly Member[]): string[] {
  return members.map(([key, value]) => {
    if (key !== undefined && rules.named) return pair(rules, encode(key), encode(value));
    if (key !== undefined) return `${encode(key)}=${encode(value)}`;
    return rules.named ? pair(rules, variable.name, encode(value)) : encode(value);
  });
}

function joinMembers({ rules, variable, encode }: Writing, members: readonly Member[]): string {
  const joined = members.flatMap(([key, value]) =>
    key === undefined ? [encode(value)] : [encode(key), encode(value)],
  );
  return rules.named ? pair(rules, variable.name, joined.join(',')) : joined.join(',');
}

function pair(rules: OperatorRules, name: string, value: string): string {
  return value === '' ? name + rules.afterEmptyName : `${name}=${value}`;
}
