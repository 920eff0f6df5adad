/** What every port of an open store works with: queries to graphs, commands to keys, and who we are to the others. */
import { randomUUID } from 'node:crypto';
import type { Logger, PoolNumbers } from '@zapomni/core/ports';
import { writeParams, type Params } from './cypher/literal.ts';
import { readNumbers, readPlain, readRows, type Row } from './cypher/rows.ts';
import type { Names } from './connection/names.ts';
import { INDEX_STATES, untilOperational } from './connection/operational.ts';
import { isMissingGraph, MissingGraph, toStoreError } from './errors.ts';
import type { Connection } from './wire/connection.ts';
import type { Reply } from './wire/reply-parser.ts';
import type { Command, Servers } from './wire/servers.ts';

export interface StoreLimits {
  /** In a workspace of fewer vectors each is compared; above, an index names the candidates. */
  readonly indexFrom: number;
  /** So many names of passages, 8 bytes each, are kept with the words that they hold. */
  readonly keptPostings: number;
  /** How many changes others can learn of. */
  readonly keptChanges: number;
}

export class Store {
  readonly names: Names;
  readonly logger: Logger;
  readonly timeoutMs: number;
  readonly limits: StoreLimits;
  /** This opening of the store, for the others. */
  readonly id = randomUUID();
  readonly #servers: Servers;
  readonly #meet: (store: Store, graph: number) => Promise<void>;
  /** Graph → the run of the server in which its indexes were last seen whole. */
  readonly #indexed = new Map<number, string>();
  readonly #turns = new Map<number, Promise<void>>();

  constructor(
    servers: Servers,
    options: {
      readonly names: Names;
      readonly logger: Logger;
      readonly timeoutMs: number;
      readonly limits: StoreLimits;
      /** Makes a graph fit for use, before it is used for the first time in each run of the server. */
      readonly meet: (store: Store, graph: number) => Promise<void>;
    },
  ) {
    this.#servers = servers;
    this.names = options.names;
    this.logger = options.logger;
    this.timeoutMs = options.timeoutMs;
    this.limits = options.limits;
    this.#meet = options.meet;
  }

  /** Rows of a query that only reads. Rejects with MissingGraph when the graph does not exist. */
  async read(graph: number, query: string, params: Params = {}): Promise<Row[]> {
    return readRows(await this.#ask(graph, query, params, ['--compact']));
  }

  /** The same for columns of whole numbers alone, and many rows. */
  async readNumbers(graph: number, query: string, params: Params = {}): Promise<(readonly number[])[]> {
    return readNumbers(await this.#ask(graph, query, params, []));
  }

  /** The same for whole numbers and words' tokens; a list of numbers is a text that JSON reads. */
  async readPlain(graph: number, query: string, params: Params = {}): Promise<(readonly (number | string)[])[]> {
    return readPlain(await this.#ask(graph, query, params, []));
  }

  /** The same; none when the graph does not exist. */
  async readIfThere(graph: number, query: string, params: Params = {}): Promise<Row[]> {
    return this.read(graph, query, params).catch((error: unknown) => {
      if (error instanceof MissingGraph) return [];
      throw error;
    });
  }

  /** A write to a graph that does not exist would make an empty one. */
  async exists(graph: number): Promise<boolean> {
    return (await this.readIfThere(graph, 'MATCH (g:Store) RETURN g.seq')).length > 0;
  }

  /** Waits for indexes that are being built, as long as a query may take. */
  async untilIndexed(graph: number): Promise<void> {
    await untilOperational(() => this.peek(graph, INDEX_STATES), this.timeoutMs);
  }

  /** Rows as they are just now, for those who look whether a graph is fit for use: none of its indexes may be needed. */
  async peek(graph: number, query: string): Promise<Row[]> {
    return readRows(
      await this.#send(graph, 'GRAPH.RO_QUERY', query, { params: {}, more: ['--compact'], effect: 'none' }),
    );
  }

  /** All of it is done, or nothing. */
  async write(graph: number, query: string, params: Params, effect: Command['effect'] = 'once'): Promise<Row[]> {
    if (effect === 'once') await this.untilFit(graph);
    return readRows(await this.#send(graph, 'GRAPH.QUERY', query, { params, more: ['--compact'], effect }));
  }

  /** Removes a graph; one that is not there is fine. */
  async deleteGraph(graph: number): Promise<void> {
    this.#indexed.delete(graph);
    try {
      const key = this.names.graph(graph);
      await this.#servers.call({ key, commands: [['GRAPH.DELETE', key]], effect: 'repeatable' });
    } catch (error) {
      if (!isMissingGraph(error)) throw toStoreError(error);
    }
  }

  /** Commands to keys of the registry, sent together and answered in order. */
  async command(effect: Command['effect'], ...commands: (readonly string[])[]): Promise<Reply[]> {
    try {
      return await this.#servers.call({ key: this.names.workspaces, commands, effect });
    } catch (error) {
      throw toStoreError(error);
    }
  }

  /** The same for keys that lie where a graph does. */
  async commandIn(graph: number, effect: Command['effect'], ...commands: (readonly string[])[]): Promise<Reply[]> {
    try {
      return await this.#servers.call({ key: this.names.graph(graph), commands, effect });
    } catch (error) {
      throw toStoreError(error);
    }
  }

  /** One command to each server that takes writes; what one refuses comes back as an error among the answers. */
  async askServers(args: readonly string[]): Promise<(Reply | Error)[]> {
    try {
      return await this.#servers.askPrimaries(args);
    } catch (error) {
      throw toStoreError(error);
    }
  }

  get pool(): PoolNumbers {
    return this.#servers.pool;
  }

  /** Does one piece of work on a graph after the other, for those that would only get in each other's way. */
  inTurn<Result>(graph: number, work: () => Promise<Result>): Promise<Result> {
    const before = this.#turns.get(graph) ?? Promise.resolve();
    const done = before.then(work);
    const settled = done.then(
      () => undefined,
      () => undefined,
    );
    this.#turns.set(graph, settled);
    return done.finally(() => {
      if (this.#turns.get(graph) === settled) this.#turns.delete(graph);
    });
  }

  /** A connection of one's own to the registry; the caller closes it. */
  connect(): Promise<Connection> {
    return this.#servers.connect(this.names.workspaces);
  }

  /** Which start of which server holds the registry. */
  run(): Promise<string> {
    return this.#servers.runOf(this.names.workspaces);
  }

  /** Which start of which server answers for a graph; empty when none does. What one has said, another may not know. */
  runOf(graph: number): Promise<string> {
    return this.#servers.runOf(this.names.graph(graph)).catch(() => '');
  }

  async #ask(graph: number, query: string, params: Params, more: readonly string[]): Promise<Reply> {
    for (;;) {
      const run = await this.untilFit(graph);
      const reply = await this.#send(graph, 'GRAPH.RO_QUERY', query, { params, more, effect: 'none' });
      // A server that was started anew between the two may have answered from indexes that were not whole yet.
      if ((await this.runOf(graph)) === run) return reply;
    }
  }

  /** The run of the server in which the graph's indexes are whole, and its layout is ours. Rejects with MissingGraph. */
  async untilFit(graph: number): Promise<string> {
    for (;;) {
      const run = await this.runOf(graph);
      if (run !== '' && this.#indexed.get(graph) === run) return run;
      await this.untilIndexed(graph);
      await this.#meet(this, graph);
      const after = await this.runOf(graph);
      if (after === run || run === '') {
        if (after !== '') this.#indexed.set(graph, after);
        return after;
      }
    }
  }

  async #send(
    graph: number,
    verb: 'GRAPH.QUERY' | 'GRAPH.RO_QUERY',
    query: string,
    { params, more, effect }: { params: Params; more: readonly string[]; effect: Command['effect'] },
  ): Promise<Reply> {
    const key = this.names.graph(graph);
    // The engine gives up on a read in time; a write that has begun is carried through.
    const limit = effect === 'none' ? ['TIMEOUT', String(this.timeoutMs)] : [];
    const command = [verb, key, writeParams(params) + query, ...limit, ...more];
    try {
      const [reply = null] = await this.#servers.call({ key, commands: [command], effect });
      return reply;
    } catch (error) {
      if (isMissingGraph(error)) throw new MissingGraph('no such graph');
      throw toStoreError(error);
    }
  }
}
