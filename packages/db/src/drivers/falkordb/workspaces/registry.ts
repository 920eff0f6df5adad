/**
 * Which workspaces there are, and which graph each has. A workspace exists from the moment it stands here, and not before:
 * its graph is made first. What is known here is kept; a graph that has gone meanwhile is noticed by whoever asks it.
 */
import type { Workspace } from '@zapomni/core/model';
import { tooNew } from '../schema/migrate.ts';
import { SCHEMA_VERSION } from '../schema/schema.ts';
import type { Store } from '../store.ts';
import type { Reply } from '../wire/reply-parser.ts';

export interface WorkspaceEntry extends Workspace {
  /** Of its graph. Never given twice. */
  readonly number: number;
}

export class Registry {
  readonly #store: Store;
  readonly #known = new Map<string, WorkspaceEntry>();

  constructor(store: Store) {
    this.#store = store;
  }

  async find(id: string): Promise<WorkspaceEntry | undefined> {
    const known = this.#known.get(id);
    if (known) return known;
    const [reply = null] = await this.#store.command('none', ['HGET', this.#store.names.workspaces, id]);
    const entry = typeof reply === 'string' ? toEntry(id, reply) : undefined;
    if (entry) this.#known.set(id, entry);
    return entry;
  }

  /** STORE_TOO_NEW for a store that a newer version has made. */
  async checkFormat(): Promise<void> {
    const [format = null] = await this.#store.command('none', ['GET', this.#store.names.format]);
    if (Number(format ?? 0) > SCHEMA_VERSION) throw tooNew();
  }

  /** The entry may be out of date: the next question goes to the server. */
  forget(id: string): void {
    this.#known.delete(id);
  }

  /** By id. */
  async all(): Promise<WorkspaceEntry[]> {
    const [reply = null] = await this.#store.command('none', ['HGETALL', this.#store.names.workspaces]);
    const entries = toPairs(reply).map(([id, text]) => toEntry(id, text));
    for (const entry of entries) this.#known.set(entry.id, entry);
    return entries.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** A number for a graph that nobody had before. */
  async nextNumber(): Promise<number> {
    const [number = 0] = await this.#store.command('repeatable', ['INCR', this.#store.names.numbers]);
    return Number(number);
  }

  /** False when the workspace stands here already. */
  async enter(entry: WorkspaceEntry): Promise<boolean> {
    const { workspaces } = this.#store.names;
    const [made] = await this.#store.command('once', ['HSETNX', workspaces, entry.id, toText(entry)]);
    if (made === 1) this.#known.set(entry.id, entry);
    return made === 1;
  }

  /** Changes what is said of a workspace, not its graph. */
  async describe({ id, name, description, createdAt }: Workspace): Promise<void> {
    for (let changed = false; !changed;) {
      this.forget(id);
      const entry = await this.find(id);
      if (!entry) return;
      changed = await this.#replace(entry, toText({ ...entry, name, description, createdAt }));
    }
    this.forget(id);
  }

  /** Gives the workspace another graph. False when somebody has changed the entry meanwhile. */
  async renumber(entry: WorkspaceEntry, number: number): Promise<boolean> {
    const next = { ...entry, number };
    const changed = await this.#replace(entry, toText(next));
    if (changed) this.#known.set(entry.id, next);
    return changed;
  }

  /** False when it does not stand here any more, or with another graph. */
  strike(entry: WorkspaceEntry): Promise<boolean> {
    this.forget(entry.id);
    return this.#replace(entry, '');
  }

  async #replace(entry: WorkspaceEntry, text: string): Promise<boolean> {
    const { workspaces } = this.#store.names;
    const [done] = await this.#store.command('once', ['EVAL', REPLACE, '1', workspaces, entry.id, toText(entry), text]);
    return done === 1;
  }
}

/** Only if it is still as it was read. */
const REPLACE = `if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
if ARGV[3] == '' then redis.call('HDEL', KEYS[1], ARGV[1]) else redis.call('HSET', KEYS[1], ARGV[1], ARGV[3]) end
return 1`;

function toText({ name, description, createdAt, number }: WorkspaceEntry): string {
  return JSON.stringify({ name, description, createdAt, number });
}

function toEntry(id: string, text: string): WorkspaceEntry {
  return { ...(JSON.parse(text) as Omit<WorkspaceEntry, 'id'>), id };
}

function toPairs(reply: Reply): [string, string][] {
  const parts = Array.isArray(reply) ? reply.map(String) : [];
  return parts.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, parts[i + 1] ?? '']] : []));
}
