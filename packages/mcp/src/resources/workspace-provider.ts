/** `workspace://{name}`: what a workspace holds. */
import type { ResourceContent } from '@zapomni/server';
import { suggestWorkspaces } from '../suggestions.ts';
import { memoryLines, oneLine } from './memory-lines.ts';
import { memoryAddress } from './memory-provider.ts';
import type { ResourceProvider } from './resource-provider.ts';

const SHOWN = 10;

export const workspaceAddress = (id: string) => `workspace://${id}`;

export const workspaceProvider: ResourceProvider = {
  scheme: 'workspace',
  templates: [
    {
      uriTemplate: 'workspace://{name}',
      name: 'workspace',
      title: 'Workspace',
      description: 'How much a workspace holds, and what came into it last.',
      mimeType: 'text/markdown',
      changes: true,
      complete: { name: suggestWorkspaces },
    },
  ],
  async read(uri, { app }): Promise<ResourceContent | undefined> {
    const name = uri.slice('workspace://'.length);
    const known = (await app.workspaces.list()).find(({ id }) => id === name);
    if (!known) return undefined;
    const { items } = await app.memories.list({ workspace: known.id, limit: SHOWN });
    const parts = [
      `# Workspace ${known.id}`,
      ...(known.description ? [oneLine(known.description)] : []),
      `${known.memories} memories in ${known.passages} passages.`,
      ...(items.length > 0 ? [`## Newest\n\n${memoryLines(items, memoryAddress)}`] : []),
    ];
    return { text: `${parts.join('\n\n')}\n` };
  },
};
