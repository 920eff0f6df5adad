/**
 * One table of methods for every way a request comes in: over a connection by way of the SDK, or straight from a program.
 * Whatever happens, the outcome is a value: a result or an error, never an exception.
 */
import { callTool } from './call-tool.ts';
import type { ConcurrencyGate } from './concurrency-gate.ts';
import type { DescribeError } from './error-report.ts';
import { getPrompt } from './get-prompt.ts';
import { guarded } from './guarded.ts';
import { answerInitialize, INITIALIZE_SHAPE, introduction, isInitializeParams, type Greeting } from './handshake.ts';
import type { PromptRegistry } from './prompt-registry.ts';
import { METHOD, RPC_ERROR, STATELESS_VERSIONS, type JsonObject } from './protocol.ts';
import { readResource } from './read-resource.ts';
import type { RequestContext } from './request-context.ts';
import type { ResourceRegistry } from './resource-registry.ts';
import { RpcError, type Reply } from './rpc-error.ts';
import type { ServerLogger } from './server-logger.ts';
import type { ToolRegistry } from './tool-registry.ts';

/** How long a client of the stateless revisions may keep a list: it does not change while the server runs. */
const LIST_TTL_MS = 3_600_000;

type Method = (params: JsonObject, context: RequestContext) => Promise<JsonObject>;

export interface DispatcherParts {
  readonly tools: ToolRegistry;
  readonly resources: ResourceRegistry;
  readonly prompts: PromptRegistry;
  readonly gate: ConcurrencyGate;
  readonly timeoutMs: number;
  readonly describeError: DescribeError;
  readonly greeting: () => Greeting;
}

export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #methods: ReadonlyMap<string, Method>;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#methods = new Map(Object.entries(methodTable(parts)));
  }

  /** Never rejects. */
  async dispatch(method: string, params: JsonObject, context: RequestContext): Promise<Reply> {
    try {
      const run = this.#methods.get(method);
      if (run === undefined) throw methodNotFound(method, context.logger);
      context.logger.log('debug', 'request_parsed', { method });
      const work = () => guarded(context.logger, this.#parts.describeError, () => run(params, context));
      return { result: await (this.#isGated(method) ? this.#parts.gate.run(context.signal, work) : work()) };
    } catch (error) {
      // What is not an RpcError here is a request that was cancelled while it waited for its turn.
      return {
        error: error instanceof RpcError ? error.body : { code: RPC_ERROR.internal, message: 'Request cancelled' },
      };
    }
  }

  /** A message without an id is never answered, and a request that came as one is not carried out. */
  ignoreNotification(method: string, logger: ServerLogger): void {
    if (this.#methods.has(method)) logger.log('warning', 'request_without_id', { method });
    else logger.log('debug', 'notification_ignored', { method: method.slice(0, 100) });
  }

  /** With one place, everything waits its turn; with more, listings do not wait for tools. */
  #isGated(method: string): boolean {
    return method === METHOD.callTool || this.#parts.gate.limit === 1;
  }
}

function methodTable(parts: DispatcherParts): Record<string, Method> {
  const { tools, resources, prompts, greeting, describeError, timeoutMs } = parts;
  return {
    [METHOD.initialize]: async (params) => {
      if (isInitializeParams(params)) return answerInitialize(greeting(), params.protocolVersion);
      throw new RpcError(RPC_ERROR.invalidParams, `Invalid params: ${INITIALIZE_SHAPE}`);
    },
    [METHOD.discover]: async () => ({ supportedVersions: [...STATELESS_VERSIONS], ...introduction(greeting()) }),
    [METHOD.ping]: async () => ({}),
    [METHOD.listTools]: async (_, { era, logger }) => {
      logger.log('info', 'listing_tools', { count: tools.size });
      return listOf('tools', tools.list(), era);
    },
    [METHOD.callTool]: (params, context) => callTool({ tools, timeoutMs, describeError }, params, context),
    [METHOD.listResources]: async (_, { era }) => listOf('resources', resources.list(), era),
    [METHOD.listResourceTemplates]: async (_, { era }) => listOf('resourceTemplates', resources.listTemplates(), era),
    [METHOD.readResource]: (params, context) => readResource(resources, params, context),
    [METHOD.listPrompts]: async (_, { era }) => listOf('prompts', prompts.list(), era),
    [METHOD.getPrompt]: (params, context) => getPrompt(prompts, params, context),
  };
}

function listOf(name: string, items: readonly JsonObject[], era: RequestContext['era']): JsonObject {
  return era === 'modern' ? { [name]: items, ttlMs: LIST_TTL_MS, cacheScope: 'private' } : { [name]: items };
}

function methodNotFound(method: string, logger: ServerLogger): RpcError {
  const shown = method.slice(0, 100);
  logger.log('warning', 'method_not_found', { method: shown });
  return new RpcError(RPC_ERROR.methodNotFound, `Method not found: ${shown}`);
}
