import { oneLine } from './one-line.ts';
import type { ContextEntry, ContextRequest, Search } from './context-request.ts';

const MOST = 20;
const MAX_QUERY_LENGTH = 1000;
/** What is less likely to fit has hardly to do with the topic; other things are better worth the room. */
const LEAST_FIT = 0.1;

/** What the search finds for the topic, best first; nothing when nothing fits. */
export async function aboutTopic(search: Search, request: ContextRequest): Promise<ContextEntry[]> {
  const query = [...(request.topic ?? '').trim()].slice(0, MAX_QUERY_LENGTH).join('');
  if (query === '') return [];
  const { workspace, along, signal } = request;
  const { hits } = await search({
    workspaces: along === undefined ? [workspace] : [workspace, along],
    query,
    limit: MOST,
    minScore: LEAST_FIT,
    strict: true,
    signal,
  });
  return hits.map(({ memory, passage }) => ({ memory, reason: 'topic', text: oneLine(passage.text, query) }));
}
