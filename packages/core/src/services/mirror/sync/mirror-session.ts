/** A folder that is mirrored: once, or again and again with what is known of it kept. One process at a time changes it. */
import { toZapomniError } from '../../../errors/index.ts';
import type { Deps } from '../../deps.ts';
import { emptyTally, type MirrorReport, type MirrorRequest, type Tally } from '../mirror-request.ts';
import { findPlace, holdMirror, writerOf, type HeldMirror, type MirrorPlace } from '../state/mirror-place.ts';
import { MirrorView } from '../state/mirror-view.ts';
import type { Pass } from './pass.ts';
import { runPass, type PassScope } from './run-pass.ts';

/** What is changed under our hands is looked at again so often. */
const PASSES = 4;

/** What may have changed since the last time. */
export interface Changes {
  /** Null for anything. */
  readonly memories: ReadonlySet<string> | null;
  readonly files: ReadonlySet<string> | null;
}

const ANYTHING: Changes = { memories: null, files: null };

export class MirrorSession {
  readonly #deps: Deps;
  readonly #asked: MirrorRequest;
  #view: MirrorView | undefined;
  /** Of the mirror's record when this session last let go of it: another one says that somebody else was there. */
  #version = 0;

  constructor(deps: Deps, asked: MirrorRequest) {
    this.#deps = deps;
    this.#asked = asked;
  }

  async sync(changes: Changes = ANYTHING): Promise<MirrorReport> {
    const place = await findPlace(this.#deps, this.#asked);
    if (this.#asked.dryRun === true || !place) return this.#look(place);
    const held = await holdMirror(this.#deps, this.#asked.workspace, place);
    try {
      return await this.#syncHeld(place, held, changes);
    } finally {
      this.#version = await held.release().catch(() => 0);
    }
  }

  async #syncHeld(place: MirrorPlace, held: HeldMirror, changes: Changes): Promise<MirrorReport> {
    const isKnown = this.#view !== undefined && held.before === this.#version;
    const graph = isKnown && changes.memories && changes.files ? null : await this.#graphState();
    const scope = await this.#update(place, isKnown ? changes : ANYTHING, graph !== held.record.value.graph);
    const tally = await this.#passes(place, held, scope);
    if (scope.links && graph !== null) await held.extend({ graph });
    return { ...tally, nextDue: this.#nextDue(place) };
  }

  /** Until nothing was changed under our hands. */
  async #passes(place: MirrorPlace, held: HeldMirror, scope: PassScope): Promise<Tally> {
    const tally = emptyTally();
    const view = this.#viewOf(place);
    let { ids } = scope;
    for (let turn = 1; turn <= PASSES; turn += 1) {
      const pass = this.#passOf(place, tally, () => held.extend());
      clearWaiting(tally);
      await runPass(pass, { ...scope, ids });
      if (pass.busy.size === 0) break;
      if (turn === PASSES) tellBusy(tally, pass.busy);
      else if (ids) ids = new Set([...ids, ...(await view.lookAt(pass.busy))]);
      else await view.lookAtAll();
    }
    return tally;
  }

  /** Nothing is written, not even that somebody looked. */
  async #look(place: MirrorPlace | null): Promise<MirrorReport> {
    const tally = emptyTally();
    const known = place ?? { id: '', folder: this.#asked.folder };
    const view = this.#viewOf(known);
    if (place) await view.loadNotes(this.#deps, this.#asked.workspace);
    await view.lookAtAll().catch((error: unknown) => {
      // A folder that is still to be made holds nothing.
      if (place || toZapomniError(error).code !== 'NOT_FOUND') throw error;
    });
    await runPass(
      this.#passOf(known, tally, async () => undefined),
      { ids: null, links: false },
    );
    return tally;
  }

  /** Brings what is known of the folder up to date. */
  async #update(place: MirrorPlace, { memories, files }: Changes, isGraphNew: boolean): Promise<PassScope> {
    const view = this.#viewOf(place);
    if (memories && files) return { ids: new Set([...memories, ...(await view.lookAt(files))]), links: true };
    await view.loadNotes(this.#deps, this.#asked.workspace);
    await view.lookAtAll();
    return { ids: null, links: isGraphNew };
  }

  #viewOf(place: MirrorPlace): MirrorView {
    if (this.#view?.place.id !== place.id || this.#view.place.folder !== place.folder)
      this.#view = new MirrorView(this.#deps, this.#asked, place);
    return this.#view;
  }

  #passOf(place: MirrorPlace, tally: Tally, breathe: Pass['breathe']): Pass {
    const parts = { deps: this.#deps, asked: this.#asked, view: this.#viewOf(place), tally, busy: new Set<string>() };
    const writer = this.#asked.dryRun === true ? NO_WRITER : writerOf(this.#deps);
    const { signal } = this.#asked;
    const turn = async () => {
      signal?.throwIfAborted();
      await breathe();
    };
    return { ...parts, writer, breathe: turn };
  }

  #nextDue(place: MirrorPlace): number | null {
    const since = [...this.#viewOf(place).notes.values()].flatMap(({ missing_since: at }) => at ?? []);
    return since.length === 0 ? null : Math.min(...since) + this.#asked.graceMs;
  }

  /** Another one when entities came or went, or memories were read. */
  async #graphState(): Promise<string> {
    const { entities, mentions, relations } = await this.#deps.storage.graph.counts(this.#asked.workspace);
    return `${entities}/${mentions}/${relations}`;
  }
}

/** What is told of files that wait is told anew by each turn. */
function clearWaiting(tally: Tally): void {
  tally.missing.length = 0;
  tally.skipped.length = 0;
  tally.forgotten.length = 0;
  tally.unchanged = 0;
}

function tellBusy(tally: Tally, busy: ReadonlySet<string>): void {
  const reason = 'It is being changed just now; the next mirroring looks again.';
  for (const file of busy) if (file !== '') tally.skipped.push({ file, reason });
}

function never(): never {
  throw new Error('nothing is written in a dry run');
}

const NO_WRITER: Pass['writer'] = { open: never, put: never, remove: never, flush: never };
