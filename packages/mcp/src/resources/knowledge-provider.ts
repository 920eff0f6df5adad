/** `knowledge://{id}`: a stored item as a document, with title and abstract. `knowledge://recent`: the newest of them. */
import type { Memory } from '@zapomni/core/model';
import { memoryId } from '../fields/memory-fields.ts';
import { shorten } from '../lines/memory-lines.ts';
import type { ZapomniRequest } from '../zapomni-request.ts';
import { suggestMemories } from '../suggestions.ts';
import { currentWorkspace } from '../workspace.ts';
import { about, oneLine } from './memory-lines.ts';
import type { ResourceProvider } from './resource-provider.ts';

export const RECENT_KNOWLEDGE = 'knowledge://recent';
const SHOWN = 50;
const TITLE_LENGTH = 120;
const ABSTRACT_LENGTH = 500;

export const knowledgeAddress = (id: string) => `knowledge://${id}`;

export const knowledgeProvider: ResourceProvider = {
  scheme: 'knowledge',
  list: [
    {
      uri: RECENT_KNOWLEDGE,
      name: 'recent-knowledge',
      title: 'Stored items',
      description: 'The newest items of the current workspace, each with title, abstract and address.',
      mimeType: 'text/markdown',
      changes: true,
    },
  ],
  templates: [
    {
      uriTemplate: 'knowledge://{id}',
      name: 'knowledge',
      title: 'Stored item',
      description: 'One stored item of the current workspace with title, abstract, origin and full text.',
      mimeType: 'text/markdown',
      changes: true,
      complete: { id: suggestMemories },
    },
  ],
  async read(uri, request) {
    if (uri === RECENT_KNOWLEDGE) return { text: await newest(request) };
    const id = memoryId.safeParse(uri.slice('knowledge://'.length));
    if (!id.success) return undefined;
    return { text: toDocument(await request.app.memories.get(currentWorkspace(request), id.data)) };
  },
};

/** The first line names a text; what follows it, up to a bound, says what it is about. */
export function toHead(text: string): { readonly title: string; readonly abstract: string } {
  const [first = '', ...rest] = text.split('\n', 40);
  const title = oneLine(first.replace(/^#{1,6}\s+/, ''));
  const more = oneLine(rest.join('\n'));
  return { title: shorten(title, TITLE_LENGTH), abstract: shorten(more || title, ABSTRACT_LENGTH) };
}

async function newest(request: ZapomniRequest): Promise<string> {
  const workspace = currentWorkspace(request);
  const { items, total } = await request.app.memories.list({ workspace, limit: SHOWN });
  const entries = items.map((item) => {
    const { title, abstract } = toHead(item.preview);
    return `## ${title}\n\n${knowledgeAddress(item.id)} · ${about(item)}\n\n${abstract}`;
  });
  return [`# Stored items\n\n${items.length} of ${total} in workspace ${workspace}.`, ...entries].join('\n\n');
}

function toDocument(memory: Memory): string {
  const { title, abstract } = toHead(memory.text.slice(0, 10_000));
  const facts = [`Kind: ${memory.kind} · ${about(memory)}`, ...supersession(memory)].join('\n');
  return `# ${title}\n\n${facts}\n\n**Abstract.** ${abstract}\n\n---\n\n${memory.text}`;
}

function supersession({ supersededBy, supersedes }: Memory): string[] {
  return [
    ...(supersededBy === null ? [] : [`Superseded by ${knowledgeAddress(supersededBy)}`]),
    ...(supersedes === null ? [] : [`Supersedes ${knowledgeAddress(supersedes)}`]),
  ];
}
