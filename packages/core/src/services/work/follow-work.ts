/** Waiting for an item of work, whichever process does it. */
import type { WorkItem } from '../../ports/index.ts';
import { isLive } from './work-kind.ts';
import type { WorkRunner } from './work-runner.ts';

export interface FollowOptions {
  /** When to stop waiting; when it has ended where left out. */
  readonly isOver?: (item: WorkItem) => boolean;
  readonly onProgress?: (item: WorkItem) => void;
  readonly signal?: AbortSignal | undefined;
}

/** What is done here is seen at once, what others do after so long. */
const LOOK_MS = 250;

/** The item as it was last seen: over, or when the signal fired or this process ends. Null when there is none. */
export async function followWork(
  runner: WorkRunner,
  id: string,
  { isOver = (item) => !isLive(item), onProgress, signal }: FollowOptions = {},
): Promise<WorkItem | null> {
  for (;;) {
    const item = await runner.get(id);
    if (item) onProgress?.(item);
    if (!item || isOver(item) || signal?.aborted || runner.isClosed) return item;
    await aWhile(runner, item, signal);
  }
}

async function aWhile(runner: WorkRunner, { id }: WorkItem, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const wake = (): void => resolve();
  const timer = setTimeout(wake, LOOK_MS);
  signal?.addEventListener('abort', wake);
  runner.ends.on(id, wake);
  await promise;
  runner.ends.off(id, wake);
  signal?.removeEventListener('abort', wake);
  clearTimeout(timer);
}
