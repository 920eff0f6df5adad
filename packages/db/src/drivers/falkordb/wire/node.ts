/** One server: its connections, and what is known of its health. */
import type { PoolNumbers } from '@zapomni/core/ports';
import { Breaker } from './breaker.ts';
import { Connection, type ConnectionOptions, type NodeAddress } from './connection.ts';
import { LinkError } from './link-error.ts';
import { CrowdedError, Pool, type PoolOptions } from './pool.ts';
import type { Reply } from './reply-parser.ts';

/** The server is left alone for a while; see `Breaker`. */
export class RestingError extends Error {
  override readonly name = 'RestingError';
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super('the server did not answer lately');
    this.retryAfterMs = retryAfterMs;
  }
}

export interface NodeOptions extends ConnectionOptions {
  readonly pool: PoolOptions;
}

export class ServerNode {
  readonly address: NodeAddress;
  /** One beside those that calls share, for whoever needs it for long. */
  readonly open: () => Promise<Connection>;
  readonly #pool: Pool;
  readonly #breaker = new Breaker();
  #runs: string | undefined;

  /** `greet`: what each connection says first. It must give the server's run id. */
  constructor(address: NodeAddress, options: NodeOptions, greet: (connection: Connection) => Promise<string>) {
    this.address = address;
    this.open = async () => {
      const connection = await Connection.open(address, options);
      try {
        this.#runs = await greet(connection);
        return connection;
      } catch (error) {
        connection.close();
        throw error instanceof LinkError ? new LinkError('before', 'the server said nothing of itself', error) : error;
      }
    };
    this.#pool = new Pool(this.open, options.pool);
  }

  /** Another after each start of the server; undefined before the first connection. */
  get run(): string | undefined {
    return this.#runs;
  }

  get pool(): PoolNumbers {
    return this.#pool.numbers;
  }

  /** Several commands go out at once and are answered in order. */
  async send(commands: readonly (readonly string[])[], timeoutMs: number): Promise<Reply[]> {
    const rest = this.#breaker.enter();
    if (rest > 0) throw new RestingError(rest);
    try {
      const replies = await this.#pool.use((connection) =>
        Promise.all(commands.map((args) => connection.send(args, timeoutMs))),
      );
      this.#breaker.succeed();
      return replies;
    } catch (error) {
      if (error instanceof LinkError) this.#breaker.fail();
      else if (!(error instanceof CrowdedError)) this.#breaker.succeed();
      throw error;
    }
  }

  close(): void {
    this.#pool.close();
  }
}
