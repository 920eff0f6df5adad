/** What a service that can be searched has new: its own search, with the days of the run. */
import { ZapomniError } from '../../../../errors/index.ts';
import type { Identifier } from '../../../../model/papers/index.ts';
import type { AskOptions, PaperSearch, PaperSource, SourcedPaper } from '../../../../ports/index.ts';
import type { Finder, FindRequest, FoundItem, FoundPage } from '../finder.ts';

/** The days of a run stand in the place of those of the search. */
export function sourceFinder(source: Pick<PaperSource, 'search'>, search: Omit<PaperSearch, 'from' | 'until'>): Finder {
  return { page: (request) => onePage(source, search, request) };
}

async function onePage(
  source: Pick<PaperSource, 'search'>,
  search: Omit<PaperSearch, 'from' | 'until'>,
  { window, cursor, limit, signal }: FindRequest,
): Promise<FoundPage> {
  const asked: number[] = [];
  const options: AskOptions = {
    limit,
    onAsked: (cost) => asked.push(cost),
    onStale: refuseOld,
    ...(cursor === null ? {} : { cursor }),
    ...(signal ? { signal } : {}),
  };
  const days = {
    ...(window.from === null ? {} : { from: window.from }),
    ...(window.until === null ? {} : { until: window.until }),
  };
  const page = await source.search({ ...search, ...days }, options);
  const { next, total, said } = page;
  const titled = (): readonly SourcedPaper[] => page.items.filter(({ item }) => item.title !== undefined);
  return {
    next,
    ...(total === undefined ? {} : { total }),
    ...(said === undefined ? {} : { said }),
    requests: asked.length,
    cost: asked.reduce((sum, cost) => sum + cost, 0),
    get items() {
      return titled().map(toFound);
    },
    get skipped() {
      return page.items.slice(titled().length).map(() => 'It has no title.');
    },
  };
}

/** What it said earlier says nothing of what is new, and must not be taken for that. */
function refuseOld(): never {
  throw new ZapomniError('UPSTREAM_FAILED', 'It cannot be asked now.', {
    hint: 'It is asked again with the next run.',
  });
}

function toFound(paper: SourcedPaper): FoundItem {
  return { paper, key: null, url: addressOf(paper.item.identifiers) };
}

/** By which of its ids it can be opened, the most lasting first. */
const ADDRESSES: Readonly<Partial<Record<Identifier['scheme'], string>>> = {
  doi: 'https://doi.org/',
  arxiv: 'https://arxiv.org/abs/',
  pmid: 'https://pubmed.ncbi.nlm.nih.gov/',
  pmcid: 'https://pmc.ncbi.nlm.nih.gov/articles/',
  openalex: 'https://openalex.org/',
  url: '',
};

function addressOf(identifiers: readonly Identifier[]): string | null {
  for (const [scheme, address] of Object.entries(ADDRESSES)) {
    const found = identifiers.find((one) => one.scheme === scheme);
    if (found) return address + found.value;
  }
  return null;
}
