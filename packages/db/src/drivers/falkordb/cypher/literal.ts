/**
 * Values as Cypher writes them. This is the engine's way of binding: parameters stand before the query, each written by
 * this file and by nothing else, and the query names them.
 *
 * The engine ends a text at a NUL, and its indexes take U+0001 for the end of a value: so both are written as two characters
 * and read back as one; so is the character that marks them. The order of texts stays.
 */
import { ZapomniError } from '@zapomni/core/errors';

export type Param =
  | string
  | number
  | boolean
  | null
  | undefined
  | Float32Array
  | readonly Param[]
  | { readonly [name: string]: Param };

export type Params = Readonly<Record<string, Param>>;

const MARK = '\u0002';
const HIDDEN = new RegExp(`[\0\u0001${MARK}]`, 'g');
const LETTERS = 'abc';
const NAME = /^[a-zA-Z][a-zA-Z0-9_]*$/;

/** Stands before a query. */
export function writeParams(params: Params): string {
  const parts = Object.entries(params).map(([name, value]) => `${checkName(name)}=${toLiteral(value)}`);
  return parts.length === 0 ? '' : `CYPHER ${parts.join(' ')} `;
}

function toLiteral(value: Param): string {
  switch (typeof value) {
    case 'string':
      return toText(value);
    case 'number':
      return toNumber(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'undefined':
      return 'null';
    default:
      return toStructure(value);
  }
}

function toStructure(value: null | Float32Array | readonly Param[] | { readonly [name: string]: Param }): string {
  if (value === null) return 'null';
  if (value instanceof Float32Array) return toVector(value);
  if (Array.isArray(value)) return `[${(value as readonly Param[]).map(toLiteral).join(',')}]`;
  const fields = Object.entries(value).map(([name, field]) => `${checkName(name)}:${toLiteral(field as Param)}`);
  return `{${fields.join(',')}}`;
}

function checkName(name: string): string {
  if (!NAME.test(name)) throw new ZapomniError('INTERNAL', 'A parameter has a name that cannot be bound.');
  return name;
}

function toText(text: string): string {
  return `"${hideNul(text).replaceAll(/["\\]/g, '\\$&')}"`;
}

/** Whole numbers as such, all others with a point or an exponent: the engine tells the two apart. */
function toNumber(value: number): string {
  if (!Number.isFinite(value)) throw new ZapomniError('INVALID_INPUT', 'A number is not finite.');
  if (Number.isSafeInteger(value)) return String(Object.is(value, -0) ? 0 : value);
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** Nine digits tell any two of its numbers apart. */
function toVector(vector: Float32Array): string {
  return `[${Array.from(vector, toPart).join(',')}]`;
}

/** Nearly all parts are of these sizes, and whole numbers are written three times as fast. */
const SIZES = [0.1, 0.01, 0.001, 0.0001].map((least, i) => ({ least, scale: 10 ** (9 + i), power: `e-${9 + i}` }));

function toPart(part: number): string {
  const size = Math.abs(part);
  const known = size < 1 ? SIZES.find(({ least }) => size >= least) : undefined;
  if (known) return Math.round(part * known.scale) + known.power;
  const text = toNumber(Number(part.toPrecision(9)));
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function hideNul(text: string): string {
  return text.replaceAll(HIDDEN, (hidden) => MARK + LETTERS.charAt(hidden.charCodeAt(0)));
}

/** What was written as `hideNul` does, as it was. */
export function showNul(text: string): string {
  if (!text.includes(MARK)) return text;
  const [first = '', ...marked] = text.split(MARK);
  return first + marked.map((part) => String.fromCharCode(LETTERS.indexOf(part.charAt(0))) + part.slice(1)).join('');
}
