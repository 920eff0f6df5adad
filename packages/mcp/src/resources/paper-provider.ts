/** `paper://{id}`: what is known of a paper; its text, by page or section; and its references. */
import { underNames } from '@zapomni/core/errors';
import { suggestPapers } from '../suggestions.ts';
import { currentWorkspace } from '../workspace.ts';
import type { ZapomniRequest } from '../zapomni-request.ts';
import type { ResourceProvider } from './resource-provider.ts';

const complete = { id: suggestPapers };
/** Characters; a text that is longer is read on from there. */
const AT_ONCE = 100_000;
const REFERENCES_AT_ONCE = 1000;

export const paperProvider: ResourceProvider = {
  scheme: 'paper',
  templates: [
    {
      uriTemplate: 'paper://{id}',
      name: 'paper',
      title: 'Paper',
      description: 'All that is known of one paper of the library.',
      mimeType: 'application/json',
      complete,
    },
    {
      uriTemplate: 'paper://{id}/text{?page,section}',
      name: 'paper-text',
      title: 'Text of a paper',
      description: 'Its text, all of it or a page or section.',
      mimeType: 'text/plain',
      complete,
    },
    {
      uriTemplate: 'paper://{id}/references',
      name: 'paper-references',
      title: 'References of a paper',
      description: 'What a paper cites, in the order of its list.',
      mimeType: 'application/json',
      complete,
    },
  ],
  async read(uri, request) {
    const [, id = '', rest = '', query = ''] = /^paper:\/\/([^/?#]+)(?:\/([^?#]*))?(?:\?(.*))?$/.exec(uri) ?? [];
    if (id === '') return undefined;
    const asked = { workspace: currentWorkspace(request), article: decodeURIComponent(id) };
    try {
      const text = await PARTS.get(rest)?.(request, asked, new URLSearchParams(query));
      return text === undefined ? undefined : { text };
    } catch (error) {
      throw underNames(error, { article_identifier: 'id' });
    }
  },
};

const views = () => import('../views/papers/index.ts');

type ReadPart = (request: ZapomniRequest, asked: Asked, query: URLSearchParams) => Promise<string>;

/** By what stands behind the id. */
const PARTS: ReadonlyMap<string, ReadPart> = new Map([
  ['', detailsOf],
  ['text', textOf],
  ['references', referencesOf],
]);

interface Asked {
  readonly workspace: string;
  readonly article: string;
}

async function detailsOf({ app }: ZapomniRequest, { workspace, article }: Asked): Promise<string> {
  const details = await app.research.library.details(workspace, article);
  const { toArticleDetails } = await views();
  return JSON.stringify(toArticleDetails(details), null, 2);
}

async function textOf({ app }: ZapomniRequest, asked: Asked, query: URLSearchParams): Promise<string> {
  const { citing } = app.research;
  const [page, section] = [query.get('page') ?? undefined, query.get('section') ?? undefined];
  let { part, paper } = await citing.read({ ...asked, page, section, maxChars: AT_ONCE });
  if (!part) return paper.value.item.abstract ?? '';
  const texts = [part.text];
  while (part && part.next !== null) {
    ({ part } = await citing.read({ ...asked, cursor: part.next, maxChars: AT_ONCE }));
    texts.push(part?.text ?? '');
  }
  return texts.join('');
}

async function referencesOf({ app }: ZapomniRequest, asked: Asked): Promise<string> {
  const request = { ...asked, outbound: true, inbound: false, depth: 1, limit: REFERENCES_AT_ONCE };
  const { toCitations } = await views();
  const all: unknown[] = [];
  for (let cursor: string | undefined | null; cursor !== null;) {
    const page = await app.research.citing.walk({ ...request, cursor });
    all.push(...toCitations(page).references);
    cursor = page.next;
  }
  return JSON.stringify(all, null, 2);
}
