/** The built server as a client sees it: a process on a data folder, driven through MCP over stdio. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

export type Environment = Readonly<Record<string, string>>;

export interface Draft {
  readonly text: string;
  readonly tags?: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly supersedes?: string;
}

/** Only what is measured; fields that this build does not have yet are left undefined. */
const answerSchema = z.object({
  results: z.array(z.object({ memory_id: z.string(), similarity_score: z.number() })),
  mode: z.string().optional(),
  abstained: z.boolean().optional(),
});

export interface SearchAnswer extends z.output<typeof answerSchema> {
  /** From asking to having the answer. */
  readonly ms: number;
  /** Of the whole answer as it came over the wire. */
  readonly bytes: number;
  /** What the server objected to, if it did. */
  readonly error?: string;
}

const TIMEOUT_MS = 600_000;
const POLL_MS = 100;
const WARM_UPS = 20;

const waitingSchema = z.object({ pending_embeddings: z.number(), pending_readings: z.number().default(0) });

export class Zapomni {
  readonly #client: Client;
  readonly #reads: boolean;
  readonly version: string;

  private constructor(client: Client, reads: boolean) {
    this.#client = client;
    this.#reads = reads;
    this.version = client.getServerVersion()?.version ?? 'unknown';
  }

  /** Starts `script` on `dataDir`; `settings` are environment variables, added to those of ours that the caller has set. */
  static async start(script: string, dataDir: string, settings: Environment = {}): Promise<Zapomni> {
    const env: Environment = { ...ownSettings(), LOG_LEVEL: 'error', ...settings, ZAPOMNI_DATA_DIR: dataDir };
    const transport = new StdioClientTransport({ command: process.execPath, args: [script], env, stderr: 'inherit' });
    const client = new Client({ name: 'zapomni-evals', version: '1' });
    await client.connect(transport);
    return new Zapomni(client, env['ZAPOMNI_GRAPH'] !== 'off');
  }

  /** Any tool: its structured answer, or the words in which it was refused. */
  async tool(name: string, args: Record<string, unknown>): Promise<{ structured: unknown; error: string | null }> {
    const answer = await this.#ask(name, args);
    return { structured: answer.structuredContent, error: answer.isError ? JSON.stringify(answer.content) : null };
  }

  /** Ids in the order of the drafts. */
  async add(workspace: string, items: readonly Draft[]): Promise<string[]> {
    const { structuredContent } = await this.#call('add_memory', { items, workspace_id: workspace });
    return z.object({ memory_ids: z.array(z.string()) }).parse(structuredContent).memory_ids;
  }

  /** A question that the server refuses is an answer too: an empty one. */
  async search(workspace: string, query: string, limit: number): Promise<SearchAnswer> {
    const start = performance.now();
    const answer = await this.#ask('search_memory', { query, limit, workspace_id: workspace });
    const cost = { ms: performance.now() - start, bytes: Buffer.byteLength(JSON.stringify(answer)) };
    if (answer.isError) return { results: [], error: JSON.stringify(answer.content), ...cost };
    return { ...answerSchema.parse(answer.structuredContent), ...cost };
  }

  /** Waits until every memory has its vector and was read for the graph, if it is to be. `onProgress` hears how many wait. */
  async settled(onProgress: (pending: number) => void): Promise<void> {
    for (;;) {
      const { structuredContent } = await this.#call('get_stats', {});
      const { pending_embeddings, pending_readings } = waitingSchema.parse(structuredContent);
      if (pending_embeddings + (this.#reads ? pending_readings : 0) === 0) return;
      onProgress(pending_embeddings);
      await sleep(POLL_MS);
    }
  }

  /**
   * A server answers from words until its model is loaded; what is measured comes after that. One that goes on to answer from
   * words alone may have been told to, and is left to do so.
   */
  async warmUp(workspace: string): Promise<void> {
    for (let tries = 0; tries < WARM_UPS; tries++) {
      if ((await this.search(workspace, `warm-up ${tries}`, 1)).mode !== 'words') return;
    }
  }

  async end(): Promise<void> {
    await this.#client.close();
  }

  async #call(name: string, args: Record<string, unknown>) {
    const answer = await this.#ask(name, args);
    if (answer.isError) throw new Error(`${name}: ${JSON.stringify(answer.content)}`);
    return answer;
  }

  #ask(name: string, args: Record<string, unknown>) {
    return this.#client.callTool({ name, arguments: args }, { timeout: TIMEOUT_MS });
  }
}

/** The settings under which this process runs, so that `ZAPOMNI_X=… npm run eval` measures that. */
export function ownSettings(): Environment {
  const named = Object.entries(process.env).filter(
    ([name]) => name.startsWith('ZAPOMNI_') && name !== 'ZAPOMNI_DATA_DIR',
  );
  return Object.fromEntries(named.map(([name, value]) => [name, value ?? '']));
}
