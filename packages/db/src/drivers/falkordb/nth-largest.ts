/** A heap of the largest met so far, the least of them on top: nearly all values are compared with that one alone. */

/** The nth largest of at least so many values. */
export function nthLargest(values: readonly number[], nth: number): number {
  const heap = new Float64Array(nth).fill(-Infinity);
  for (const value of values) if (value > (heap[0] as number)) replaceTop(heap, value);
  return heap[0] as number;
}

function replaceTop(heap: Float64Array, value: number): void {
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    // Beyond the end there is nothing, and nothing is less than a number.
    const child = (heap[left + 1] ?? Infinity) < (heap[left] ?? Infinity) ? left + 1 : left;
    const least = heap[child] ?? Infinity;
    if (least >= value) break;
    heap[at] = least;
    at = child;
  }
  heap[at] = value;
}
