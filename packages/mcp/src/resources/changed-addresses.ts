import { KNOWLEDGE_GRAPH } from './knowledge-graph-provider.ts';
import { knowledgeAddress, RECENT_KNOWLEDGE } from './knowledge-provider.ts';
import { memoryAddress, RECENT_MEMORIES } from './memory-provider.ts';
import { workspaceAddress } from './workspace-provider.ts';

/** Where a change to these memories of a workspace, or to the workspace alone, can be seen. */
export function changedAddresses(workspace: string, ids: readonly string[] = []): string[] {
  const addresses = ids.flatMap((id) => [memoryAddress(id), knowledgeAddress(id)]);
  return [...addresses, RECENT_MEMORIES, RECENT_KNOWLEDGE, KNOWLEDGE_GRAPH, workspaceAddress(workspace)];
}
