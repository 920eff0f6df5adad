/** A command that stores text ends when its vectors are there too, and what it says is in the graph. What takes long shows a bar. */
import type { OwnMemories } from '@zapomni/core';
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
/** Of what cannot be read now: the model is missing, another process has it in hand, or the user would not wait. */
const READ_LATER = 'A running server reads them, or `zapomni graph build` does.';

interface Settled {
  readonly embedded: boolean;
  /** Those that were stored, where the command knows them. */
  readonly memories?: readonly { readonly id: string }[];
}

function ownOf({ workspace }: Session, { memories }: Settled): OwnMemories | undefined {
  return memories && { workspace, memoryIds: memories.map(({ id }) => id) };
}

/**
 * Waits for `work`, then for all passages it left to the queue. If some are still left after that, because the model cannot
 * be used, another process has them in hand or the user would not wait, it says so: words find them meanwhile.
 */
export async function settleEmbeddings<T extends Settled>(
  session: Session,
  terminal: Terminal,
  work: Promise<T>,
  progress: Progress = { stored: 0, bytes: 0, totalBytes: 0 },
): Promise<T> {
  const stopWatching = watch(session, terminal, progress);
  try {
    const result = await work;
    const embedded = result.embedded || (await embedRest(session, terminal));
    const unread = await session.app.readWaiting(session.config.embed_wait_ms, ownOf(session, result));
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
    const { pendingEmbeddings, pendingReadings } = await app.store.stats(workspace);
    if (stopped) return;
    const pending = pendingEmbeddings > 0 ? pendingEmbeddings : pendingReadings;
    most = Math.max(most, pending);
    const { bytes, totalBytes } = progress;
    const [done, total] = totalBytes > 0 ? [bytes, totalBytes] : [most - pending, most];
    bar.update(done, total, label(progress.stored, pendingEmbeddings, pendingReadings));
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

function label(stored: number, unembedded: number, unread: number): string {
  const parts = stored > 0 ? [`${count(stored, 'memory', 'memories')} stored`] : [];
  if (unembedded > 0) parts.push(`${count(unembedded, 'passage')} to embed`);
  else if (unread > 0) parts.push(`${count(unread, 'memory', 'memories')} to read`);
  return parts.length > 0 ? parts.join(', ') : 'storing';
}
