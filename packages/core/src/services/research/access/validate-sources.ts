/** Which sources may be asked, with which keys, what is left of their limits, and whether they answer. */
import { invalidField } from '../../../errors/index.ts';
import type { Identifier } from '../../../model/papers/index.ts';
import {
  PAPER_SOURCES,
  type PaceStanding,
  type PaperQuestion,
  type PaperSource,
  type PaperSourceName,
} from '../../../ports/index.ts';
import type { LookupDeps } from '../lookup/ask-sources.ts';
import { answered, failed, switchedOff, type SourceReport } from '../lookup/source-report.ts';

export interface ValidateRequest {
  readonly source?: string | undefined;
  /** Ask each for a paper that it must know. Otherwise nobody is asked anything. */
  readonly testSample: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface ValidatedSource {
  readonly source: PaperSourceName;
  readonly isOn: boolean;
  readonly host: string;
  readonly key: PaperSource['about']['key'];
  readonly answers: readonly PaperQuestion[];
  readonly standing: PaceStanding;
  /** Null where it was not asked. `ms`: how long it took, waiting for its turn included. */
  readonly sample: (SourceReport & { readonly ms: number }) | null;
}

/** Papers that everybody has. */
const DOI: Identifier = { scheme: 'doi', value: '10.1038/nature14539' };
const ARXIV: Identifier = { scheme: 'arxiv', value: '1706.03762' };
const SAMPLES: Readonly<Record<PaperSourceName, Identifier>> = {
  crossref: DOI,
  datacite: ARXIV,
  arxiv: ARXIV,
  pubmed: { scheme: 'pmid', value: '26017442' },
  europepmc: DOI,
  openalex: DOI,
  semanticscholar: DOI,
  unpaywall: DOI,
  biorxiv: { scheme: 'doi', value: '10.1101/456574' },
};

export async function validateSources(deps: LookupDeps, request: ValidateRequest): Promise<ValidatedSource[]> {
  const { source: named, testSample, signal } = request;
  if (named !== undefined && !(PAPER_SOURCES as readonly string[]).includes(named)) {
    throw invalidField('source_name', 'is none of the sources', `There are ${PAPER_SOURCES.join(', ')}.`);
  }
  const all = (await deps.paperSources?.all()) ?? [];
  const wanted = all.filter(({ name }) => named === undefined || name === named);
  return Promise.all(wanted.map((source) => validate(deps, source, testSample, signal)));
}

async function validate(
  deps: LookupDeps,
  source: PaperSource,
  testSample: boolean,
  signal?: AbortSignal,
): Promise<ValidatedSource> {
  const { name, about, answers } = source;
  const sample = testSample ? await trySample(deps, source, signal) : null;
  const standing = (await deps.paperSources?.standing(about.lane)) ?? { restsUntil: null, budget: null };
  return { source: name, isOn: about.isOn, host: about.host, key: about.key, answers: [...answers], standing, sample };
}

async function trySample(
  { clock }: LookupDeps,
  source: PaperSource,
  signal?: AbortSignal,
): Promise<SourceReport & { ms: number }> {
  const begun = clock.now();
  const timed = (report: SourceReport) => ({ ...report, ms: clock.now() - begun });
  if (!source.about.isOn) return timed(switchedOff(source));
  try {
    let stale: number | undefined;
    const onStale = (at: number): void => void (stale = at);
    const paper = await source.lookup(SAMPLES[source.name], { fresh: true, onStale, ...(signal ? { signal } : {}) });
    return timed(answered(source, paper ? 1 : 0, stale));
  } catch (error) {
    return timed(failed(source, error, clock.now()));
  }
}
