/** Every source that there is, each with its own setup; those that are off say so when they are asked. */
import {
  PAPER_SOURCES,
  type Clock,
  type Logger,
  type PaperSource,
  type PaperSourceName,
  type RequestPace,
  type Web,
} from '@zapomni/core/ports';
import { WebCache } from '../net/cache/web-cache.ts';
import type { Pause } from '../net/with-retries.ts';
import { SourceAsker, type SourceSetup } from './ask/source-asker.ts';
import { createArxiv } from './arxiv.ts';
import { createBiorxiv } from './biorxiv.ts';
import { createCrossref, crossrefLimits } from './crossref.ts';
import { createDatacite } from './datacite.ts';
import { createEuropepmc } from './europepmc.ts';
import { createOpenalex, openalexLimits } from './openalex.ts';
import { createPubmed, pubmedLimits } from './pubmed.ts';
import { createSemanticscholar } from './semanticscholar.ts';
import { createUnpaywall } from './unpaywall.ts';

export interface PaperSourcesOptions {
  readonly web: Web;
  readonly pace: RequestPace;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Where answers are kept; nowhere without it. */
  readonly cache?: { readonly folder: string; readonly maxBytes: number } | undefined;
  readonly allowed: readonly PaperSourceName[];
  readonly isOffline: boolean;
  /** E-mail address of the user, as services ask for. */
  readonly contact: string | undefined;
  readonly urls: Readonly<Record<PaperSourceName, string>>;
  readonly keys: Readonly<Partial<Record<PaperSourceName, string | undefined>>>;
  readonly pause?: Pause | undefined;
}

interface Kind {
  readonly called: string;
  readonly create: (asker: SourceAsker) => PaperSource;
  readonly limits?: SourceSetup['limits'];
  readonly hasKeys?: true;
}

const KINDS: Readonly<Record<PaperSourceName, Kind>> = {
  crossref: { called: 'Crossref', create: createCrossref, limits: crossrefLimits, hasKeys: true },
  datacite: { called: 'DataCite', create: createDatacite },
  arxiv: { called: 'arXiv', create: createArxiv },
  pubmed: { called: 'PubMed', create: createPubmed, limits: pubmedLimits, hasKeys: true },
  europepmc: { called: 'Europe PMC', create: createEuropepmc },
  openalex: { called: 'OpenAlex', create: createOpenalex, limits: openalexLimits, hasKeys: true },
  semanticscholar: { called: 'Semantic Scholar', create: createSemanticscholar, hasKeys: true },
  unpaywall: { called: 'Unpaywall', create: createUnpaywall },
  biorxiv: { called: 'bioRxiv', create: createBiorxiv },
};

export function createPaperSources(options: PaperSourcesOptions): PaperSource[] {
  const { web, pace, clock, logger, pause } = options;
  const cache = options.cache && new WebCache({ ...options.cache, clock, logger });
  return PAPER_SOURCES.map((name) => {
    const { create, ...kind } = KINDS[name];
    return create(new SourceAsker(setupOf(name, kind, options), { web, pace, clock, cache, pause }));
  });
}

function setupOf(
  name: PaperSourceName,
  { called, limits, hasKeys }: Omit<Kind, 'create'>,
  options: PaperSourcesOptions,
): SourceSetup {
  return {
    name,
    called,
    url: options.urls[name].replace(/\/+$/, ''),
    isOn: options.allowed.includes(name),
    isOffline: options.isOffline,
    contact: options.contact,
    key: options.keys[name],
    keySetting: hasKeys ? `ZAPOMNI_${name.toUpperCase()}_KEY` : null,
    ...(limits ? { limits } : {}),
  };
}
