/** `memory://{id}`: one memory, exactly as it was stored. `memory://recent`: the newest of the session's workspace. */
import { memoryId } from '../fields/memory-fields.ts';
import type { ZapomniRequest } from '../zapomni-request.ts';
import { suggestMemories } from '../suggestions.ts';
import { currentWorkspace } from '../workspace.ts';
import { memoryLines } from './memory-lines.ts';
import type { ResourceProvider } from './resource-provider.ts';

export const RECENT_MEMORIES = 'memory://recent';
const SHOWN = 20;

export const memoryProvider: ResourceProvider = {
  scheme: 'memory',
  list: [
    {
      uri: RECENT_MEMORIES,
      name: 'recent-memories',
      title: 'Recent memories',
      description: 'What was remembered last in the current workspace.',
      mimeType: 'text/markdown',
      changes: true,
    },
  ],
  templates: [
    {
      uriTemplate: 'memory://{id}',
      name: 'memory',
      title: 'Memory',
      description: 'One memory of the current workspace, exactly as it was stored.',
      mimeType: 'text/plain',
      changes: true,
      complete: { id: suggestMemories },
    },
  ],
  async read(uri, request) {
    if (uri === RECENT_MEMORIES) return { text: await recent(request) };
    const id = memoryId.safeParse(uri.slice('memory://'.length));
    if (!id.success) return undefined;
    return { text: (await request.app.memories.get(currentWorkspace(request), id.data)).text };
  },
};

export const memoryAddress = (id: string) => `memory://${id}`;

async function recent(request: ZapomniRequest): Promise<string> {
  const workspace = currentWorkspace(request);
  const { items, total } = await request.app.memories.list({ workspace, limit: SHOWN });
  const heading = `# Recent memories\n\n${items.length} of ${total} in workspace ${workspace}, newest first.`;
  return `${[heading, ...(items.length > 0 ? [memoryLines(items, memoryAddress)] : [])].join('\n\n')}\n`;
}
