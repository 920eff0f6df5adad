/**
 * Who has the page open. A session is a bearer token of a few hours, known to this process alone: it ends with it, can be
 * ended one by one, and never counts among the tokens of the data folder, whose first one closes the door to all others.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { BearerVerifier, Scope } from '@zapomni/server/guards';
import type { OpenedPage, PageSession } from '../house.ts';

const PREFIX = 'zps_';
const HOURS_12 = 43_200_000;
const MOST_SESSIONS = 100;

interface Kept extends PageSession {
  readonly hash: string;
}

export class PageSessions implements BearerVerifier {
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  recognises(token: string): boolean {
    return token.startsWith(PREFIX);
  }

  /** By its hash: how long the look takes tells nothing of a token. */
  verify(token: string): ReturnType<BearerVerifier['verify']> {
    const session = this.#kept.get(hashOf(token));
    if (session === undefined) return Promise.resolve({ refused: 'unknown' });
    if (this.#isOver(session)) return Promise.resolve({ refused: 'expired' });
    return Promise.resolve({ caller: { subject: `page:${session.id}`, scopes: new Set(session.scopes) } });
  }

  open(scopes: readonly Scope[]): OpenedPage {
    this.#sweep();
    const token = `${PREFIX}${randomBytes(32).toString('base64url')}`;
    const now = this.#now();
    const session = {
      id: randomUUID(),
      scopes: [...scopes],
      opened: new Date(now).toISOString(),
      expires: new Date(now + HOURS_12).toISOString(),
    };
    this.#kept.set(hashOf(token), { ...session, hash: hashOf(token) });
    return { ...session, token };
  }

  list(): PageSession[] {
    this.#sweep();
    return [...this.#kept.values()].map(({ hash: _hash, ...session }) => session);
  }

  end(id: string): boolean {
    const found = [...this.#kept.values()].find((session) => session.id === id);
    return found !== undefined && this.#kept.delete(found.hash);
  }

  /** The oldest goes when there are too many. */
  #sweep(): void {
    for (const session of this.#kept.values()) if (this.#isOver(session)) this.#kept.delete(session.hash);
    for (const hash of this.#kept.keys()) {
      if (this.#kept.size < MOST_SESSIONS) return;
      this.#kept.delete(hash);
    }
  }

  #isOver({ expires }: PageSession): boolean {
    return Date.parse(expires) <= this.#now();
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
