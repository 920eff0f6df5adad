/**
 * Capturing while a conversation goes on, as hooks tell of it: what they say is cleaned and written down at once, and captured in the background.
 *
 *   asked, answered ──▶ notes of the session ── turn over, compaction ──▶ waits ── work ──▶ captureTurns
 */
import type { CaptureDeps } from '../capture-deps.ts';
import { isOpen, workspaceFor } from '../capture-deps.ts';
import { captureTurns, type CaptureReport } from '../capture-turns.ts';
import { cleanText } from '../clean.ts';
import { withoutInserted } from '../distil/own-words.ts';
import { countSeen } from '../seen.ts';
import { SessionNotes, toItem } from './session-notes.ts';
import type { CaptureEvent, CaptureStatus } from './capture-event.ts';

/** Who speaks, where clients say so. */
const PEOPLE = new Set(['', 'user', 'sdk']);

export class LiveCapture {
  readonly #deps: CaptureDeps;
  readonly #notes: SessionNotes;

  constructor(deps: CaptureDeps) {
    this.#deps = deps;
    this.#notes = new SessionNotes(deps);
  }

  /** True when something waits to be captured now. */
  async hear(event: CaptureEvent): Promise<boolean> {
    const folder = event.folder ?? null;
    if (!this.#mayHear(event, folder)) return false;
    const about = { client: event.client, session: event.session, folder };
    const said = clean(event.text);
    if (event.what === 'turn') return this.#notes.end({ ...about, answer: said, user: clean(event.prompt ?? '') });
    if (said === '') return false;
    if (event.what === 'compaction') return this.#notes.compacted(about, said).then(() => true);
    const words = event.what === 'answer' ? { answer: said } : { user: said };
    if (event.what === 'answer' || isOfPerson(said, event.source)) await this.#notes.note({ ...about, ...words });
    return false;
  }

  #mayHear({ session, isHelper = false }: CaptureEvent, folder: string | null): boolean {
    if (session === '' || isHelper || !isOpen(this.#deps)) return false;
    return workspaceFor(this.#deps, folder) !== null;
  }

  /** Captures what waits. What waits while capturing is off is thrown away: that is what off means. */
  async drain(signal: AbortSignal, onProgress: (done: number) => void): Promise<number> {
    let done = 0;
    for (let items = await this.#notes.next(); items.length > 0; items = await this.#notes.next()) {
      for (const item of items) {
        signal.throwIfAborted();
        await captureTurns(this.#deps, one(toItem(item)), { signal });
        await this.#notes.done([item.key]);
        onProgress(++done);
      }
    }
    return done;
  }

  turns(...given: Rest<typeof captureTurns>): Promise<CaptureReport> {
    return captureTurns(this.#deps, ...given);
  }

  async status(workspace: string): Promise<CaptureStatus> {
    const [waiting, turns] = await Promise.all([this.#notes.waiting(), countSeen(this.#deps, workspace)]);
    const { captureGate, distiller } = this.#deps;
    const by = distiller ? ('llm' as const) : ('builtin' as const);
    return { on: isOpen(this.#deps), excluded: captureGate?.excluded ?? [], waiting, turns, distiller: by };
  }
}

type Rest<F> = F extends (first: never, ...rest: infer R) => unknown ? R : never;

/** A command is said to the client, and what programs ask is nobody's wish. */
const isOfPerson = (said: string, source = ''): boolean => PEOPLE.has(source) && !said.startsWith('/');

const clean = (text: string): string => cleanText(withoutInserted(text)).text.trim();

async function* one<Item>(item: Item): AsyncGenerator<Item> {
  yield item;
}
