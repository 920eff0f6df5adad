/** Where the lines of a text are. Lines count from 1; a carriage return belongs to the white space at their ends. */
export interface LineTable {
  readonly text: string;
  readonly count: number;
  /** First character of a line; of the line after the last one, the end of the text. */
  start(line: number): number;
  isBlank(line: number): boolean;
  lineAt(offset: number): number;
}

export function lineTable(text: string): LineTable {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  // What ends with a line break has no line behind it.
  if (starts.length > 1 && starts.at(-1) === text.length) starts.pop();
  const start = (line: number): number => starts[line - 1] ?? text.length;
  return {
    text,
    count: starts.length,
    start,
    isBlank: (line) => isBlank(text, start(line), start(line + 1)),
    lineAt: (offset) => lastAtMost(starts, offset) + 1,
  };
}

function lastAtMost(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

export function isBlank(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (text.charCodeAt(i) > 0x20) return false;
  return true;
}
