import type { AppEvent } from '@zapomni/core';
import { KNOWLEDGE_GRAPH } from './knowledge-graph-provider.ts';
import { knowledgeAddress, RECENT_KNOWLEDGE } from './knowledge-provider.ts';
import { memoryAddress, RECENT_MEMORIES } from './memory-provider.ts';
import { workspaceAddress } from './workspace-provider.ts';

/** Of the addresses that somebody watches, those at which the event can be seen. */
export function changedAddresses(event: AppEvent, watched: readonly string[]): string[] {
  const isSeen = placesOf(event);
  return watched.filter((uri) => isSeen(uri));
}

type IsSeen = (uri: string) => boolean;

function placesOf(event: AppEvent): IsSeen {
  switch (event.kind) {
    case 'overflow':
      return () => true;
    case 'memory.added':
      return any(overviews(event.workspace), documentsOf(event.ids));
    case 'memory.changed':
    case 'memory.removed':
      return any(overviews(event.workspace), documents(event.ids));
    case 'workspace.created':
      return any(overviews(event.workspace));
    case 'workspace.cleared':
    case 'workspace.removed':
      return any(overviews(event.workspace), documents([]));
    case 'memory.extracted':
      return any(new Set(event.ids.map(knowledgeAddress)));
    case 'graph.changed':
      return any(new Set([KNOWLEDGE_GRAPH]));
    case 'record.changed':
    case 'work.changed':
      return () => false;
  }
}

type Addresses = Pick<ReadonlySet<string>, 'has'>;

function any(...places: readonly Addresses[]): IsSeen {
  return (uri) => places.some((place) => place.has(uri));
}

/** What shows a little of everything. Whose workspace `recent` means is the session's affair. */
function overviews(workspace: string | null): Addresses {
  const own = workspace === null ? [] : [workspaceAddress(workspace)];
  return new Set([RECENT_MEMORIES, RECENT_KNOWLEDGE, KNOWLEDGE_GRAPH, ...own]);
}

/** Of memories that were there: these, or any where none are named. */
function documents(ids: readonly string[]): Addresses {
  const isDocument = (uri: string) => uri.startsWith(memoryAddress('')) || uri.startsWith(knowledgeAddress(''));
  return ids.length === 0 ? { has: isDocument } : documentsOf(ids);
}

function documentsOf(ids: readonly string[]): Addresses {
  return new Set(ids.flatMap((id) => [memoryAddress(id), knowledgeAddress(id)]));
}
