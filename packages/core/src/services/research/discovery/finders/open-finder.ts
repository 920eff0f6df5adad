/** Which finder looks at which kind of source. */
import type { Deps } from '../../../deps.ts';
import type { OpenedSource, OpenFinder } from './opened-source.ts';
import { openService } from './service-finder.ts';
import { SERVICE_KINDS, type SourceKind } from '../words.ts';

/** Of kinds that are no service; each is there once its part of the application is. */
export type OtherFinders = Partial<Readonly<Record<Exclude<SourceKind, (typeof SERVICE_KINDS)[number]>, OpenFinder>>>;

export function createOpenFinder(deps: Deps, others: OtherFinders = {}): OpenFinder {
  return async (workspace, source) => {
    const { kind } = source.value;
    if (kind !== 'feed' && kind !== 'workflow') return openService(deps, source.value);
    return (await others[kind]?.(workspace, source)) ?? NOBODY;
  };
}

const NOBODY: OpenedSource = {
  isOn: false,
  howToAllow: 'This program has nothing that looks at sources of this kind.',
  keySetting: null,
  finder: {
    page: () => Promise.reject(new Error('Nothing looks at sources of this kind.')),
  },
};
