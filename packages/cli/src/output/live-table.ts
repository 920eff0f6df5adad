/** A table on stderr that is drawn again in its place while something goes on. Without a terminal there it draws nothing. */
import { fit } from './display-width.ts';
import { renderTable } from './table.ts';
import type { Terminal } from './terminal.ts';

export interface LiveTable {
  /** False where nothing is drawn. */
  readonly isDrawn: boolean;
  update(rows: readonly (readonly string[])[]): void;
  /** Takes the table away. */
  clear(): void;
}

const REDRAW_MS = 100;
/** Of the line, for the first column: a long name leaves room for what happens. */
const FIRST_SHARE = 0.4;

export function createLiveTable(terminal: Terminal, head: readonly string[]): LiveTable {
  const { stderr, drawingWidth, paintNote } = terminal;
  if (drawingWidth === 0) return { isDrawn: false, update: () => undefined, clear: () => undefined };
  let [lines, drawnAt, drawn] = [0, -Infinity, ''];
  const back = (): string => (lines === 0 ? '' : `\u001b[${lines}A\r\u001b[J`);
  return {
    isDrawn: true,
    update(rows) {
      const now = performance.now();
      if (now - drawnAt < REDRAW_MS) return;
      const frame = linesOf(head, rows, { width: stderr.columns || drawingWidth, height: stderr.rows || 24 });
      // What is drawn again as it is only flickers.
      if (frame.join('\n') === drawn) return;
      [drawnAt, drawn] = [now, frame.join('\n')];
      const [first = '', ...others] = frame;
      stderr.write(`${back()}${[paintNote('bold', first), ...others].join('\n')}\n`);
      lines = frame.length;
    },
    clear() {
      stderr.write(back());
      [lines, drawn] = [0, ''];
    },
  };
}

/** As many as fit above the cursor, none so long that it would wrap: then the lines could not be counted. */
function linesOf(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { width, height }: { readonly width: number; readonly height: number },
): string[] {
  const shown = rows.slice(0, Math.max(1, height - 3));
  const most = Math.max(8, Math.floor(width * FIRST_SHARE));
  const cut = shown.map(([first = '', ...others]) => [fit(first, most), ...others]);
  const table = renderTable(head, cut, { width: width - 1, paint: (_style, text) => text }).split('\n');
  const rest = rows.length > shown.length ? [`… and ${rows.length - shown.length} more`] : [];
  return [...table, ...rest].map((line) => fit(line, width - 1));
}
