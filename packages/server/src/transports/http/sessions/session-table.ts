/**
 * The sessions that are open: at most so many, each until it is closed or nothing has been heard of it for a while. A
 * session with a client connected or a request running is not idle, however long that takes.
 */
import type { Caller } from '../../../guards/guard.ts';
import { ServerError } from '../../../server-error.ts';
import type { ServerLogger } from '../../../server-logger.ts';
import { MAX_TIMER_MS } from '../../../dispatch/time-limit.ts';
import { HttpRefusal, sessionNotFound } from '../http-refusal.ts';
import type { HttpSession, SessionKind } from './http-session.ts';

export type SessionEnd = 'deleted' | 'expired' | 'disconnected' | 'shutdown';

export interface SessionInfo {
  readonly id: string;
  readonly kind: SessionKind;
}

export interface SessionOptions {
  /** How long a session may be idle (30 minutes). */
  readonly ttlMs?: number;
  /** Sessions open at once (1000); the next one is refused. */
  readonly max?: number;
  readonly onSessionOpened?: (session: SessionInfo) => void;
  readonly onSessionClosed?: (session: SessionInfo, reason: SessionEnd) => void;
}

export interface SessionCounters {
  readonly created: number;
  readonly closed: number;
  readonly active: number;
  readonly peak: number;
  readonly max: number;
}

interface Entry {
  readonly session: HttpSession;
  readonly timer: NodeJS.Timeout;
}

/** What a client that finds no place is told to wait. */
const RETRY_AFTER_SECONDS = '30';

export class SessionTable {
  readonly #entries = new Map<string, Entry>();
  readonly #options: SessionOptions;
  readonly #ttlMs: number;
  readonly #max: number;
  readonly #logger: ServerLogger;
  #reserved = 0;
  #created = 0;
  #closed = 0;
  #peak = 0;

  /** Throws a ServerError that names the option which cannot be used. */
  constructor(options: SessionOptions, logger: ServerLogger) {
    this.#options = options;
    this.#ttlMs = within('ttlMs', options.ttlMs ?? 30 * 60_000, MAX_TIMER_MS);
    this.#max = within('max', options.max ?? 1000, 1_000_000);
    this.#logger = logger;
  }

  get counters(): SessionCounters {
    return {
      created: this.#created,
      closed: this.#closed,
      active: this.#entries.size,
      peak: this.#peak,
      max: this.#max,
    };
  }

  get all(): HttpSession[] {
    return [...this.#entries.values()].map(({ session }) => session);
  }

  /** Opens a session if there is a place for it, and throws an HttpRefusal otherwise. */
  async add<Session extends HttpSession>(open: () => Promise<Session>): Promise<Session> {
    if (this.#entries.size + this.#reserved >= this.#max) throw this.#full();
    this.#reserved += 1;
    try {
      const session = await open();
      this.#enter(session);
      return session;
    } finally {
      this.#reserved -= 1;
    }
  }

  /** The caller's session of this id and kind, which counts as heard of. Throws an HttpRefusal when there is none. */
  find(id: string, kind: SessionKind, caller: Caller): HttpSession {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.session.kind !== kind || !entry.session.belongsTo(caller)) throw sessionNotFound();
    entry.timer.refresh();
    return entry.session;
  }

  /** Safe for a session that is gone already. */
  async remove(session: HttpSession, reason: SessionEnd): Promise<void> {
    const entry = this.#entries.get(session.id);
    if (entry === undefined) return;
    this.#entries.delete(session.id);
    clearTimeout(entry.timer);
    this.#closed += 1;
    await session.close();
    this.#logger.log('info', 'session_closed', { session_id: session.id, kind: session.kind, reason });
    this.#tell(() => this.#options.onSessionClosed?.({ id: session.id, kind: session.kind }, reason));
  }

  async clear(): Promise<void> {
    await Promise.all(this.all.map((session) => this.remove(session, 'shutdown')));
  }

  #enter(session: HttpSession): void {
    const timer = setTimeout(() => this.#expire(session), this.#ttlMs).unref();
    this.#entries.set(session.id, { session, timer });
    this.#created += 1;
    this.#peak = Math.max(this.#peak, this.#entries.size);
    this.#logger.log('info', 'session_opened', { session_id: session.id, kind: session.kind });
    this.#tell(() => this.#options.onSessionOpened?.({ id: session.id, kind: session.kind }));
  }

  #expire(session: HttpSession): void {
    if (session.busy) this.#entries.get(session.id)?.timer.refresh();
    else void this.remove(session, 'expired');
  }

  /** What a hook does wrong is not the client's fault. */
  #tell(hook: () => void): void {
    try {
      hook();
    } catch (error) {
      this.#logger.log('error', 'session_hook_failed', { error });
    }
  }

  #full(): HttpRefusal {
    this.#logger.log('warning', 'session_refused', { active: this.#entries.size, max: this.#max });
    return new HttpRefusal(503, `Too many sessions: ${this.#max} are open. End one with DELETE, or try again later.`, {
      headers: { 'retry-after': RETRY_AFTER_SECONDS },
    });
  }
}

function within(option: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new ServerError('INVALID_OPTIONS', `Option sessions.${option} must be a whole number from 1 to ${most}.`);
}
