/**
 * A model endpoint on loopback that speaks what Ollama (/api/…), OpenAI and rerankers (/v1/…) document, with an embedder of ours
 * behind it and answers of the test's choosing. It misbehaves when it is told to.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Embedder } from '@zapomni/core/ports';
import { createFakeEmbedder } from '../fakes/index.ts';
import { wordsInCommon } from '../fakes/fake-reranker.ts';
import { misbehave, type Flood, type Misbehaviour } from './misbehaviour.ts';

/** A request's JSON is looked into freely by tests. */
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

export interface EndpointRequest {
  readonly path: string;
  readonly body: Json;
  readonly authorization: string | undefined;
}

/** What a language model says, before it is wrapped as the API has it. */
export interface Utterance {
  readonly content: string | null;
  readonly finished?: 'stop' | 'length';
}

export interface ModelEndpointOptions {
  /** Behind the embedding calls; a fake by default. Closed with the endpoint. */
  readonly embedder?: Embedder;
  /** Answers of the language model; `{}` by default. */
  readonly say?: (request: Json) => Utterance;
  /** Callers must bring this key. */
  readonly key?: string;
  /** Models that are there; each with its tag. */
  readonly models?: readonly string[];
}

export class ModelEndpoint {
  readonly url: string;
  /** Requests so far, misbehaved ones too. */
  readonly requests: EndpointRequest[] = [];
  /** Models that are there. */
  readonly models: Set<string>;
  /** For every request, until it is taken back. */
  always: Misbehaviour | null = null;
  /** Changes the vectors before they are sent. */
  distort: (vectors: number[][], inputs: readonly string[]) => unknown[] = (vectors) => vectors;
  /** Refuses a call for its content: the status to refuse it with, or null. */
  refuse: (request: EndpointRequest) => number | null = () => null;
  say: (request: Json) => Utterance;
  /** What was sent of an endless answer. */
  readonly flood: Flood = { bytes: 0 };
  readonly #next: Misbehaviour[] = [];
  readonly #server: Server;
  readonly #embedder: Embedder;
  readonly #key: string | undefined;

  static async start(options: ModelEndpointOptions = {}): Promise<ModelEndpoint> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return new ModelEndpoint(server, options);
  }

  private constructor(server: Server, options: ModelEndpointOptions) {
    this.#server = server;
    this.#embedder = options.embedder ?? createFakeEmbedder();
    this.#key = options.key;
    this.say = options.say ?? (() => ({ content: '{}' }));
    this.models = new Set(options.models ?? ['nomic-embed-text:latest', 'qwen2.5:latest']);
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => void this.#serve(request, response));
  }

  /** The requests to come are answered so, one each; after them it behaves. */
  next(...ways: Misbehaviour[]): void {
    this.#next.push(...ways);
  }

  /** Connections that are open now. */
  connections(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
    await this.#embedder.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    const raw = await text(request);
    const { authorization } = request.headers;
    const received = { path: request.url ?? '', body: raw === '' ? null : JSON.parse(raw), authorization };
    this.requests.push(received);
    const how = this.#next.shift() ?? this.always;
    if (how !== null) return misbehave(how, request, response, this.flood);
    const [status, body] = await this.#answer(received);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  }

  async #answer(request: EndpointRequest): Promise<[status: number, body: string]> {
    if (this.#key !== undefined && request.authorization !== `Bearer ${this.#key}`) {
      return [401, '{"error":{"message":"Incorrect API key provided: sk-secret"}}'];
    }
    const refused = this.refuse(request);
    if (refused !== null) return [refused, '{"error":"the input is not to my liking: secret"}'];
    const routes: Record<string, () => Json | Promise<Json>> = {
      '/api/embed': () => this.#ollamaEmbed(request.body),
      '/api/chat': () => this.#ollamaChat(request.body),
      '/api/tags': () => ({ models: [...this.models].map((name) => ({ name, model: name })) }),
      '/v1/embeddings': () => this.#openaiEmbeddings(request.body),
      '/v1/chat/completions': () => this.#openaiChat(request.body),
      '/v1/rerank': () => rerank(request.body),
      '/v1/models': () => ({ object: 'list', data: [...this.models].map((id) => ({ id, object: 'model' })) }),
    };
    const route = routes[request.path];
    if (!route) return [404, '404 page not found'];
    if (request.body !== null && !this.#has(request.body.model as string)) {
      return [404, '{"error":"model \\"secret\\" not found, try pulling it first"}'];
    }
    return [200, toJson(await route())];
  }

  #has(model: string): boolean {
    return this.models.has(model) || this.models.has(`${model}:latest`);
  }

  async #vectors(inputs: readonly string[]): Promise<unknown[]> {
    const embeddings = await this.#embedder.embed(inputs, { role: 'passage' });
    // Longer than one, as some servers give them.
    return this.distort(
      embeddings.map(({ vector }) => Array.from(vector, (part) => part * 3)),
      inputs,
    );
  }

  async #ollamaEmbed({ model, input }: Json): Promise<Json> {
    const embeddings = await this.#vectors([input].flat());
    return { model, embeddings, total_duration: 14_143_917, load_duration: 1_019_500, prompt_eval_count: 8 };
  }

  async #openaiEmbeddings({ model, input }: Json): Promise<Json> {
    const vectors = await this.#vectors([input].flat());
    // In an order of its own: the index says which is which.
    const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })).toReversed();
    return { object: 'list', data, model, usage: { prompt_tokens: 8, total_tokens: 8 } };
  }

  #ollamaChat(request: Json): Json {
    const { content, finished = 'stop' } = this.say(request);
    const message = { role: 'assistant', content };
    return {
      model: request.model,
      message,
      done: true,
      done_reason: finished,
      prompt_eval_count: 31,
      eval_count: 7,
    };
  }

  #openaiChat(request: Json): Json {
    const { content, finished = 'stop' } = this.say(request);
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: finished }];
    const usage = { prompt_tokens: 31, completion_tokens: 7, total_tokens: 38 };
    return { id: 'chatcmpl-1', object: 'chat.completion', model: request.model, choices, usage };
  }
}

/** Best first, as the servers do it: the index says which is which. */
function rerank({ model, query, documents }: Json): Json {
  const results = (documents as string[])
    .map((document, index) => ({ index, relevance_score: wordsInCommon(query as string, document) }))
    .sort((a, b) => b.relevance_score - a.relevance_score);
  return { model, object: 'list', results, usage: { prompt_tokens: 8, total_tokens: 8 } };
}

/** As servers in Python do it: what is not a number is written as if JSON had a word for it. */
function toJson(value: unknown): string {
  const marked = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'number' && !Number.isFinite(part) ? `@${String(part)}@` : part,
  );
  return marked.replace(/"@(NaN|-?Infinity)@"/g, '$1');
}
