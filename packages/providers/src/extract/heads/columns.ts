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

/** One matrix for all heads, row by row, out of bytes and a scale for each column. */
export function headMatrix({ arrays }: HeadWeights): Float32Array {
  const matrix = new Float32Array(STATE_WIDTH * COLUMNS);
  put(matrix, 0, arrays, 'names');
  put(matrix, HIDDEN, arrays, 'relations');
  return matrix;
}

function put(matrix: Float32Array, column: number, arrays: HeadWeights['arrays'], head: string): void {
  const [bytes, scales] = [arrays[`${head}.states`], arrays[`${head}.scale`]] as [Float32Array, Float32Array];
  const width = scales.length;
  for (let row = 0; row < STATE_WIDTH; row++)
    for (let i = 0; i < width; i++)
      matrix[row * COLUMNS + column + i] = (bytes[row * width + i] as number) * (scales[i] as number);
}
