/** Which columns of the product of states and weights belong to what: first the hidden layer of the names, then the parts of that of relations. */
import type { HeadWeights } from './weights.ts';

export const STATE_WIDTH = 384;
export const HIDDEN = 128;
/** Head and tail of a pair, then what stands between, before and behind the two: once where the head comes first, once where the tail does. */
export const PARTS = ['head', 'tail', 'between', 'before', 'after', 'betweenBack', 'beforeBack', 'afterBack'] as const;
export type Part = (typeof PARTS)[number];
export const COLUMNS = HIDDEN * (1 + PARTS.length);

export function firstColumn(part: Part): number {
  return HIDDEN * (1 + PARTS.indexOf(part));
}

export interface HeadMatrix {
  /** Row by row, each from -127 to 127. */
  readonly values: Float32Array;
  /** What a column's values are to be multiplied with. */
  readonly scales: Float32Array;
}

/** One matrix for all heads. */
export function headMatrix({ arrays }: HeadWeights): HeadMatrix {
  const matrix = { values: new Float32Array(STATE_WIDTH * COLUMNS), scales: new Float32Array(COLUMNS) };
  put(matrix, 0, arrays, 'names');
  put(matrix, HIDDEN, arrays, 'relations');
  return matrix;
}

function put({ values, scales }: HeadMatrix, column: number, arrays: HeadWeights['arrays'], head: string): void {
  const [bytes, scale] = [arrays[`${head}.states`], arrays[`${head}.scale`]] as [Float32Array, Float32Array];
  const width = scale.length;
  scales.set(scale, column);
  for (let row = 0; row < STATE_WIDTH; row++)
    values.set(bytes.subarray(row * width, (row + 1) * width), row * COLUMNS + column);
}
