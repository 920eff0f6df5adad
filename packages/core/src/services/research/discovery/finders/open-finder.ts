/** Which finder looks at which kind of source. */
import { ZapomniError } from '../../../../errors/index.ts';
import type { Deps } from '../../../deps.ts';
import type { OpenedSource, OpenFinder } from './opened-source.ts';
import type { SourceRecord } from '../store/source-record.ts';
import { feedFinder } from './feed-finder.ts';
import { openService } from './service-finder.ts';

/** Of kinds that other parts of the application bring. */
export type OtherFinders = Partial<Readonly<Record<'workflow', OpenFinder>>>;

export function createOpenFinder(deps: Deps, others: OtherFinders = {}): OpenFinder {
  return async (workspace, source) => {
    const { kind } = source.value;
    if (kind === 'feed') return openFeed(deps, source.value);
    if (kind !== 'workflow') return openService(deps, source.value);
    return (await others.workflow?.(workspace, source)) ?? NOBODY;
  };
}

/** Which hosts may be reached is seen when it is asked; whether any may, before. */
function openFeed(deps: Deps, { url, search }: SourceRecord): OpenedSource {
  const { keywords, match, authors, subjects, from, until } = search;
  const days = { from: from ?? undefined, until: until ?? undefined };
  const isOn = !deps.web.isOff;
  return {
    isOn,
    howToAllow: isOn ? null : 'Name its host in ZAPOMNI_WEB_HOSTS to allow it.',
    keySetting: null,
    finder: feedFinder(deps, { url: url ?? '', only: { keywords, match, authors, subjects }, ...days }),
  };
}

const NOBODY: OpenedSource = {
  isOn: false,
  howToAllow: 'This program has nothing that looks at sources of this kind.',
  keySetting: null,
  finder: { page: () => Promise.reject(new ZapomniError('NETWORK_OFF', 'Nothing looks at sources of this kind.')) },
};
