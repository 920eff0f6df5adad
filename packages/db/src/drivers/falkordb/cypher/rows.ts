/** The engine's answers. A row is a list of values in the order of the query's columns. */
import type { Reply } from '../wire/reply-parser.ts';
import { showNul } from './literal.ts';

export type Value = string | number | boolean | null | Value[];
export type Row = readonly Value[];

/** With `--compact` each value comes with its type. */
const TYPES = { null: 1, text: 2, integer: 3, boolean: 4, double: 5, list: 6, vector: 12 } as const;

export function readRows(reply: Reply): Row[] {
  const [, rows] = tableOf(reply);
  return rows.map((row) => (row as Reply[]).map(readValue));
}

/** Of an answer without types, whose columns are whole numbers: for many rows, at a third of the cost. */
export function readNumbers(reply: Reply): (readonly number[])[] {
  const [, rows] = tableOf(reply);
  return rows as number[][];
}

/** Of an answer without types: whole numbers, texts in which nothing is hidden, and lists of numbers written as a text. */
export function readPlain(reply: Reply): (readonly (number | string)[])[] {
  const [, rows] = tableOf(reply);
  return rows as (number | string)[][];
}

/** Header, rows, statistics; of a query that gives no rows only the last. */
function tableOf(reply: Reply): [Reply, Reply[]] {
  const parts = reply as Reply[];
  return parts.length < 3 ? [null, []] : [parts[0] as Reply, parts[1] as Reply[]];
}

function readValue(typed: Reply): Value {
  const [type, value] = typed as [number, Reply];
  switch (type) {
    case TYPES.null:
      return null;
    case TYPES.boolean:
      return value === 'true';
    case TYPES.double:
      return Number(value);
    case TYPES.list:
      return (value as Reply[]).map(readValue);
    case TYPES.vector:
      return (value as Reply[]).map(Number);
    default:
      return typeof value === 'string' ? showNul(value) : (value as number);
  }
}
