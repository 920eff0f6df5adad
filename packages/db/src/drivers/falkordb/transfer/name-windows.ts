/**
 * The names of records, in their order. A graph has no index that knows this order, so that finding the next names means to
 * look at all: many are asked for at once, and handed out page by page to whoever goes on where a page ended.
 */
import { RECORD_KINDS, type RecordKind, type RecordName } from '@zapomni/core/model';
import type { Context } from '../context.ts';
import { LISTERS } from './list-keys.ts';

const WINDOW = 20_000;

interface Window {
  readonly names: readonly RecordName[];
  /** No more names came after these. */
  readonly last: boolean;
}

export class NameWindows {
  readonly #context: Context;
  /** By the name that they come after. Only of walks that are under way. */
  readonly #rest = new Map<string, Window>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Up to `limit` names; none at the end. */
  async next(after: RecordName | null, limit: number): Promise<readonly RecordName[]> {
    const place = JSON.stringify(after);
    const { names, last } = this.#rest.get(place) ?? (await this.#look(after));
    this.#rest.delete(place);
    const page = names.slice(0, limit);
    const end = page.at(-1);
    if (end && (names.length > limit || last)) this.#keep(JSON.stringify(end), { names: names.slice(limit), last });
    return page;
  }

  /** A walk that was broken off leaves its window behind; there is room for a few. */
  #keep(place: string, window: Window): void {
    this.#rest.set(place, window);
    const [oldest] = this.#rest.keys();
    if (this.#rest.size > 4 && oldest !== undefined) this.#rest.delete(oldest);
  }

  async #look(after: RecordName | null): Promise<Window> {
    const names: RecordName[] = [];
    const from = after ? RECORD_KINDS.indexOf(after.kind) : 0;
    for (const kind of RECORD_KINDS.slice(from)) {
      const keys = await this.#list(kind, after?.kind === kind ? after.key : null, WINDOW - names.length);
      for (const key of keys) names.push({ kind, key });
      if (names.length >= WINDOW) return { names, last: false };
    }
    return { names, last: true };
  }

  #list(kind: RecordKind, after: readonly string[] | null, limit: number): Promise<(readonly string[])[]> {
    return LISTERS[kind](this.#context, after, limit);
  }
}
