/**
 * Passes changes on to one client. In the older revisions every client hears of changed lists, and of a changed resource
 * if it has subscribed; in the stateless one the SDK keeps the subscriptions and drops what was not asked for.
 */
import type { McpServer, ServerEvent } from '@modelcontextprotocol/server';
import type { ChangeFeed } from './change-feed.ts';
import { NOTIFICATION, type Era } from '../protocol/protocol.ts';
import type { ResourceSubscriptions } from './resource-subscriptions.ts';
import type { Session } from '../connection/session.ts';

export interface ChangeRelay {
  readonly changes: ChangeFeed;
  readonly subscriptions: ResourceSubscriptions;
}

/** Until the server's connection closes. */
export function relayChanges(
  { changes, subscriptions }: ChangeRelay,
  mcp: McpServer,
  session: Session,
  era: Era,
): void {
  const { server } = mcp;
  const unsubscribe = changes.subscribe((event) => {
    const wanted = event.kind !== 'resource_updated' || era === 'modern' || subscriptions.has(session, event.uri);
    // A client that has gone, or has not come yet, misses it.
    if (wanted) server.notification(toNotification(event)).catch(() => undefined);
  });
  const { onclose } = server;
  server.onclose = () => {
    unsubscribe();
    subscriptions.end(session);
    onclose?.();
  };
}

function toNotification(event: ServerEvent): Parameters<McpServer['server']['notification']>[0] {
  switch (event.kind) {
    case 'tools_list_changed':
      return { method: NOTIFICATION.toolsChanged };
    case 'resources_list_changed':
      return { method: NOTIFICATION.resourcesChanged };
    case 'prompts_list_changed':
      return { method: NOTIFICATION.promptsChanged };
    case 'resource_updated':
      return { method: NOTIFICATION.resourceUpdated, params: { uri: event.uri } };
  }
}
