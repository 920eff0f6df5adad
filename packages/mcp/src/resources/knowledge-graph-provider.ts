/** `memory://knowledge-graph`: the whole graph of the official memory server's tools, at the address that server has. */
import { asJson } from '../fields/knowledge-fields.ts';
import { currentWorkspace } from '../workspace.ts';
import type { ResourceProvider } from './resource-provider.ts';

export const KNOWLEDGE_GRAPH = 'memory://knowledge-graph';

export const knowledgeGraphProvider: ResourceProvider = {
  scheme: 'memory',
  list: [
    {
      uri: KNOWLEDGE_GRAPH,
      name: 'knowledge-graph',
      title: 'Knowledge graph',
      description: 'All entities and relations that were created in the current workspace.',
      mimeType: 'application/json',
      changes: true,
    },
  ],
  templates: [],
  async read(uri, request) {
    if (uri !== KNOWLEDGE_GRAPH) return undefined;
    return { text: asJson(await request.app.compat.readGraph(currentWorkspace(request))) };
  },
};
