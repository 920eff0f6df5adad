/**
 * A URI template of RFC 6570, levels 1 to 4, parsed once and then used both ways.
 *
 * What a template takes when a URI is read:
 *
 *   {x}       one or more characters except / ? #
 *   {+x}      one or more characters of any kind
 *   {#x}      nothing, or # and one or more characters of any kind
 *   {.x} {/x} nothing, or a dot or slash and one or more characters except / ? #
 *   {;x}      nothing, or ;x or ;x=value; the value may be empty and has none of ; / ? #
 *   {?x} {&x} nothing, or ?x=value or &x=value; the value may be empty and has none of & #
 *   {a,b}     values by position, the left ones filled first; after ; ? & pairs in any order and number
 *   {x:3}     at most three characters
 *   {x*}      as many members as there are: a list, or a map when each is `key=value`
 *
 * Values are percent-decoded. `scan.ts` says which reading is taken where several are possible.
 */
import { collect, type UriVariables } from './collect.ts';
import { expandParts, type UriInput } from './expand.ts';
import { parseParts } from './parse.ts';
import { normaliseTriplets } from './percent.ts';
import { compile } from './program.ts';
import { scan } from './scan.ts';

/** A longer URI matches nothing. */
const MAX_URI_LENGTH = 262_144;

export interface UriTemplate {
  readonly source: string;
  /** Names in order of appearance, each once. */
  readonly variables: readonly string[];
  /** Characters outside the braces: of several templates that match, the one with more says more about the URI. */
  readonly literalLength: number;
  /** Variables without a value are left out. Throws a ServerError for `{x:3}` with a list or a map. */
  expand(values: Readonly<Record<string, UriInput>>): string;
  /** `undefined` when the URI does not match. Takes time in proportion to the URI. */
  match(uri: string): UriVariables | undefined;
}

/** Throws a ServerError `INVALID_REGISTRATION` that says what is wrong with the template. */
export function parseUriTemplate(source: string): UriTemplate {
  const parts = parseParts(source);
  const program = compile(parts);
  const names = parts.flatMap((part) => ('literal' in part ? [] : part.expression.variables.map(({ name }) => name)));
  const [first] = parts;
  // Most URIs belong to another template, and are told by how they begin.
  const beginnings = program.start.kind === 'text' && first && 'literal' in first ? program.start.texts : [''];
  return {
    source,
    variables: [...new Set(names)],
    literalLength: parts.reduce((sum, part) => sum + ('literal' in part ? part.literal.length : 0), 0),
    expand: (values) => expandParts(parts, values),
    match(uri) {
      if (uri.length > MAX_URI_LENGTH) return undefined;
      const normal = normaliseTriplets(uri);
      if (!beginnings.some((beginning) => normal.startsWith(beginning))) return undefined;
      const { captures } = scan(program, normal);
      return captures && collect(captures);
    },
  };
}
