/**
 * The way to the data, wherever it lies. A command names the key it is about; it goes to whoever holds that key just now,
 * and again when it surely was not carried out or may be carried out twice. Reads go to a replica while no primary answers.
 *
 *   call ─▶ layout ─▶ node (breaker, pool) ─▶ connection
 *             ▲                                   │ MOVED, READONLY, lost
 *             └────────────── ask anew ◀──────────┘
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger, PoolNumbers } from '@zapomni/core/ports';
import type { Connection, ConnectionOptions, NodeAddress } from './connection.ts';
import { discoverLayout, nameOf, type Layout } from './layout.ts';
import { modeIn, readInfo } from './info.ts';
import { LinkError } from './link-error.ts';
import { RestingError, ServerNode } from './node.ts';
import { ServerError, type Reply } from './reply-parser.ts';

export interface ServersOptions extends ConnectionOptions {
  readonly seeds: readonly NodeAddress[];
  readonly master?: string;
  readonly poolSize: number;
  readonly acquireTimeoutMs: number;
  readonly timeoutMs: number;
  readonly logger: Logger;
  /** Looks at a server once after each of its starts; rejects one that will not do. */
  admit(connection: Connection): Promise<void>;
}

export interface Command {
  /** The key it is about. */
  readonly key: string;
  /** Sent one after the other to the same server, on one connection. */
  readonly commands: readonly (readonly string[])[];
  /** `none` only reads; `repeatable` may be carried out twice; `once` may not. */
  readonly effect: 'none' | 'repeatable' | 'once';
  readonly timeoutMs?: number;
}

const RETRIES = 3;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;

/** The server did nothing, and the next one, or the same a little later, may. */
const NOT_NOW = new Set(['LOADING', 'MASTERDOWN', 'CLUSTERDOWN', 'TRYAGAIN', 'READONLY', 'MOVED', 'ASK', 'BUSY']);

export class Servers {
  readonly #options: ServersOptions;
  readonly #nodes = new Map<string, ServerNode>();
  /** The run in which each server was last looked at. */
  readonly #admitted = new Map<string, string>();
  #layout: Promise<Layout> | undefined;
  /** Whom the last layout named: asked too when the seeds are gone. */
  #known: readonly NodeAddress[];

  constructor(options: ServersOptions) {
    this.#options = options;
    this.#known = options.seeds;
  }

  /** The answers, in the order of the commands. Rejects with ServerError, LinkError, RestingError or CrowdedError. */
  async call(command: Command): Promise<Reply[]> {
    const deadline = Date.now() + (command.timeoutMs ?? this.#options.timeoutMs);
    for (let attempt = 0; ; attempt++) {
      try {
        return await untilLate(this.#callOnce(command, deadline), deadline);
      } catch (error) {
        const pause = pauseBefore(attempt);
        if (!mayRetry(error, command) || attempt === RETRIES || Date.now() + pause >= deadline) throw error;
        await sleep(pause);
      }
    }
  }

  /** Which start of which server answers for a key: another after a restart or a failover. */
  async runOf(key: string): Promise<string> {
    const layout = await this.#currentLayout();
    const address = layout.primaryOf(key) ?? layout.replicasOf(key)[0];
    return (address && this.#node(address).run) ?? '';
  }

  /** One command to each server that takes writes; what one refuses comes back as an error among the answers. */
  async askPrimaries(args: readonly string[]): Promise<(Reply | Error)[]> {
    const { primaries } = await this.#currentLayout();
    const ask = (address: NodeAddress): Promise<Reply | Error> =>
      this.#ask(address, args).catch((error: unknown) => {
        if (error instanceof ServerError) return error;
        throw error;
      });
    return Promise.all(primaries.map(ask));
  }

  /** A connection of one's own to whoever takes writes of a key; the caller closes it. */
  async connect(key: string): Promise<Connection> {
    const primary = (await this.#currentLayout()).primaryOf(key);
    if (!primary) throw new ServerError('READONLY no server takes changes');
    return this.#node(primary).open();
  }

  /** Of all servers together. */
  get pool(): PoolNumbers {
    const all = [...this.#nodes.values()].map(({ pool }) => pool);
    const sum = (name: keyof PoolNumbers): number => all.reduce((total, numbers) => total + numbers[name], 0);
    return { size: sum('size'), inUse: sum('inUse'), idle: sum('idle'), waiting: sum('waiting') };
  }

  close(): void {
    for (const node of this.#nodes.values()) node.close();
    this.#nodes.clear();
  }

  async #callOnce(command: Command, deadline: number): Promise<Reply[]> {
    const layout = await this.#currentLayout();
    const primary = layout.primaryOf(command.key);
    const timeoutMs = Math.max(1, deadline - Date.now());
    try {
      // As a replica would say it.
      if (!primary) throw new ServerError('READONLY no server takes changes');
      return await this.#node(primary).send(command.commands, timeoutMs);
    } catch (error) {
      if (!isAway(error)) throw error;
      this.#layout = undefined;
      const replicas = command.effect === 'none' ? layout.replicasOf(command.key) : [];
      return await this.#callReplica(replicas, command, { deadline, error });
    }
  }

  async #callReplica(
    replicas: readonly NodeAddress[],
    { commands }: Command,
    { deadline, error }: { readonly deadline: number; readonly error: unknown },
  ): Promise<Reply[]> {
    for (const address of replicas) {
      try {
        const replies = await this.#node(address).send(commands, Math.max(1, deadline - Date.now()));
        this.#options.logger.log('debug', 'store_read_from_replica');
        return replies;
      } catch (other) {
        if (!isAway(other)) throw other;
      }
    }
    throw error;
  }

  #currentLayout(): Promise<Layout> {
    this.#layout ??= this.#discover();
    return this.#layout;
  }

  async #discover(): Promise<Layout> {
    const { seeds, master } = this.#options;
    try {
      const all = new Map([...this.#known, ...seeds].map((address) => [nameOf(address), address]));
      const layout = await discoverLayout([...all.values()], (address, args) => this.#ask(address, args), master);
      this.#known = layout.nodes;
      return layout;
    } catch (error) {
      this.#layout = undefined;
      throw error;
    }
  }

  async #ask(address: NodeAddress, args: readonly string[]): Promise<Reply> {
    const [reply = null] = await this.#node(address).send([args], this.#options.connectTimeoutMs);
    return reply;
  }

  #node(address: NodeAddress): ServerNode {
    const name = nameOf(address);
    const known = this.#nodes.get(name);
    if (known) return known;
    const { poolSize, acquireTimeoutMs, logger } = this.#options;
    const onCrowded = (inUse: number, size: number): void =>
      logger.log('warning', 'store_connections_crowded', { in_use: inUse, size });
    const pool = { size: poolSize, acquireTimeoutMs, onCrowded };
    const node = new ServerNode(address, { ...this.#options, pool }, (connection) => this.#greet(connection, name));
    this.#nodes.set(name, node);
    return node;
  }

  /** In a cluster a replica gives nothing away unless it is told that old answers will do. */
  async #greet(connection: Connection, name: string): Promise<string> {
    const info = readInfo(await connection.send(['INFO'], this.#options.connectTimeoutMs));
    if (info.get('cluster_enabled') === '1') await connection.send(['READONLY'], this.#options.connectTimeoutMs);
    const run = info.get('run_id') ?? '';
    if (modeIn(info) !== 'sentinel' && this.#admitted.get(name) !== run) {
      await this.#options.admit(connection);
      this.#admitted.set(name, run);
    }
    return run;
  }
}

/** Reaching a server, and asking who holds what, may take longer than a call has. */
async function untilLate<Result>(work: Promise<Result>, deadline: number): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new LinkError('late', 'the server did not answer in time')),
    Math.max(1, deadline - Date.now()),
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    // Whatever becomes of it, nobody waits for it any more.
    work.catch(() => undefined);
  }
}

function pauseBefore(attempt: number): number {
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
  return pause * (0.5 + Math.random() / 2);
}

/** The server cannot be reached, or says that it is not the one, or not yet. */
function isAway(error: unknown): boolean {
  if (error instanceof ServerError) return NOT_NOW.has(error.code);
  return error instanceof RestingError || (error instanceof LinkError && error.stage !== 'late');
}

function mayRetry(error: unknown, { effect }: Command): boolean {
  if (error instanceof RestingError) return false;
  if (error instanceof LinkError) return error.stage === 'before' || (error.stage === 'after' && effect !== 'once');
  return error instanceof ServerError && NOT_NOW.has(error.code);
}
