/**
 * An MCP server that knows nothing of what its tools do. It holds what they register, serves one connection with `run()`
 * and any number of requests with `handleRequest()`; both end in the same dispatcher.
 */
import { ConcurrencyGate } from './concurrency-gate.ts';
import { Dispatcher } from './dispatcher.ts';
import type { Greeting } from './handshake.ts';
import { handleLocally, type HandleOptions } from './handle-locally.ts';
import { PromptRegistry } from './prompt-registry.ts';
import type { Prompt } from './prompt.ts';
import { RequestLedger, type LedgerTotals } from './request-ledger.ts';
import { ResourceRegistry } from './resource-registry.ts';
import type { Resource, ResourceTemplate } from './resource.ts';
import type { Reply } from './rpc-error.ts';
import { serveConnection, type Stop } from './serve-connection.ts';
import { ServerError } from './server-error.ts';
import type { ServerLogger } from './server-logger.ts';
import { resolveOptions, type McpBaseServerOptions, type ResolvedOptions } from './server-options.ts';
import type { ServerTransport } from './server-transport.ts';
import { createSession } from './session.ts';
import { listenForStop, type SignalSource } from './stop-signals.ts';
import { ToolRegistry } from './tool-registry.ts';
import type { Tool } from './tool.ts';

export interface RunOptions {
  readonly transport: ServerTransport;
  /** Aborting it ends the run in good order. */
  readonly signal?: AbortSignal;
  /** Where SIGINT and SIGTERM come from; the process by default. */
  readonly signals?: SignalSource;
}

export interface ServerStats extends LedgerTotals {
  readonly running: boolean;
  /** Milliseconds since 1970; 0 before the first run. */
  readonly started_at: number;
  readonly uptime_seconds: number;
  readonly tools: readonly string[];
}

interface Run {
  readonly stop: PromiseWithResolvers<Stop>;
  readonly hurry: PromiseWithResolvers<void>;
  readonly done: PromiseWithResolvers<void>;
}

export class McpBaseServer {
  readonly #options: ResolvedOptions;
  readonly #logger: ServerLogger;
  readonly #tools = new ToolRegistry();
  readonly #resources = new ResourceRegistry();
  readonly #prompts = new PromptRegistry();
  readonly #dispatcher: Dispatcher;
  readonly #ledger: RequestLedger;
  readonly #session = createSession();
  #run: Run | undefined;
  #startedAt = 0;
  #stoppedAt: number | undefined;

  constructor(options: McpBaseServerOptions) {
    this.#options = resolveOptions(options);
    this.#logger = this.#options.logger;
    this.#ledger = new RequestLedger(this.#logger, this.#options.errorRateWarning);
    this.#dispatcher = new Dispatcher({
      tools: this.#tools,
      resources: this.#resources,
      prompts: this.#prompts,
      gate: new ConcurrencyGate(this.#options.concurrency),
      timeoutMs: this.#options.timeoutMs,
      describeError: this.#options.describeError,
      greeting: () => this.greeting,
    });
  }

  registerTool(tool: Tool): void {
    this.#assertOpen();
    this.#tools.add(tool);
  }

  registerResource(resource: Resource): void {
    this.#assertOpen();
    this.#resources.add(resource);
  }

  registerResourceTemplate(template: ResourceTemplate): void {
    this.#assertOpen();
    this.#resources.addTemplate(template);
  }

  registerPrompt(prompt: Prompt): void {
    this.#assertOpen();
    this.#prompts.add(prompt);
  }

  /** How this server introduces itself: only what is registered is offered. */
  get greeting(): Greeting {
    const { name, version, title, instructions } = this.#options;
    return {
      serverInfo: { name, version, ...(title === undefined ? {} : { title }) },
      capabilities: {
        ...(this.#tools.size > 0 ? { tools: {} } : {}),
        ...(this.#resources.size > 0 ? { resources: {} } : {}),
        ...(this.#prompts.size > 0 ? { prompts: {} } : {}),
      },
      ...(instructions === undefined ? {} : { instructions }),
    };
  }

  /**
   * Serves the transport until the client goes, a signal comes or `shutdown()` is called, and resolves when all is
   * answered and closed. An instance runs once; a run that was refused may be tried again.
   */
  async run({ transport, signal, signals = process }: RunOptions): Promise<void> {
    this.#assertCanRun(transport);
    const run: Run = {
      stop: Promise.withResolvers(),
      hurry: Promise.withResolvers(),
      done: Promise.withResolvers(),
    };
    this.#run = run;
    this.#startedAt = Date.now();
    this.#noteStart();
    const forgetSignals = stopOnSignals(signals, run);
    const forgetAbort = listenForAbort(signal, () => run.stop.resolve({ reason: 'cancelled' }));
    try {
      await this.#serve(transport, run);
    } finally {
      forgetSignals();
      forgetAbort();
      this.#stoppedAt = Date.now();
      this.#noteStop();
      run.done.resolve();
    }
  }

  /** Never throws, and gives the bare reply; the envelope is the transport's. `undefined` for what has no answer. */
  handleRequest(message: unknown, options: HandleOptions = {}): Promise<Reply | undefined> {
    const parts = { dispatcher: this.#dispatcher, ledger: this.#ledger, logger: this.#logger, session: this.#session };
    return handleLocally(parts, message, options);
  }

  /**
   * Ends the run in good order and resolves when it has ended. Safe at any time and any number of times. A tool that
   * waits for it holds up the very request that the shutdown waits for.
   */
  async shutdown(): Promise<void> {
    this.#run?.stop.resolve({ reason: 'shutdown' });
    await this.#run?.done.promise;
  }

  getStats(): ServerStats {
    const until = this.#stoppedAt ?? Date.now();
    return {
      running: this.#isRunning,
      started_at: this.#startedAt,
      uptime_seconds: this.#startedAt === 0 ? 0 : (until - this.#startedAt) / 1000,
      ...this.#ledger.totals(),
      tools: this.#tools.names,
    };
  }

  get #isRunning(): boolean {
    return this.#run !== undefined && this.#stoppedAt === undefined;
  }

  /** Clients are told at the beginning what there is, and nothing tells them of a change. */
  #assertOpen(): void {
    if (this.#run) throw new ServerError('INVALID_REGISTRATION', 'Register everything before run().');
  }

  #assertCanRun(transport: ServerTransport): void {
    try {
      if (this.#isRunning) throw new ServerError('ALREADY_RUNNING', 'Server is already running');
      if (this.#run)
        throw new ServerError('ALREADY_STOPPED', 'Server has stopped. Create a new instance to serve again.');
      if (this.#tools.size === 0) throw new ServerError('NO_TOOLS', NO_TOOLS);
      transport.check();
    } catch (error) {
      this.#logger.log('error', 'start_refused', { error });
      throw error;
    }
  }

  async #serve(transport: ServerTransport, { stop, hurry }: Run): Promise<void> {
    try {
      await serveConnection(
        {
          dispatcher: this.#dispatcher,
          ledger: this.#ledger,
          greeting: this.greeting,
          logger: this.#logger,
          drainMs: this.#options.drainMs,
          stop: stop.promise,
          hurry: hurry.promise,
        },
        transport,
      );
    } catch (error) {
      if (error instanceof ServerError) throw error;
      this.#ledger.fault();
      this.#logger.log('critical', 'server_error', { error });
      throw error;
    }
  }

  #noteStart(): void {
    const { concurrency, timeoutMs, drainMs } = this.#options;
    this.#logger.log('info', 'server_starting', {
      tools: this.#tools.names,
      tool_count: this.#tools.size,
      config: { concurrency, timeout_ms: timeoutMs, drain_ms: drainMs },
    });
  }

  #noteStop(): void {
    const { total_requests, total_errors, uptime_seconds } = this.getStats();
    this.#logger.log('info', 'server_stopped', { total_requests, total_errors, uptime_seconds });
  }
}

const NO_TOOLS = 'Cannot start server with zero tools registered. Call register_all_tools() or register_tool() first.';

/** The second signal says that waiting for running requests takes too long. */
function stopOnSignals(source: SignalSource, { stop, hurry }: Run): () => void {
  let came = 0;
  return listenForStop(source, (signal) => {
    came += 1;
    if (came > 1) hurry.resolve();
    stop.resolve({ reason: 'signal', signal });
  });
}

function listenForAbort(signal: AbortSignal | undefined, onAbort: () => void): () => void {
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  return () => signal?.removeEventListener('abort', onAbort);
}
