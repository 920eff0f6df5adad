/**
 * Matches URIs against templates with `{x}`, `{+x}` and `{/x}`, in time proportional to the URI whatever the template:
 * a table, filled from the end, says from which positions the rest of the template can still match, so that nothing is
 * ever tried twice.
 *
 *   {x}   one or more characters except / ? #
 *   {+x}  one or more characters of any kind
 *   {/x}  nothing, or a slash and one or more characters except / ? #
 *
 * Values are percent-decoded, and each takes as much as it can.
 */
import { ServerError } from './server-error.ts';

/** A longer URI matches nothing. */
const MAX_URI_LENGTH = 65_536;
const PIECE = /\{([^{}]*)\}|[^{}]+|[{}]/g;
const EXPRESSION = /^([+/]?)([A-Za-z_][A-Za-z0-9_.]*)$/;
const ENDS_SEGMENT = new Set(['/', '?', '#']);

type Part =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'segment' | 'any' | 'optional'; readonly name: string };

export type UriVariables = Readonly<Record<string, string>>;

export interface UriTemplate {
  readonly source: string;
  /** The variables by name; an optional one that is absent has no entry. `undefined` when the URI does not match. */
  match(uri: string): UriVariables | undefined;
}

/** Throws a ServerError when the template uses anything else. */
export function parseUriTemplate(source: string): UriTemplate {
  const parts = [...source.matchAll(PIECE)].map(([text, expression]) => toPart(source, text, expression));
  const names = parts.flatMap((part) => (part.kind === 'literal' ? [] : [part.name]));
  if (new Set(names).size < names.length) throw invalidTemplate(source, 'a name occurs twice');
  return { source, match: (uri) => (uri.length > MAX_URI_LENGTH ? undefined : match(parts, uri)) };
}

function toPart(source: string, text: string, expression: string | undefined): Part {
  if (text === '{' || text === '}') throw invalidTemplate(source, 'a brace has no partner');
  if (expression === undefined) return { kind: 'literal', text };
  const [, operator, name] = EXPRESSION.exec(expression) ?? [];
  if (name === undefined) throw invalidTemplate(source, `{${expression}} is none of {x}, {+x}, {/x}`);
  if (operator === '+') return { kind: 'any', name };
  return { kind: operator === '/' ? 'optional' : 'segment', name };
}

function invalidTemplate(source: string, why: string): ServerError {
  return new ServerError('INVALID_REGISTRATION', `URI template ${JSON.stringify(source)} cannot be used: ${why}.`);
}

/** `reach[i][p]` is 1 when the parts from `i` on can match the URI from position `p` on. */
type Reach = readonly Uint8Array[];

function match(parts: readonly Part[], uri: string): UriVariables | undefined {
  const reach = fillReach(parts, uri);
  if (reach[0]?.[0] !== 1) return undefined;
  const variables: Record<string, string> = Object.create(null) as Record<string, string>;
  let position = 0;
  for (const [index, part] of parts.entries()) {
    const end = endOf(part, uri, position, reach[index + 1]);
    if (part.kind !== 'literal' && end > position) {
      const value = decode(uri.slice(part.kind === 'optional' ? position + 1 : position, end));
      if (value === undefined) return undefined;
      variables[part.name] = value;
    }
    position = end;
  }
  return variables;
}

function fillReach(parts: readonly Part[], uri: string): Reach {
  let next = new Uint8Array(uri.length + 1);
  next[uri.length] = 1;
  const reach = [next];
  for (const part of parts.toReversed()) {
    next = part.kind === 'literal' ? beforeLiteral(part.text, uri, next) : beforeVariable(part.kind, uri, next);
    reach.unshift(next);
  }
  return reach;
}

function beforeLiteral(text: string, uri: string, next: Uint8Array): Uint8Array<ArrayBuffer> {
  const here = new Uint8Array(uri.length + 1);
  for (let at = uri.indexOf(text); at >= 0; at = uri.indexOf(text, at + 1)) here[at] = next[at + text.length] ?? 0;
  return here;
}

function beforeVariable(kind: 'segment' | 'any' | 'optional', uri: string, next: Uint8Array): Uint8Array<ArrayBuffer> {
  const here = new Uint8Array(uri.length + 1);
  for (let at = uri.length - 1; at >= 0; at -= 1) {
    if (takes(kind, uri, at)) here[at] = (next[at + 1] ?? 0) | (here[at + 1] ?? 0);
  }
  if (kind !== 'optional') return here;
  // Absent, or a slash before one or more characters.
  return next.map((absent, at) => absent | (uri[at] === '/' ? (here[at + 1] ?? 0) : 0)) as Uint8Array<ArrayBuffer>;
}

/** Where this part ends: as far on as the rest of the template allows. */
function endOf(part: Part, uri: string, position: number, next: Uint8Array | undefined): number {
  if (part.kind === 'literal') return position + part.text.length;
  let end = position;
  const first = part.kind === 'optional' ? position + 1 : position;
  if (part.kind === 'optional' && uri[position] !== '/') return position;
  for (let at = first; at < uri.length && takes(part.kind, uri, at); at += 1) if (next?.[at + 1] === 1) end = at + 1;
  return end;
}

function takes(kind: 'segment' | 'any' | 'optional', uri: string, at: number): boolean {
  return kind === 'any' || !ENDS_SEGMENT.has(uri.charAt(at));
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
