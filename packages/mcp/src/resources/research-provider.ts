/** `query://{name}`: what somebody follows. `findings://{query}`: what was found for it, the best first. Both tell when that changes. */
import type { App } from '@zapomni/core';
import { suggestQueries } from '../suggestions.ts';
import { currentWorkspace } from '../workspace.ts';
import type { ResourceProvider } from './resource-provider.ts';

const MOST_FINDINGS = 200;
const BUDGET = 50_000;
/** The beginning of time: everything that was found. */
const EVER = 0;

const views = () => import('../views/research/index.ts');

interface Parts {
  readonly app: App;
  notify(uri: string): void;
}

export function queryProvider(parts: Parts): ResourceProvider {
  return {
    scheme: 'query',
    templates: [
      {
        uriTemplate: 'query://{name}',
        name: 'query',
        title: 'Query',
        description: 'What somebody follows, and how much of what was found for it nobody has seen.',
        mimeType: 'application/json',
        changes: true,
        complete: { name: suggestQueries },
      },
    ],
    async read(uri, request) {
      const { discovery } = request.app.research;
      const workspace = currentWorkspace(request);
      const query = await discovery.query(workspace, nameIn(uri));
      const unseen = await discovery.countNew(workspace, query.key);
      const { toQuery } = await views();
      return { text: JSON.stringify({ ...toQuery(query), new_findings: unseen }, null, 2) };
    },
    watch: (uri, { signal }) => watchRecord(parts, uri, signal, 'research_queries'),
  };
}

export function findingsProvider(parts: Parts): ResourceProvider {
  return {
    scheme: 'findings',
    templates: [
      {
        uriTemplate: 'findings://{query}',
        name: 'findings',
        title: 'Findings of a query',
        description: 'Papers that were found for a query, the best first. Reading them marks none as seen.',
        mimeType: 'application/json',
        changes: true,
        complete: { query: suggestQueries },
      },
    ],
    async read(uri, request) {
      const workspace = currentWorkspace(request);
      const asked = {
        workspace,
        query: nameIn(uri),
        since: EVER,
        limit: MOST_FINDINGS,
        budget: BUDGET,
        markSeen: false,
      };
      const found = await request.app.research.discovery.check(asked);
      const { toFindings } = await views();
      return { text: JSON.stringify(toFindings(found), null, 2) };
    },
    watch: (uri, { signal }) => watchRecord(parts, uri, signal, 'discovery_news'),
  };
}

function nameIn(uri: string): string {
  try {
    return decodeURIComponent(uri.replace(/^\w+:\/\//, ''));
  } catch {
    return '';
  }
}

/** Told once a run for findings, and with every change of a query. The name may be of any workspace: a subscription belongs to no session. */
async function watchRecord(
  { app, notify }: Parts,
  uri: string,
  signal: AbortSignal,
  collection: string,
): Promise<void> {
  if (signal.aborted) return;
  const ids = await app.research.discovery.queryIds(nameIn(uri));
  const changed = new Set(ids.map((id) => `${collection}/${id}`));
  const subscription = app.events.subscribe(
    (event) => {
      if (event.kind === 'overflow' || event.ids.some((id) => changed.has(id))) notify(uri);
    },
    { kinds: ['record.changed'] },
  );
  signal.addEventListener('abort', () => subscription.close(), { once: true });
  await subscription.ready;
}
