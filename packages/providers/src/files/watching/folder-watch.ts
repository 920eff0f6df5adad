/**
 * Tells what changed below a folder. The system says that something happened to a name; what is there now is looked up when
 * the burst is over, as carefully as a walk does it:
 *
 *   event ── PendingEvents: burst over? ── look ── file, gone ── told
 *                                              └─ new folder ── watched, then walked: its files are told too
 */
import type { ChangedPath, FolderChange, Logger } from '@zapomni/core/ports';
import { FileRefused } from '../guard/file-refused.ts';
import type { FolderFrame } from '../walking/folder-frame.ts';
import { IGNORE_FILES } from '../walking/ignore-rules.ts';
import { openFrame, placeOf, walkFolder } from '../walking/walk-folder.ts';
import type { WalkPlan } from '../walking/walk-plan.ts';
import { LaidWatches, type Room, type SystemEvent } from './laid-watches.ts';
import { PendingEvents, type Burst, type Timing } from './pending-events.ts';

export interface FolderWatchParts {
  /** Made anew each time something is looked at. Rejects when the folder may not be looked at, or not any more. */
  plan(): Promise<WalkPlan>;
  onChange(change: FolderChange): void;
  readonly logger: Logger;
  readonly room: Room;
  /** As on this machine by default. */
  readonly recursive?: boolean;
  readonly timing?: Partial<WatchTiming>;
}

interface WatchTiming extends Timing {
  /** While not everything is watched. */
  readonly rescanMs: number;
  /** While the folder is not there. */
  readonly retryMs: number;
}

const TIMING: WatchTiming = { settleMs: 300, longestMs: 2000, rescanMs: 300_000, retryMs: 1000 };
/** Of more changes, only that there were many is told. */
const MAX_CHANGES = 1000;

type RescanReason = Extract<FolderChange, { kind: 'rescan' }>['reason'];

class TooManyChanges extends Error {}

export class FolderWatch {
  readonly #parts: FolderWatchParts;
  readonly #timing: WatchTiming;
  readonly #pending: PendingEvents;
  readonly #laid: LaidWatches;
  /** One look at a time. */
  #looking: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  #complained = false;

  constructor(parts: FolderWatchParts) {
    this.#parts = parts;
    this.#timing = { ...TIMING, ...parts.timing };
    this.#pending = new PendingEvents(this.#timing, () => this.#lookSoon());
    this.#laid = new LaidWatches({
      room: parts.room,
      recursive: parts.recursive ?? process.platform !== 'linux',
      onEvent: (event) => this.#pending.add(event),
      onTrouble: (error) => this.#complain(error),
    });
  }

  /** Resolves when everything is watched that can be. Rejects when the folder may not be looked at. */
  async begin(): Promise<void> {
    await this.#layAll(await this.#parts.plan());
    this.#mindIncomplete();
  }

  close(): void {
    this.#closed = true;
    this.#pending.cancel();
    clearTimeout(this.#timer);
    this.#laid.close();
  }

  #lookSoon(): void {
    const burst = this.#pending.take();
    this.#looking = this.#looking.then(() => this.#look(burst));
  }

  async #look(burst: Burst): Promise<void> {
    if (this.#closed) return;
    try {
      const plan = await this.#parts.plan();
      if (burst.overflow) await this.#startOver(plan, 'overflow');
      else if (changesRules(burst)) await this.#startOver(plan, 'rules');
      else await this.#tellChanges(plan, burst);
    } catch (error) {
      if (error instanceof TooManyChanges) this.#tell({ kind: 'rescan', reason: 'overflow' });
      else this.#miss(error);
    }
  }

  async #tellChanges(plan: WalkPlan, { folders }: Burst): Promise<void> {
    const changes: ChangedPath[] = [];
    for (const [folder, names] of [...folders].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      changes.push(...(await this.#changesIn(plan, folder === '' ? [] : folder.split('/'), names)));
      if (changes.length > MAX_CHANGES) throw new TooManyChanges();
    }
    if (changes.length > 0) this.#tell({ kind: 'changes', changes: onceEach(changes) });
    this.#mindIncomplete();
  }

  async #changesIn(
    plan: WalkPlan,
    folder: readonly string[],
    events: ReadonlyMap<string, SystemEvent['type']>,
  ): Promise<ChangedPath[]> {
    const changes: ChangedPath[] = [];
    const frame = await openFrame(plan, folder).catch(unlessRefused);
    // Gone itself: that is told of the folder above.
    if (!frame && folder.length > 0) return [];
    if (!frame) throw new FileRefused('missing');
    try {
      const unseen = new Set(events.keys());
      await frame.lookFor([...unseen].toSorted());
      for (let found = await frame.next(); found; found = await frame.next()) {
        const name = found.names.at(-1) ?? '';
        unseen.delete(name);
        if (found.kind === 'folder') changes.push(...(await this.#arrivals(plan, found.names, events.get(name))));
        else changes.push(toChange(plan, found.kind === 'file' ? 'file' : 'gone', found.names));
      }
      for (const name of unseen) changes.push(...(await this.#departure(plan, frame, name)));
      return changes;
    } finally {
      await frame.close();
    }
  }

  /** A folder that was not there, or is another one than it was: watched from now on, and all that is in it. */
  async #arrivals(
    plan: WalkPlan,
    names: readonly string[],
    event: SystemEvent['type'] | undefined,
  ): Promise<ChangedPath[]> {
    if (event !== 'rename' || (await this.#isKnown(plan, names))) return [];
    this.#laid.dropBelow(names);
    const changes = [toChange(plan, 'folder', names)];
    try {
      for await (const item of this.#walk(plan, names)) {
        if (item.kind === 'left_out') continue;
        changes.push({ kind: item.kind, relative: item.relative, path: item.path });
        if (changes.length > MAX_CHANGES) throw new TooManyChanges();
      }
    } catch (error) {
      // Gone again, or closed to us; the next event will say.
      if (!(error instanceof FileRefused)) throw error;
    }
    return changes;
  }

  async #isKnown(plan: WalkPlan, names: readonly string[]): Promise<boolean> {
    const frame = await openFrame(plan, names).catch(unlessRefused);
    await frame?.close();
    return frame !== undefined && this.#laid.isLaid(frame);
  }

  /** Not told because it is ignored, or because it is not there any more. */
  async #departure(plan: WalkPlan, frame: FolderFrame, name: string): Promise<ChangedPath[]> {
    if (await frame.has(name)) return [];
    const names = [...frame.names, name];
    this.#laid.dropBelow(names);
    return frame.ignores(name) ? [] : [toChange(plan, 'gone', names)];
  }

  /** Which folders are watched may have changed altogether. Told when the new watches are there. */
  async #startOver(plan: WalkPlan, reason: RescanReason): Promise<void> {
    this.#laid.close();
    await this.#layAll(plan);
    this.#tell({ kind: 'rescan', reason });
    this.#mindIncomplete();
  }

  async #layAll(plan: WalkPlan): Promise<void> {
    const walk = this.#walk(plan, []);
    try {
      for (let step = await walk.next(); !step.done && !this.#closed;) step = await walk.next();
    } finally {
      await walk.return(undefined);
    }
  }

  #walk(plan: WalkPlan, start: readonly string[]): ReturnType<typeof walkFolder> {
    const onEnter = (frame: FolderFrame) => {
      if (!this.#closed) this.#laid.lay(frame);
    };
    return walkFolder({ plan, start, folders: true, onEnter });
  }

  /** The folder is gone or may not be read any more: until it can be, there is nothing to watch. */
  #miss(error: unknown): void {
    if (!(error instanceof FileRefused)) this.#complain(error);
    this.#laid.close();
    this.#tell({ kind: 'rescan', reason: 'gone' });
    this.#later(this.#timing.retryMs, () => void this.#retry());
  }

  async #retry(): Promise<void> {
    try {
      await this.#startOver(await this.#parts.plan(), 'gone');
    } catch {
      this.#later(this.#timing.retryMs, () => void this.#retry());
    }
  }

  #mindIncomplete(): void {
    if (!this.#laid.incomplete) return;
    this.#tell({ kind: 'rescan', reason: 'incomplete' });
    this.#later(this.#timing.rescanMs, () => this.#mindIncomplete());
  }

  #later(ms: number, work: () => void): void {
    clearTimeout(this.#timer);
    if (!this.#closed) this.#timer = setTimeout(work, ms).unref();
  }

  #tell(change: FolderChange): void {
    if (!this.#closed) this.#parts.onChange(change);
  }

  /** Some file systems cannot be watched, and the number of watches is limited. */
  #complain(error: unknown): void {
    if (!this.#complained) this.#parts.logger.log('info', 'folder_watch_incomplete', { error });
    this.#complained = true;
  }
}

function changesRules({ folders }: Burst): boolean {
  return [...folders.values()].some((names) => IGNORE_FILES.some((name) => names.has(name)));
}

function toChange(plan: WalkPlan, kind: ChangedPath['kind'], names: readonly string[]): ChangedPath {
  const { relative, path } = placeOf(plan, names);
  return { kind, relative, path };
}

/** A file in a new folder may have been seen with the folder and by itself. */
function onceEach(changes: readonly ChangedPath[]): ChangedPath[] {
  return [...new Map(changes.map((change) => [change.relative, change])).values()];
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof FileRefused)) throw error;
  return undefined;
}
