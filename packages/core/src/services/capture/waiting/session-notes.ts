/**
 * What is known of sessions that go on: most clients tell at one event what was asked, and at another what was answered. A turn that is whole waits here
 * until it is captured, so that nobody who types waits for that. Nothing is written that was not cleaned before.
 */
import { z } from 'zod';
import type { RecordWrite } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { collection, type Kept } from '../../records/collection.ts';
import { defineCollection } from '../../records/define-collection.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import type { Compaction, Turn } from '../turn.ts';

const said = { client: z.string(), session: z.string(), folder: z.string().nullable(), at: z.number() };

const SESSIONS = defineCollection({
  name: 'capture_sessions',
  schema: z.strictObject({ ...said, turns: z.number(), user: z.string(), answer: z.string() }),
  indexes: { by_time: ['at'] },
});

const WAITING = defineCollection({
  name: 'capture_waiting',
  schema: z.strictObject({ ...said, index: z.number(), user: z.string(), answer: z.string(), summary: z.string() }),
  indexes: { by_time: ['at'] },
});

type Session = z.output<(typeof SESSIONS)['schema']>;
type Waiting = z.output<(typeof WAITING)['schema']>;

/** Of sessions that nobody goes on with. */
const MOST_SESSIONS = 500;
const LONGEST_NAME = 200;
const LONGEST_TEXT = 60_000;
const PORTION = 20;

export interface SessionEvent {
  readonly client: string;
  readonly session: string;
  readonly folder: string | null;
  readonly user?: string;
  readonly answer?: string;
}

interface SessionState {
  readonly key: string;
  readonly value: Session;
  /** For the write that follows. */
  readonly ifVersion: number;
}

export class SessionNotes {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Adds to the turn that goes on. The answer is the latest: what came before it was on the way there. */
  async note(event: SessionEvent): Promise<void> {
    await retryOnConflict(async () => {
      const { key, value, ifVersion } = await this.#session(event);
      await this.#sessions().put(this.#home, key, { ...value, ...added(value, event) }, { ifVersion });
    });
    await this.#forgetOldest();
  }

  /** The turn is over: what is known of it waits to be captured. False where nobody said anything. */
  end(event: SessionEvent): Promise<boolean> {
    return retryOnConflict(() => this.#end(event));
  }

  async #end(event: SessionEvent): Promise<boolean> {
    const { key, value, ifVersion } = await this.#session(event);
    const whole = { ...value, ...added(value, event) };
    if (whole.user === '' && whole.answer === '') return false;
    const { turns, ...rest } = whole;
    const next = { ...whole, turns: turns + 1, user: '', answer: '' };
    await this.#write([
      this.#waiting({ ...rest, index: turns, summary: '' }),
      this.#sessions().writeFor(key, next, { ifVersion }),
    ]);
    return true;
  }

  async compacted(event: SessionEvent, summary: string): Promise<void> {
    const { value } = await this.#session(event);
    const { turns: index, ...rest } = value;
    await this.#write([
      this.#waiting({ ...rest, index, user: '', answer: '', summary: summary.slice(0, LONGEST_TEXT) }),
    ]);
  }

  /** The oldest first. */
  async next(): Promise<readonly Kept<Waiting>[]> {
    return (await this.#turns().list(this.#home, { index: 'by_time', limit: PORTION })).items;
  }

  async done(keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await this.#write(keys.map((key) => this.#turns().deletionOf(key)));
  }

  waiting(): Promise<number> {
    return this.#turns().count(this.#home);
  }

  /** A hook that nobody waited for may still be heard when the next one comes: nothing is written over what was not read. */
  async #session({ client, session, folder }: SessionEvent): Promise<SessionState> {
    const names = { client: client.slice(0, LONGEST_NAME), session: session.slice(0, LONGEST_NAME) };
    const key = `${names.client}/${names.session}`;
    const at = this.#deps.clock.now();
    const kept = await this.#sessions().get(this.#home, key);
    const [before, ifVersion] = [kept?.value, kept?.version ?? 0];
    const fresh = { ...names, turns: 0, user: '', answer: '', folder, at };
    return { key, ifVersion, value: before ? { ...before, folder: folder ?? before.folder, at } : fresh };
  }

  async #forgetOldest(): Promise<void> {
    if ((await this.#sessions().count(this.#home)) <= MOST_SESSIONS) return;
    const { items } = await this.#sessions().list(this.#home, { index: 'by_time', limit: MOST_SESSIONS / 10 });
    await this.#write(items.map(({ key }) => this.#sessions().deletionOf(key)));
  }

  #waiting(turn: Waiting): RecordWrite {
    return this.#turns().writeFor(this.#deps.ids.next(), turn);
  }

  #write(writes: readonly RecordWrite[]): Promise<unknown> {
    return this.#deps.storage.records.write(this.#home, writes, this.#deps.clock.now());
  }

  get #home(): string {
    return this.#deps.config.workspace;
  }

  #sessions() {
    return collection(this.#deps, SESSIONS);
  }

  #turns() {
    return collection(this.#deps, WAITING);
  }
}

/** Several prompts may come before one answer. */
function added(session: Session, { user = '', answer }: SessionEvent): Pick<Session, 'user' | 'answer'> {
  const asked = user === '' || session.user.endsWith(user) ? session.user : `${session.user}\n\n${user}`;
  return { user: asked.trim().slice(-LONGEST_TEXT), answer: (answer || session.answer).slice(0, LONGEST_TEXT) };
}

export function toItem({ value }: Kept<Waiting>): Turn | Compaction {
  const { client, session, folder, index, user, answer, summary } = value;
  const at = new Date(value.at);
  return summary === ''
    ? { client, session, folder, index, at, user, answer }
    : { client, session, folder, at, summary };
}
