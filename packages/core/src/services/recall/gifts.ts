/** What was given, to whom and what it cost: so that nothing is given twice in a session, and people can see it. Holds ids, never texts. */
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { collection } from '../records/collection.ts';
import { defineCollection } from '../records/define-collection.ts';
import type { Gift, Given, HookRequest } from './recall-request.ts';

const GIFTS = defineCollection({
  name: 'hook_gifts',
  schema: z.strictObject({
    at: z.number(),
    event: z.enum(['start', 'helper', 'prompt']),
    session: z.string(),
    client: z.string(),
    workspace: z.string(),
    memories: z.array(z.string()),
    tokens: z.number(),
  }),
  indexes: { by_session: ['session', 'at'], by_time: ['at'] },
});

/** The log is for looking at, not an archive; a session is over long before. */
const MOST_KEPT = 1000;
/** Of one session. */
const MOST_LOOKED_AT = 500;
const LONGEST_NAME = 200;

export interface GivenBefore {
  readonly memories: ReadonlySet<string>;
  readonly hasBrief: boolean;
}

export class Gifts {
  readonly #deps: Deps;
  readonly #most: number;

  constructor(deps: Deps, most = MOST_KEPT) {
    this.#deps = deps;
    this.#most = most;
  }

  async givenIn(session: string | undefined): Promise<GivenBefore> {
    if (!session) return { memories: new Set(), hasBrief: false };
    const { items } = await this.#gifts().list(this.#home, {
      index: 'by_session',
      where: { session: nameOf(session) },
      limit: MOST_LOOKED_AT,
    });
    return {
      memories: new Set(items.flatMap(({ value }) => value.memories)),
      hasBrief: items.some(({ value }) => value.event === 'start'),
    };
  }

  async note({ event, session, client = '' }: HookRequest, workspace: string, given: Given): Promise<void> {
    if (!session || given.memories.length === 0) return;
    const { memories, tokens } = given;
    const at = this.#deps.clock.now();
    await this.#gifts().put(this.#home, this.#deps.ids.next(), {
      at,
      event,
      session: nameOf(session),
      client: nameOf(client),
      workspace,
      memories: [...memories],
      tokens,
    });
    await this.#forgetOldest();
  }

  /** The newest first. */
  async list(limit: number): Promise<Gift[]> {
    const { items } = await this.#gifts().list(this.#home, { index: 'by_time', descending: true, limit });
    return items.map(({ value }) => value);
  }

  async #forgetOldest(): Promise<void> {
    if ((await this.#gifts().count(this.#home)) <= this.#most) return;
    const { items } = await this.#gifts().list(this.#home, { index: 'by_time', limit: Math.ceil(this.#most / 10) });
    const writes = items.map(({ key }) => this.#gifts().deletionOf(key));
    await this.#deps.storage.records.write(this.#home, writes, this.#deps.clock.now());
  }

  get #home(): string {
    return this.#deps.config.workspace;
  }

  #gifts() {
    return collection(this.#deps, GIFTS);
  }
}

const nameOf = (text: string): string => text.slice(0, LONGEST_NAME) || '-';
