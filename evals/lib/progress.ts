/** One line on stderr that says how far a run is; silent where there is no terminal. */
export type ShowProgress = (share: number, doing: string) => void;

const COLUMNS = 24;
const REDRAW_MS = 100;

export interface Progress {
  readonly show: ShowProgress;
  clear(): void;
}

export function openProgress(label: string): Progress {
  const { stderr } = process;
  if (!stderr.isTTY) return { show: () => undefined, clear: () => undefined };
  let drawnAt = 0;
  return {
    show(share, doing) {
      if (performance.now() - drawnAt < REDRAW_MS) return;
      drawnAt = performance.now();
      const full = Math.round(Math.min(1, Math.max(0, share)) * COLUMNS);
      stderr.write(`\r\u001b[K${'█'.repeat(full)}${'░'.repeat(COLUMNS - full)} ${label}: ${doing}`);
    },
    clear: () => void stderr.write('\r\u001b[K'),
  };
}
