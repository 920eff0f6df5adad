/** Looks at a service that has an index of papers, through the port that every service is behind. */
import { ZapomniError } from '../../../../errors/index.ts';
import type { PaperSearch } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import type { SourceRecord } from '../store/source-record.ts';
import type { OpenedSource } from './opened-source.ts';
import { sourceFinder } from './source-finder.ts';

export async function openService(
  deps: Pick<Deps, 'paperSources'>,
  { kind, search }: Pick<SourceRecord, 'kind' | 'search'>,
): Promise<OpenedSource> {
  const service = (await deps.paperSources?.all())?.find(({ name }) => name === kind);
  const key = service?.about.key;
  const hint = `Name \`${kind}\` in ZAPOMNI_PAPER_SOURCES to allow it.`;
  const isOn = service !== undefined && service.about.isOn && service.answers.has('search');
  return {
    isOn,
    howToAllow: isOn ? null : hint,
    keySetting: key && !key.isSet ? key.setting : null,
    finder: service
      ? sourceFinder(service, toSearch(search))
      : { page: () => Promise.reject(new ZapomniError('NETWORK_OFF', 'It may not be asked.', { hint })) },
  };
}

/** Without its days, which are the run's affair. */
export function toSearch(search: SourceRecord['search']): Omit<PaperSearch, 'from' | 'until'> {
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
  };
}
