/** A bar on stderr while something takes long. Without a terminal there it draws nothing. */
import { fit } from './display-width.ts';
import type { Terminal } from './terminal.ts';

export interface ProgressBar {
  /** `total` 0: not known; only the count is shown. */
  update(done: number, total: number, label: string): void;
  /** Takes the bar away. */
  clear(): void;
}

const BAR_COLUMNS = 24;
const REDRAW_MS = 80;

export function createProgressBar({ stderr, drawingWidth, paintNote }: Terminal): ProgressBar {
  if (drawingWidth === 0) return { update: () => undefined, clear: () => undefined };
  let drawnAt = 0;
  return {
    update(done, total, label) {
      const now = performance.now();
      if (drawnAt > 0 && now - drawnAt < REDRAW_MS) return;
      drawnAt = now;
      const bar = total > 0 ? `${paintNote('cyan', drawBar(done / total))} ` : '';
      stderr.write(`\r\u001b[K${bar}${fit(label, drawingWidth - (bar === '' ? 1 : BAR_COLUMNS + 2))}`);
    },
    clear() {
      if (drawnAt > 0) stderr.write('\r\u001b[K');
      drawnAt = 0;
    },
  };
}

export function drawBar(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * BAR_COLUMNS);
  return '█'.repeat(full) + '░'.repeat(BAR_COLUMNS - full);
}
