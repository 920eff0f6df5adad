/** Long texts are read block by block: what a block costs in time and memory is bounded, and so is what waits for it. */
export interface Block {
  readonly text: string;
  readonly start: number;
}

const BLOCK = 20_000;

/** Cuts at blank lines, else at ends of lines, sentences or words; only what has none of them is cut anywhere. */
export function* toBlocks(text: string): Generator<Block> {
  yield* cut(text, BLOCK);
}

/** Pieces no longer than `size`. */
export function* cut(text: string, size: number): Generator<Block> {
  for (let start = 0; start < text.length;) {
    const end = start + size >= text.length ? text.length : start + lastBreak(text.slice(start, start + size));
    yield { text: text.slice(start, end), start };
    start = end;
  }
}

function lastBreak(window: string): number {
  for (const mark of ['\n\n', '\n', '. ', ' ']) {
    const at = window.lastIndexOf(mark);
    if (at > window.length / 4) return at + mark.length;
  }
  return window.length;
}
