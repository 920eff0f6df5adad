/** A command that stores text ends when its vectors are there too, and what it says is in the graph. What takes long shows a bar. */
import { createProgressBar } from '../output/progress-bar.ts';
import { count } from '../output/in-words.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Session } from './with-app.ts';

/** What the bar shows beside the passages that wait; the caller keeps it up to date. */
export interface Progress {
  /** Memories stored so far. */
  stored: number;
  /** Bytes of the input that these took, and that there are; 0 where that is not known. */
  bytes: number;
  readonly totalBytes: number;
}

/** What is done sooner needs no bar. */
const PATIENCE_MS = 1000;
const LOOK_MS = 200;
/** How long a command goes on to read what it stored for the graph; a running server or `graph build` does the rest. */
const READ_MS = 10_000;
const READ_LATER = 'A running server reads them, or `zapomni graph build` does.';

/**
 * Waits for `work`, then for all passages it left to the queue. If some are still left after that, because the model cannot
 * be used, another process has them in hand or the user would not wait, it says so: words find them meanwhile.
 */
export async function settleEmbeddings<T extends { readonly embedded: boolean }>(
  session: Session,
  terminal: Terminal,
  work: Promise<T>,
  progress: Progress = { stored: 0, bytes: 0, totalBytes: 0 },
): Promise<T> {
  const stopWatching = watch(session, terminal, progress);
  try {
    const result = await work;
    const embedded = result.embedded || (await embedRest(session, terminal));
    const unread = await session.app.readWaiting(Math.min(READ_MS, session.config.embed_wait_ms));
    stopWatching();
    if (unread > 0) terminal.note(`Not in the graph yet: ${count(unread, 'memory', 'memories')}. ${READ_LATER}`);
    return { ...result, embedded };
  } finally {
    stopWatching();
  }
}

/** True when nothing is left. */
async function embedRest({ app, workspace, waitsForVectors }: Session, terminal: Terminal): Promise<boolean> {
  if (waitsForVectors) await app.resume();
  const { pendingEmbeddings } = await app.store.stats(workspace);
  if (pendingEmbeddings === 0) return true;
  terminal.note(`Not embedded yet: ${count(pendingEmbeddings, 'passage')}. Words find them; the next session goes on.`);
  return false;
}

function watch({ app, workspace }: Session, terminal: Terminal, progress: Progress): () => void {
  if (terminal.drawingWidth === 0) return () => undefined;
  const bar = createProgressBar(terminal);
  let stopped = false;
  let most = 0;
  const look = async (): Promise<void> => {
    const { pendingEmbeddings } = await app.store.stats(workspace);
    if (stopped) return;
    most = Math.max(most, pendingEmbeddings);
    const { bytes, totalBytes } = progress;
    const [done, total] = totalBytes > 0 ? [bytes, totalBytes] : [most - pendingEmbeddings, most];
    bar.update(done, total, label(progress.stored, pendingEmbeddings));
    lookIn(LOOK_MS);
  };
  // Each look begins after the one before has ended; a store that cannot be read is the work's to report.
  let timer: NodeJS.Timeout;
  const lookIn = (ms: number): void => {
    timer = setTimeout(() => void look().catch(() => undefined), ms).unref();
  };
  lookIn(PATIENCE_MS);
  return () => {
    stopped = true;
    clearTimeout(timer);
    bar.clear();
  };
}

function label(stored: number, pending: number): string {
  const parts = stored > 0 ? [`${count(stored, 'memory', 'memories')} stored`] : [];
  if (pending > 0) parts.push(`${count(pending, 'passage')} to embed`);
  return parts.length > 0 ? parts.join(', ') : 'storing';
}
