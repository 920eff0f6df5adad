/** One of a team: a client with an address of its own that adds and searches, and begins anew when its server is gone. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { fetchFrom } from './fetch-from.ts';

type Structured = Record<string, unknown>;

export interface Hit {
  readonly memory_id: string;
  readonly text: string;
}

/** What a tool itself refused, as opposed to a call that never came back. */
class Refused extends Error {
  override readonly name = 'Refused';
}

export class Member {
  readonly workspace: string;
  /** Id → text of all that the server has said to have stored. */
  readonly acknowledged = new Map<string, string>();
  /** What went wrong, in words. */
  readonly failures: string[] = [];
  readonly #number: number;
  readonly #url: URL;
  #client: Client | undefined;

  constructor(number: number, workspace: string, port: number) {
    this.#number = number;
    this.workspace = workspace;
    this.#url = new URL(`http://127.0.0.1:${port}/mcp`);
  }

  /** Every other one has a session, the rest need none. */
  async connect(): Promise<void> {
    await this.close();
    const mode = this.#number % 4 < 2 ? ('legacy' as const) : { pin: '2026-07-28' };
    const client = new Client({ name: `member-${this.#number}`, version: '1' }, { versionNegotiation: { mode } });
    this.#client = client;
    const options = { fetch: fetchFrom(`127.0.1.${this.#number + 1}`) };
    await client.connect(new StreamableHTTPClientTransport(this.#url, options));
  }

  async call(name: string, args: Structured): Promise<Structured> {
    const result = await this.#client?.callTool({ name, arguments: args });
    if (!result) throw new Error('not connected');
    if (result.isError) throw new Refused(JSON.stringify(result.content));
    return result.structuredContent as Structured;
  }

  /** Adds one memory after the other, and looks for every third at once, until it is told to stop. */
  async work(isDone: () => boolean): Promise<void> {
    for (let n = 0; !isDone(); n += 1) {
      try {
        await this.#addOne(n);
      } catch (error) {
        this.failures.push(String(error));
        if (error instanceof Refused) continue;
        await this.connect().catch((cause: unknown) => this.failures.push(`connecting: ${String(cause)}`));
      }
    }
  }

  async #addOne(n: number): Promise<void> {
    const text = `${this.workspace} keeps mark${this.#number}x${n}`;
    const { memory_id } = await this.call('add_memory', { text, workspace_id: this.workspace });
    this.acknowledged.set(memory_id as string, text);
    if (n % 3 !== 0) return;
    const { results } = await this.call('search_memory', { query: text, workspace_id: this.workspace, limit: 5 });
    const hits = results as Hit[];
    if (!hits.some((hit) => hit.memory_id === memory_id)) throw new Refused(`${text} was not found`);
    const foreign = hits.filter((hit) => !hit.text.startsWith(this.workspace));
    if (foreign.length > 0) throw new Refused(`${this.workspace} was shown what is not its own`);
  }

  async close(): Promise<void> {
    await this.#client?.close().catch(() => undefined);
  }
}
