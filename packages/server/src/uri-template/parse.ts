/** Takes a template apart into literals and expressions (RFC 6570, section 2), or says what is wrong with it. */
import { ServerError } from '../server-error.ts';
import { isOperator, type Operator } from './operators.ts';

export interface VariableSpec {
  readonly name: string;
  /** `{x*}`: each member of a list or map stands by itself. */
  readonly explode: boolean;
  /** `{x:3}`: at most so many characters. */
  readonly limit: number;
}

export interface Expression {
  readonly operator: Operator;
  readonly variables: readonly VariableSpec[];
}

export type Part = { readonly literal: string } | { readonly expression: Expression };

const PIECE = /\{([^{}]*)\}|[^{}]+|[{}]/g;
const VARIABLE = /^((?:\w|%[0-9A-Fa-f]{2})(?:\.?(?:\w|%[0-9A-Fa-f]{2}))*)(\*|:[1-9]\d{0,3})?$/;
/** Section 2.1 keeps these out of literals. */
const FORBIDDEN_LITERAL = /[\p{Cc} "<>\\^`|]|%(?![0-9A-Fa-f]{2})/u;

/** Throws a ServerError `INVALID_REGISTRATION`. */
export function parseParts(source: string): Part[] {
  return [...source.matchAll(PIECE)].map(([text, inner]) => {
    if (inner !== undefined) return { expression: parseExpression(source, inner) };
    if (text === '{' || text === '}') throw invalid(source, 'a brace has no partner');
    if (FORBIDDEN_LITERAL.test(text)) {
      throw invalid(
        source,
        'a character outside the braces must be percent-encoded (spaces, quotes, <>\\^`| and a lone %)',
      );
    }
    return { literal: text };
  });
}

function parseExpression(source: string, inner: string): Expression {
  const first = inner.charAt(0);
  const operator = first !== '' && isOperator(first) ? first : '';
  const variables = inner.slice(operator.length).split(',');
  return { operator, variables: variables.map((text) => parseVariable(source, inner, text)) };
}

function parseVariable(source: string, inner: string, text: string): VariableSpec {
  const [, name, modifier = ''] = VARIABLE.exec(text) ?? [];
  if (name === undefined) {
    throw invalid(
      source,
      `in {${inner}}, ${JSON.stringify(text)} is no variable (letters, digits, _ and dots between them; then * or :1 to :9999 or nothing)`,
    );
  }
  const limit = modifier.startsWith(':') ? Number(modifier.slice(1)) : Number.POSITIVE_INFINITY;
  return { name, explode: modifier === '*', limit };
}

function invalid(source: string, why: string): ServerError {
  const shown = JSON.stringify(source.slice(0, 200));
  return new ServerError('INVALID_REGISTRATION', `URI template ${shown} cannot be used: ${why}.`);
}
