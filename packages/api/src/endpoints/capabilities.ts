/** Which screens have something to show: a capability is there when something of it is kept, or agents are offered its tools. */
import type { App } from '@zapomni/core';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import type { House } from '../house.ts';
import { workspaceOf } from '../workspace.ts';

const capability = z.object({
  /** How much of it is kept in the workspace. */
  count: z.number().int(),
  /** Whether agents are offered its tools. */
  offered: z.boolean(),
  /** The setting with which they would be. */
  turn_on: z.string(),
});

/** Groups of tools by capability; one is enough. */
const GROUPS = {
  documents: ['documents'],
  code: ['code'],
  research: ['research', 'papers', 'queries', 'discovery'],
} as const;
type Capability = keyof typeof GROUPS;

const COUNTS: Readonly<Record<Capability, (app: App, workspace: string) => Promise<number>>> = {
  documents: async (app, workspace) => (await app.documents.list({ workspace, limit: 1 })).total,
  code: async (app, workspace) => (await app.code.repositories(workspace)).length,
  research: async ({ research }, workspace) => {
    const papers = await research.library.list({ workspace, limit: 1, offset: 0, sort: 'added' });
    const [queries, sources] = [
      await research.queries.list(workspace),
      await research.discovery.listSources(workspace),
    ];
    return papers.total + queries.length + sources.length;
  },
};

export const capabilityEndpoints = {
  getCapabilities: defineEndpoint({
    method: 'GET',
    path: '/api/capabilities',
    scope: 'read',
    summary: 'What there is of documents, code and papers, and whether agents are offered their tools',
    input: z.strictObject({ workspace_id: z.string().optional() }),
    output: z.object({ documents: capability, code: capability, research: capability }),
    async run({ workspace_id: named }, { app, house }) {
      const workspace = await workspaceOf(app, named);
      const of = async (name: Capability) => ({
        count: await COUNTS[name](app, workspace),
        ...offering(house, name),
      });
      return { documents: await of('documents'), code: await of('code'), research: await of('research') };
    },
  }),
};

function offering(house: House, name: Capability) {
  const tools = house.settings().find((setting) => setting.name === 'tools')?.value ?? '';
  const groups = tools.split(',').map((group) => group.trim());
  const offered = groups.includes('all') || GROUPS[name].some((group) => groups.includes(group));
  return { offered, turn_on: `ZAPOMNI_TOOLS=${[...groups, name].filter((group) => group !== '').join(',')}` };
}
