/** What the server answers by itself: one entry for each method of the protocol. */
import type { Scope } from '../auth/scopes.ts';
import { callTool } from '../tools/call-tool.ts';
import { rankOf } from './caller-scope.ts';
import type { ListName } from '../resources/change-feed.ts';
import { SessionLevels } from '../client/client-log.ts';
import { completeArgument } from '../completion/complete-argument.ts';
import type { DescribeError } from '../protocol/error-report.ts';
import { getPrompt } from '../prompts/get-prompt.ts';
import {
  answerInitialize,
  INITIALIZE_SHAPE,
  introduction,
  isInitializeParams,
  type Greeting,
} from '../protocol/handshake.ts';
import type { InputRequired } from '../client/input-required.ts';
import { listPage, type PagedList } from './list-page.ts';
import type { PromptRegistry } from '../prompts/prompt-registry.ts';
import { METHOD, RPC_ERROR, STATELESS_VERSIONS, type Era, type JsonObject } from '../protocol/protocol.ts';
import { readResource } from '../resources/read-resource.ts';
import type { HandlerContext } from './request-context.ts';
import type { ResourceRegistry } from '../resources/resource-registry.ts';
import type { ResourceSubscriptions } from '../resources/resource-subscriptions.ts';
import { RpcError } from '../protocol/rpc-error.ts';
import type { ToolRegistry } from '../tools/tool-registry.ts';

/** How long a client of the stateless revision may keep a list that does not change while the server runs. */
const CONSTANT_TTL_MS = 3_600_000;
/** For one that may: a client that is not listening for changes sees them soon. */
const CHANGING_TTL_MS = 60_000;

export type MethodHandler = (params: JsonObject, context: HandlerContext) => Promise<JsonObject>;

export interface Method {
  readonly run: (params: JsonObject, context: HandlerContext) => Promise<JsonObject | InputRequired>;
  /** What a caller needs to use it at all. */
  readonly scope?: Scope;
  /** The only era that has it. */
  readonly era?: Era;
  /** Whether the server offers it, where that depends on what is registered. */
  readonly offered?: () => boolean;
}

export interface MethodParts {
  readonly tools: ToolRegistry;
  readonly resources: ResourceRegistry;
  readonly prompts: PromptRegistry;
  readonly subscriptions: ResourceSubscriptions;
  readonly levels: SessionLevels;
  readonly timeoutMs: number;
  readonly describeError: DescribeError;
  readonly greeting: () => Greeting;
  /** The lists that may change. */
  readonly changing: ReadonlySet<ListName>;
  readonly pageSize: number;
  /** Whether clients may have logs sent. */
  readonly logging: boolean;
}

export function methodTable(parts: MethodParts): Map<string, Method> {
  return new Map(
    Object.entries({ ...handshakes(parts), ...toolMethods(parts), ...resourceMethods(parts), ...otherMethods(parts) }),
  );
}

function handshakes({ greeting }: MethodParts): Record<string, Method> {
  return {
    [METHOD.initialize]: {
      run: async (params) => {
        if (isInitializeParams(params)) return answerInitialize(greeting(), params.protocolVersion);
        throw new RpcError(RPC_ERROR.invalidParams, `Invalid params: ${INITIALIZE_SHAPE}`);
      },
    },
    [METHOD.discover]: {
      run: async () => ({ supportedVersions: [...STATELESS_VERSIONS], ...introduction(greeting()) }),
    },
    [METHOD.ping]: { run: async () => ({}) },
  };
}

function toolMethods(parts: MethodParts): Record<string, Method> {
  const { tools } = parts;
  return {
    [METHOD.listTools]: {
      run: async (params, context) => {
        const items = tools.list(rankOf(context.caller));
        context.logger.log('info', 'listing_tools', { count: items.length });
        return page(parts, { name: 'tools', key: 'name', items }, params, context);
      },
    },
    [METHOD.callTool]: { run: (params, context) => callTool(parts, params, context) },
  };
}

function resourceMethods(parts: MethodParts): Record<string, Method> {
  const { resources, subscriptions } = parts;
  const offered = () => resources.anyChanges;
  return {
    [METHOD.listResources]: {
      scope: 'read',
      run: async (params, context) =>
        page(parts, { name: 'resources', key: 'uri', items: resources.list() }, params, context),
    },
    [METHOD.listResourceTemplates]: {
      scope: 'read',
      run: async (params, context) =>
        page(
          parts,
          { name: 'resourceTemplates', key: 'uriTemplate', items: resources.listTemplates() },
          params,
          context,
        ),
    },
    [METHOD.readResource]: { scope: 'read', run: (params, context) => readResource(resources, params, context) },
    [METHOD.subscribe]: {
      scope: 'read',
      era: 'legacy',
      offered,
      run: async (params, context) => subscriptions.subscribe(params, context),
    },
    [METHOD.unsubscribe]: {
      scope: 'read',
      era: 'legacy',
      offered,
      run: async (params, context) => subscriptions.unsubscribe(params, context),
    },
  };
}

function otherMethods(parts: MethodParts): Record<string, Method> {
  const { prompts, resources, levels, logging } = parts;
  return {
    [METHOD.listPrompts]: {
      scope: 'read',
      run: async (params, context) =>
        page(parts, { name: 'prompts', key: 'name', items: prompts.list() }, params, context),
    },
    [METHOD.getPrompt]: { scope: 'read', run: (params, context) => getPrompt(prompts, params, context) },
    [METHOD.complete]: {
      scope: 'read',
      offered: () => prompts.anyCompletes || resources.anyCompletes,
      run: (params, context) => completeArgument(parts, params, context),
    },
    [METHOD.setLogLevel]: {
      era: 'legacy',
      offered: () => logging,
      run: async (params, context) => levels.setLevel(params, context),
    },
  };
}

function page(
  { changing, pageSize }: MethodParts,
  list: Omit<PagedList, 'ttlMs'>,
  params: JsonObject,
  { era }: HandlerContext,
): JsonObject {
  const kind = list.name === 'resourceTemplates' ? 'resources' : (list.name as ListName);
  const ttlMs = changing.has(kind) ? CHANGING_TTL_MS : CONSTANT_TTL_MS;
  return listPage({ ...list, ttlMs }, pageSize, params, era);
}
