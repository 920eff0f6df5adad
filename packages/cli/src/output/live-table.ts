/** A table on stderr that is drawn again in its place while something goes on. Without a terminal there it draws nothing. */
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

export function createLiveTable(terminal: Terminal, head: readonly string[]): LiveTable {
  const { stderr, drawingWidth, paintNote } = terminal;
  if (drawingWidth === 0) return { isDrawn: false, update: () => undefined, clear: () => undefined };
  let [lines, drawnAt] = [0, -Infinity];
  const back = (): string => (lines === 0 ? '' : `\u001b[${lines}A\r\u001b[J`);
  return {
    isDrawn: true,
    update(rows) {
      const now = performance.now();
      if (now - drawnAt < REDRAW_MS) return;
      drawnAt = now;
      const most = Math.max(2, (stderr.rows || 24) - 2);
      const shown = rows.slice(0, most);
      const table = renderTable(head, shown, { width: drawingWidth, paint: paintNote });
      const rest = rows.length > shown.length ? `\n… and ${rows.length - shown.length} more` : '';
      stderr.write(`${back()}${table}${rest}\n`);
      lines = shown.length + 1 + (rest === '' ? 0 : 1);
    },
    clear() {
      stderr.write(back());
      lines = 0;
    },
  };
}
