/**
 * One table of methods for every way a request comes in: over a connection by way of the SDK, or straight from a program.
 * Whatever happens, the outcome is a value: a result or an error, never an exception.
 */
import type { Scope } from '../auth/scopes.ts';
import { rankOf, rankOfScope } from './caller-scope.ts';
import type { ChangeFeed } from '../resources/change-feed.ts';
import { createClientLog, SILENT_LOG } from '../client/client-log.ts';
import { completeWithInput } from '../client/complete-with-input.ts';
import type { ConcurrencyGate } from './concurrency-gate.ts';
import { guarded } from './guarded.ts';
import { methodTable, type Method, type MethodHandler, type MethodParts } from './methods.ts';
import { compose, type Call, type Middleware, type Next } from './middleware.ts';
import { createProgressReporter } from './progress.ts';
import { METHOD, RPC_ERROR, type JsonObject } from '../protocol/protocol.ts';
import type { ChangeRelay } from '../resources/relay-changes.ts';
import type { RequestContext, Round } from './request-context.ts';
import { RpcError, type Reply } from '../protocol/rpc-error.ts';
import { ServerError } from '../server-error.ts';
import type { ServerLogger } from '../server-logger.ts';
import type { StateSeal } from '../client/state-seal.ts';

export interface DispatcherParts extends MethodParts {
  readonly gate: ConcurrencyGate;
  readonly changes: ChangeFeed;
  readonly seal: StateSeal;
}

export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #methods: Map<string, Method>;
  readonly #middlewares: Middleware[] = [];
  #answer: Next = (call) => this.#run(call);

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#methods = methodTable(parts);
  }

  /** What happens, for connections to pass on. */
  get relay(): ChangeRelay {
    return this.#parts;
  }

  /** Throws a ServerError for a name that is taken or that belongs to the protocol. */
  addMethod(name: string, run: MethodHandler, scope: Scope): void {
    if (this.#methods.has(name)) throw new ServerError('DUPLICATE_NAME', `There is a method ${name} already.`);
    if (name === '' || name === METHOD.listen || /^(rpc\.|notifications\/)/.test(name)) {
      throw new ServerError('INVALID_REGISTRATION', `A method cannot be named ${JSON.stringify(name)}.`);
    }
    this.#methods.set(name, { run, scope });
  }

  use(middleware: Middleware): void {
    this.#middlewares.push(middleware);
    this.#answer = compose(this.#middlewares, (call) => this.#run(call));
  }

  /** Never rejects. */
  async dispatch(method: string, params: JsonObject, context: RequestContext): Promise<Reply> {
    const answer = () => this.#answer({ method, params, context });
    return asReply(() => guarded(context.logger, this.#parts.describeError, answer));
  }

  /** A message without an id is never answered, and a request that came as one is not carried out. */
  ignoreNotification(method: string, logger: ServerLogger): void {
    if (this.#methods.has(method)) logger.log('warning', 'request_without_id', { method });
    else logger.log('debug', 'notification_ignored', { method: method.slice(0, 100) });
  }

  #run(call: Call): Promise<Reply> {
    const { method, params, context } = call;
    const { describeError, gate, levels, logging, seal } = this.#parts;
    return asReply(async () => {
      const { run } = this.#find(call);
      context.logger.log('debug', 'request_parsed', { method });
      const { log, close } = logging ? createClientLog(levels, params, context) : SILENT_LOG;
      const progress = createProgressReporter(params, context);
      const attempt = (round: Round) => {
        const handled = { ...context, ...round, log, progress: progress.report };
        const work = () => guarded(context.logger, describeError, () => run(params, handled));
        return this.#isGated(method) ? gate.run(context.signal, work) : work();
      };
      try {
        return { result: await completeWithInput(call, seal, attempt) };
      } finally {
        close();
        progress.close();
      }
    });
  }

  #find({ method, context }: Call): Method {
    const found = this.#methods.get(method);
    const offered = found?.offered?.() ?? true;
    if (found === undefined || !offered || (found.era ?? context.era) !== context.era) {
      throw methodNotFound(method, context.logger);
    }
    if (found.scope !== undefined) requireScope(found.scope, method, context);
    return found;
  }

  /** With one place, everything waits its turn; with more, listings do not wait for tools. */
  #isGated(method: string): boolean {
    return method === METHOD.callTool || this.#parts.gate.limit === 1;
  }
}

/** What is no RpcError here is a request that was cancelled while it waited for its turn. */
async function asReply(work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    return {
      error: error instanceof RpcError ? error.body : { code: RPC_ERROR.internal, message: 'Request cancelled' },
    };
  }
}

function requireScope(scope: Scope, method: string, { caller, logger }: RequestContext): void {
  if (rankOf(caller) >= rankOfScope(scope)) return;
  logger.log('warning', 'insufficient_scope', { method, required_scope: scope, subject: caller.subject });
  const data = { code: 'INSUFFICIENT_SCOPE', required_scope: scope };
  throw new RpcError(RPC_ERROR.forbidden, `Insufficient scope: ${method} needs "${scope}".`, data);
}

function methodNotFound(method: string, logger: ServerLogger): RpcError {
  const shown = method.slice(0, 100);
  logger.log('warning', 'method_not_found', { method: shown });
  return new RpcError(RPC_ERROR.methodNotFound, `Method not found: ${shown}`);
}
