/** Looks at a service that has an index of papers, through the port that every service is behind. */
import { ZapomniError } from '../../../../errors/index.ts';
import type { PaperSearch, PaperSource, PaperSourceName } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import type { FindRequest, FoundPage } from '../finder.ts';
import type { OpenedSource } from './opened-source.ts';
import type { SourceRecord } from '../store/source-record.ts';

export async function openService(deps: Pick<Deps, 'paperSources'>, { kind, search }: SourceRecord): Promise<OpenedSource> {
  const service = (await deps.paperSources?.all())?.find(({ name }) => name === kind);
  const isOn = service !== undefined && service.about.isOn && service.answers.has('search');
  const key = service?.about.key;
  return {
    isOn,
    howToAllow: isOn ? null : `Name \`${kind}\` in ZAPOMNI_PAPER_SOURCES to allow it.`,
    keySetting: key && !key.isSet ? key.setting : null,
    finder: { page: (request) => onePage(service ?? nobody(kind as PaperSourceName), search, request) },
  };
}

function nobody(kind: PaperSourceName): never {
  throw new ZapomniError('NETWORK_OFF', 'It may not be asked.', {
    hint: `Name \`${kind}\` in ZAPOMNI_PAPER_SOURCES to allow it.`,
  });
}

async function onePage(
  service: PaperSource,
  search: SourceRecord['search'],
  { window, cursor, limit, signal }: FindRequest,
): Promise<FoundPage> {
  let isStale = false;
  const options = { limit, onStale: () => void (isStale = true) };
  const page = await service.search(toSearch(search, window), {
    ...options,
    ...(cursor === null ? {} : { cursor }),
    ...(signal ? { signal } : {}),
  });
  // What it said earlier says nothing of what is new, and must not be taken for that.
  if (isStale) throw new ZapomniError('UPSTREAM_FAILED', 'It cannot be asked now.');
  return {
    items: page.items.map((paper) => ({ paper, key: null, url: addressOf(paper.item.identifiers) })),
    next: page.next,
    ...(page.total === undefined ? {} : { total: page.total }),
    requests: 1,
    skipped: [],
  };
}

function toSearch(search: SourceRecord['search'], window: FindRequest['window']): PaperSearch {
  const { keywords, match, authors, subjects, venue, types, sort, server, filter } = search;
  return {
    keywords,
    match,
    sort,
    ...(authors.length === 0 ? {} : { authors }),
    ...(subjects.length === 0 ? {} : { subjects }),
    ...(types.length === 0 ? {} : { types }),
    ...(venue === null ? {} : { venue }),
    ...(server === null ? {} : { server }),
    ...(filter === null ? {} : { filter }),
    ...(window.from === null ? {} : { from: window.from }),
    ...(window.until === null ? {} : { until: window.until }),
  };
}

const ADDRESSES = { url: '', doi: 'https://doi.org/', arxiv: 'https://arxiv.org/abs/' } as const;

function addressOf(identifiers: readonly { readonly scheme: string; readonly value: string }[]): string | null {
  for (const [scheme, address] of Object.entries(ADDRESSES)) {
    const found = identifiers.find((one) => one.scheme === scheme);
    if (found) return address + found.value;
  }
  return null;
}
