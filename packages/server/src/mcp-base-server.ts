/**
 * An MCP server that knows nothing of what its tools do. It holds what they register, serves any number of transports
 * with `run()` and a program's own requests with `handleRequest()`; all end in the same dispatcher.
 */
import type { Scope } from './auth/scopes.ts';
import type { ConnectedClient } from './connection/connected-clients.ts';
import type { ListName } from './resources/change-feed.ts';
import { SessionLevels } from './client/client-log.ts';
import { ConcurrencyGate } from './dispatch/concurrency-gate.ts';
import { Dispatcher } from './dispatch/dispatcher.ts';
import type { Greeting } from './protocol/handshake.ts';
import { handleLocally, type HandleOptions } from './dispatch/handle-locally.ts';
import type { MethodHandler } from './dispatch/methods.ts';
import type { Middleware } from './dispatch/middleware.ts';
import { createStopNote } from './lifecycle/note-stop.ts';
import { Offer } from './dispatch/offer.ts';
import type { Prompt } from './prompts/prompt.ts';
import { RequestLedger, type LedgerTotals } from './dispatch/request-ledger.ts';
import { ResourceSubscriptions } from './resources/resource-subscriptions.ts';
import type { Resource, ResourceTemplate } from './resources/resource.ts';
import type { Reply } from './protocol/rpc-error.ts';
import type { Stop } from './connection/serve-connection.ts';
import {
  serveTransports,
  startTransports,
  type AnyTransport,
  type StartedTransports,
} from './lifecycle/serve-transports.ts';
import { ServerError } from './server-error.ts';
import { isListener, type ServerHost } from './lifecycle/server-listener.ts';
import type { ServerLogger } from './server-logger.ts';
import { resolveOptions, type McpBaseServerOptions, type ResolvedOptions } from './server-options.ts';
import { createSession } from './connection/session.ts';
import { StateSeal } from './client/state-seal.ts';
import { listenForStop, type SignalSource } from './lifecycle/stop-signals.ts';
import type { Tool } from './tools/tool.ts';

export type RunOptions = RunSettings &
  (
    | { /** The only one: what keeps it from starting is thrown as it is. */ readonly transport: AnyTransport }
    | { /** All at once; one that cannot start is logged and skipped. */ readonly transports: readonly AnyTransport[] }
  );

interface RunSettings {
  /** The end of a connection ends the run even while a listener serves; without a listener it always does. */
  readonly untilEof?: boolean;
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
  /** Tool calls that wait for their turn. */
  readonly waiting_calls: number;
}

interface Run {
  readonly stop: PromiseWithResolvers<Stop>;
  readonly hurry: PromiseWithResolvers<void>;
  readonly done: PromiseWithResolvers<void>;
}

export class McpBaseServer {
  readonly #options: ResolvedOptions;
  readonly #logger: ServerLogger;
  readonly #offer: Offer;
  readonly #gate: ConcurrencyGate;
  readonly #dispatcher: Dispatcher;
  readonly #ledger: RequestLedger;
  readonly #session = createSession();
  readonly #active = new Set<string>();
  #run: Run | undefined;
  #startedAt = 0;
  #stoppedAt: number | undefined;

  constructor(options: McpBaseServerOptions) {
    this.#options = resolveOptions(options);
    this.#logger = this.#options.logger;
    this.#ledger = new RequestLedger(this.#logger, this.#options.errorRateWarning, this.#options.observer);
    const { concurrency, timeoutMs, describeError, pageSize, logging } = this.#options;
    const changing = new Set(this.#options.changing);
    this.#offer = new Offer({ changing, logging, isRunning: () => this.#run !== undefined });
    const { tools, resources, prompts, changes } = this.#offer;
    this.#gate = new ConcurrencyGate(concurrency);
    this.#dispatcher = new Dispatcher({
      tools,
      resources,
      prompts,
      changes,
      changing,
      logging,
      pageSize,
      timeoutMs,
      describeError,
      subscriptions: new ResourceSubscriptions(resources),
      levels: new SessionLevels(),
      gate: this.#gate,
      seal: new StateSeal(this.#options.stateSecret),
      greeting: () => this.greeting,
    });
  }

  registerTool(tool: Tool): void {
    this.#offer.addTool(tool);
  }

  registerResource(resource: Resource): void {
    this.#offer.addResource(resource);
  }

  registerResourceTemplate(template: ResourceTemplate): void {
    this.#offer.addTemplate(template);
  }

  registerPrompt(prompt: Prompt): void {
    this.#offer.addPrompt(prompt);
  }

  /** By its name, URI or URI template. Whether there was one. */
  unregister(list: ListName, name: string): boolean {
    return this.#offer.remove(list, name);
  }

  /** A method beyond the protocol's. `scope` is what a caller needs to use it. */
  registerMethod(name: string, handler: MethodHandler, scope: Scope = 'write'): void {
    this.#dispatcher.addMethod(name, handler, scope);
  }

  /** Stands around every request from now on; the ones added first are outermost. */
  use(middleware: Middleware): void {
    this.#dispatcher.use(middleware);
  }

  /** Tells those who subscribed to the resource. Some resource must have been registered with `changes`. */
  notifyResourceUpdated(uri: string): void {
    this.#offer.resourceUpdated(uri);
  }

  /** Tells clients to ask again. Registering and unregistering do so by themselves. The option `changing` must name it. */
  notifyListChanged(list: ListName): void {
    this.#offer.listChanged(list);
  }

  /** How this server introduces itself: only what is registered is offered. */
  get greeting(): Greeting {
    const { name, version, title, instructions } = this.#options;
    return {
      serverInfo: { name, version, ...(title === undefined ? {} : { title }) },
      capabilities: this.#offer.capabilities,
      ...(instructions === undefined ? {} : { instructions }),
    };
  }

  /**
   * Serves until every client of a connection has gone, or, where a listener serves, until a signal comes or `shutdown()`
   * is called; resolves when all is answered and closed. An instance runs once; a run that was refused, or whose
   * transports all failed, may be tried again.
   */
  async run(options: RunOptions): Promise<void> {
    this.#assertCanRun(options);
    const run: Run = {
      stop: Promise.withResolvers(),
      hurry: Promise.withResolvers(),
      done: Promise.withResolvers(),
    };
    this.#run = run;
    this.#startedAt = Date.now();
    this.#noteStart();
    const forgetSignals = stopOnSignals(options.signals ?? process, run);
    const forgetAbort = listenForAbort(options.signal, () => run.stop.resolve({ reason: 'cancelled' }));
    try {
      await this.#serve(await this.#start(options), run, options.untilEof ?? false);
    } finally {
      forgetSignals();
      forgetAbort();
      if (this.#run) this.#noteStop();
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

  /** Who is connected at this moment. */
  get clients(): readonly ConnectedClient[] {
    return this.#ledger.clients.all;
  }

  getStats(): ServerStats {
    const until = this.#stoppedAt ?? Date.now();
    return {
      running: this.#isRunning,
      started_at: this.#startedAt,
      uptime_seconds: this.#startedAt === 0 ? 0 : (until - this.#startedAt) / 1000,
      ...this.#ledger.totals(),
      waiting_calls: this.#gate.waiting,
      tools: this.#offer.tools.names,
    };
  }

  get #isRunning(): boolean {
    return this.#run !== undefined && this.#stoppedAt === undefined;
  }

  #assertCanRun(options: RunOptions): void {
    try {
      if (this.#isRunning) throw new ServerError('ALREADY_RUNNING', 'Server is already running');
      if (this.#run)
        throw new ServerError('ALREADY_STOPPED', 'Server has stopped. Create a new instance to serve again.');
      if (this.#offer.tools.size === 0) throw new ServerError('NO_TOOLS', NO_TOOLS);
      if ('transport' in options && !isListener(options.transport)) options.transport.check();
    } catch (error) {
      this.#logger.log('error', 'start_refused', { error });
      throw error;
    }
  }

  /** A run of which nothing could start has not been one. */
  async #start(options: RunOptions): Promise<StartedTransports> {
    const host = this.#host();
    try {
      if ('transports' in options) return await startTransports(host, options.transports);
      if (!isListener(options.transport)) return { connections: [options.transport], listeners: [] };
      await options.transport.open(host);
      return { connections: [], listeners: [options.transport] };
    } catch (error) {
      this.#run = undefined;
      this.#startedAt = 0;
      this.#logger.log('error', 'start_refused', { error });
      throw error;
    }
  }

  async #serve(started: StartedTransports, { stop, hurry }: Run, untilEof: boolean): Promise<void> {
    try {
      await serveTransports(
        {
          ...this.#host(),
          drainMs: this.#options.drainMs,
          stop: stop.promise,
          hurry: hurry.promise,
          noteStop: createStopNote(this.#logger, this.#ledger),
          active: this.#active,
          untilEof,
          requestStop: stop.resolve,
        },
        started,
      );
    } catch (error) {
      if (error instanceof ServerError) throw error;
      this.#ledger.fault();
      this.#logger.log('critical', 'server_error', { error });
      throw error;
    }
  }

  #host(): ServerHost {
    return {
      dispatcher: this.#dispatcher,
      ledger: this.#ledger,
      greeting: this.greeting,
      logger: this.#logger,
      changes: this.#offer.changes,
      inputSchemaOf: (tool) => this.#offer.tools.inputSchemaOf(tool),
      status: () => {
        const { uptime_seconds, total_requests, total_errors, tools } = this.getStats();
        return {
          uptimeSeconds: uptime_seconds,
          requests: total_requests,
          errors: total_errors,
          tools: tools.length,
          transports: [...this.#active],
        };
      },
    };
  }

  #noteStart(): void {
    const { concurrency, timeoutMs, drainMs } = this.#options;
    this.#logger.log('info', 'server_starting', {
      tools: this.#offer.tools.names,
      tool_count: this.#offer.tools.size,
      config: { concurrency, timeout_ms: timeoutMs, drain_ms: drainMs },
    });
  }

  #noteStop(): void {
    this.#stoppedAt = Date.now();
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
