/**
 * Keeps a mirror current until it is told to stop. Nobody is asked whether something changed: the folder and the store tell.
 *
 *   files.watchFolder ──┐
 *                       ├──▶ what changed, collected for a moment ──▶ one pass over that ──▶ report
 *   events of the store ┘                                             └─ failed: all of it again, some time later
 */
import { toZapomniError, ZapomniError } from '../../errors/index.ts';
import type { ChangeKind } from '../../model/index.ts';
import type { FolderChange } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { filesOf, request } from '../documents/fetch-source.ts';
import type { AppEvent } from '../events/app-event.ts';
import type { EventBus } from '../events/event-bus.ts';
import { unlessAborted } from '../within.ts';
import type { MirrorReport, MirrorRequest } from './mirror-request.ts';
import { writerOf } from './state/mirror-place.ts';
import { NOTES } from './state/mirror-view.ts';
import { MirrorSession } from './sync/mirror-session.ts';

/** What happens at once is done at once. */
const SETTLE_MS = 50;
const RETRY_MS = 5000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const KINDS: readonly ChangeKind[] = [
  'memory.added',
  'memory.changed',
  'memory.removed',
  'memory.extracted',
  'workspace.cleared',
  'workspace.removed',
];

export interface WatchMirrorRequest extends MirrorRequest {
  readonly signal: AbortSignal;
  /** After the first pass, and after each that did something. */
  readonly onReport: (report: MirrorReport) => void;
  /** A pass failed; it is tried again. */
  readonly onTrouble?: ((error: unknown) => void) | undefined;
}

export async function watchMirror(deps: Deps, events: EventBus, asked: WatchMirrorRequest): Promise<void> {
  const { signal, workspace } = asked;
  const folder = await writerOf(deps).open(asked.folder);
  const changes = new Collected();
  const session = new MirrorSession(deps, { ...asked, folder });
  const subscription = events.subscribe((event) => changes.hear(event), { workspace, kinds: KINDS });
  try {
    await subscription.ready;
    await filesOf(deps).watchFolder({ path: folder }, { ...request(asked), ...NOTES, signal }, (change) =>
      changes.see(change),
    );
    await follow(session, changes, asked, deps);
  } finally {
    subscription.close();
    changes.stop();
  }
}

async function follow(
  session: MirrorSession,
  changes: Collected,
  asked: WatchMirrorRequest,
  deps: Deps,
): Promise<void> {
  const { signal, onReport, onTrouble } = asked;
  // What is wrong from the beginning is told to who asked.
  const first = await session.sync();
  onReport(first);
  changes.wakeAt(first.nextDue, deps.clock.now());
  while ((await unlessAborted(changes.some(), signal)) !== null) {
    // Mirroring it would make it anew.
    if (changes.isOver) throw new ZapomniError('NOT_FOUND', 'The workspace that was mirrored is gone.');
    try {
      const report = await session.sync(changes.take());
      if (didSomething(report)) onReport(report);
      changes.wakeAt(report.nextDue, deps.clock.now());
    } catch (error) {
      if (signal.aborted) return;
      deps.logger.log('warning', 'mirror_failed', { error: toZapomniError(error) });
      onTrouble?.(error);
      changes.all();
      changes.wakeIn(RETRY_MS);
      await unlessAborted(new Promise((resolve) => void setTimeout(resolve, RETRY_MS).unref()), signal);
    }
  }
}

function didSomething({ written, updated, added, moved, removed, deleted, missing, conflicts }: MirrorReport): boolean {
  return written + updated + added + moved + removed + deleted + missing.length + conflicts.length > 0;
}

/** What was told since the last pass. */
class Collected {
  #memories: Set<string> | null = new Set();
  #files: Set<string> | null = new Set();
  /** The workspace was removed. */
  isOver = false;
  #waiting = Promise.withResolvers<void>();
  #settling: NodeJS.Timeout | undefined;
  #due: NodeJS.Timeout | undefined;

  hear(event: AppEvent): void {
    if (event.kind === 'workspace.removed') this.isOver = true;
    const isNamed = event.kind !== 'overflow' && event.ids.length > 0;
    if (!isNamed) this.#memories = null;
    else for (const id of event.ids) this.#memories?.add(id);
    this.wakeIn(SETTLE_MS);
  }

  see(change: FolderChange): void {
    if (change.kind === 'rescan') this.#files = null;
    else for (const { kind, relative } of change.changes) if (kind !== 'folder') this.#files?.add(relative);
    this.wakeIn(SETTLE_MS);
  }

  all(): void {
    [this.#memories, this.#files] = [null, null];
  }

  /** Resolves when there is something to do. */
  some(): Promise<void> {
    return this.#waiting.promise;
  }

  take(): { memories: Set<string> | null; files: Set<string> | null } {
    const taken = { memories: this.#memories, files: this.#files };
    [this.#memories, this.#files, this.#waiting] = [new Set(), new Set(), Promise.withResolvers<void>()];
    return taken;
  }

  wakeIn(ms: number): void {
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined;
      this.#waiting.resolve();
    }, ms).unref();
  }

  /** When a grace period ends, everything is looked at. */
  wakeAt(at: number | null, now: number): void {
    clearTimeout(this.#due);
    if (at === null) return;
    const ms = Math.min(Math.max(at - now, 1), LONGEST_TIMER_MS);
    this.#due = setTimeout(() => {
      this.all();
      this.wakeIn(0);
    }, ms).unref();
  }

  stop(): void {
    clearTimeout(this.#settling);
    clearTimeout(this.#due);
  }
}
