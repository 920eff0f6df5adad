/**
 * A provider serves the addresses of one scheme. Providers are data and a function: add one to `resourceProviders`, and its
 * addresses are listed, completed and read. Of several that match an address, one after the other is asked.
 */
import type { App } from '@zapomni/core';
import { ZapomniError } from '@zapomni/core/errors';
import type {
  HandlerContext,
  McpBaseServer,
  Resource,
  ResourceContent,
  ResourceTemplate,
  WatchContext,
} from '@zapomni/server';
import { bindSuggest, toProtocolError, type Suggest, type ZapomniRequest } from '../zapomni-request.ts';

export type ListedResource = Omit<Resource, 'read' | 'watch'>;

export interface ListedTemplate extends Omit<ResourceTemplate, 'read' | 'watch' | 'complete'> {
  /** By variable. */
  readonly complete?: Readonly<Record<string, Suggest>>;
}

export interface ResourceProvider {
  /** What stands before the colon; all its addresses begin with it. */
  readonly scheme: string;
  /** Fixed addresses, which clients see in the list. */
  readonly list?: readonly ListedResource[];
  readonly templates: readonly ListedTemplate[];
  /** `undefined`, or a NOT_FOUND, when there is no such thing: the next provider is asked then. */
  read(uri: string, request: ZapomniRequest): Promise<ResourceContent | undefined>;
  /** Sees to it that changes are told until the signal fires. Refuses what a read would refuse. */
  watch?(uri: string, context: WatchContext): Promise<void>;
}

export function registerResources(server: McpBaseServer, app: App, providers: readonly ResourceProvider[]): void {
  for (const provider of providers) {
    const read = (uri: string, context: HandlerContext) => readFrom(provider, uri, { ...context, app });
    for (const resource of provider.list ?? []) {
      requireScheme(provider, resource.uri);
      server.registerResource({
        ...resource,
        read: (context) => read(resource.uri, context),
        watch: (context) => watchBy(provider, resource.uri, context),
      });
    }
    for (const template of provider.templates) {
      requireScheme(provider, template.uriTemplate);
      server.registerResourceTemplate({
        ...template,
        complete: bindAll(template.complete ?? {}, app),
        read: (uri, _variables, context) => read(uri, context),
        watch: (uri, _variables, context) => watchBy(provider, uri, context),
      });
    }
  }
}

function readFrom(
  provider: ResourceProvider,
  uri: string,
  request: ZapomniRequest,
): Promise<ResourceContent | undefined> {
  return ifThere(() => provider.read(uri, request));
}

async function watchBy(provider: ResourceProvider, uri: string, context: WatchContext): Promise<boolean> {
  const watched = await ifThere(async () => {
    await provider.watch?.(uri, context);
    return true;
  });
  return watched ?? false;
}

async function ifThere<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ZapomniError && error.code === 'NOT_FOUND') return undefined;
    throw toProtocolError(error);
  }
}

function bindAll(suggestions: Readonly<Record<string, Suggest>>, app: App) {
  return Object.fromEntries(Object.entries(suggestions).map(([name, suggest]) => [name, bindSuggest(suggest, app)]));
}

function requireScheme({ scheme }: ResourceProvider, address: string): void {
  if (!address.startsWith(`${scheme}://`)) throw new Error(`the provider of ${scheme} cannot serve ${address}`);
}
