/**
 * A PDF into the store, and to a folder of the user's if that is wanted:
 *
 *   an address ───────────────────────┐
 *   an identifier ─ open copies of it ┴─ try each in turn ─ is it one? ─ blob + record ─ file below the export folder
 *
 * What each try came to is told, so that a page for people is named where there is nothing better.
 */
import { invalidField, ZapomniError } from '../../../errors/index.ts';
import { parseIdentifier, type Identifier } from '../../../model/papers/index.ts';
import type { Blob } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import type { FoundCopy } from '../lookup/find-copies.ts';
import type { SourceReport } from '../lookup/source-report.ts';
import type { IdentifyArticle } from './article-name.ts';
import { PAPER_DOWNLOADS } from './download-record.ts';
import { fetchPdf, type FetchedPdf } from './fetch-pdf.ts';
import { locateCopies } from './locate-pdf.ts';
import { placeFile, writeFile, type FilePlan } from './place-file.ts';

export interface DownloadRequest {
  readonly workspace: string;
  /** An address, or an identifier of the paper. */
  readonly source: string;
  /** Below the folder for exports. Without it and a name, the file is kept in the store alone. */
  readonly outputDirectory?: string | undefined;
  readonly filename?: string | undefined;
  readonly overwrite: boolean;
  readonly timeoutSeconds: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Attempt {
  readonly url: string;
  readonly outcome: FetchedPdf;
}

export interface Downloaded {
  readonly status: 'downloaded' | 'not_a_pdf' | 'no_copy' | 'failed';
  readonly blob: Blob | null;
  readonly copy: FoundCopy | null;
  readonly identifiers: readonly Identifier[];
  /** Where it was written, if that was wanted. */
  readonly path: string | null;
  /** A page for people, where no file was to be had. */
  readonly landing: string | null;
  readonly attempts: readonly Attempt[];
  readonly sources: readonly SourceReport[];
}

const [SHORTEST_S, LONGEST_S] = [5, 300];
/** More are not worth the wait. */
const MOST_TRIED = 5;

export async function downloadPdf(
  deps: Deps,
  request: DownloadRequest,
  identify: IdentifyArticle,
): Promise<Downloaded> {
  const { timeoutSeconds } = request;
  if (!(timeoutSeconds >= SHORTEST_S && timeoutSeconds <= LONGEST_S)) {
    throw invalidField('timeout', `must be from ${SHORTEST_S} to ${LONGEST_S} seconds`);
  }
  const plan = placeFile(deps, request);
  const { identifiers, copies, sources } = await copiesOf(deps, request, identify);
  return downloadCopies(deps, { ...request, identifiers, copies, sources, plan });
}

interface Copies {
  readonly identifiers: readonly Identifier[];
  readonly copies: readonly FoundCopy[];
  readonly sources: readonly SourceReport[];
}

async function copiesOf(
  deps: Deps,
  { workspace, source, signal }: DownloadRequest,
  identify: IdentifyArticle,
): Promise<Copies> {
  const given = parseIdentifier(source.trim());
  if (given?.scheme === 'url') {
    return { identifiers: [], copies: [{ url: given.value, kind: 'pdf', sources: [] }], sources: [] };
  }
  const identifiers = given ? [given] : await identify(workspace, source);
  return { identifiers, ...(await locateCopies(deps, { identifiers, searchMultipleSources: true, signal })) };
}

/** What is to be had already known; for who has looked for copies before. */
export async function downloadCopies(
  deps: Deps,
  request: Pick<DownloadRequest, 'workspace' | 'timeoutSeconds' | 'signal'> &
    Copies & { readonly plan: FilePlan | null; readonly mayLead?: (copy: FoundCopy) => (url: string) => boolean },
): Promise<Downloaded> {
  const { copies, identifiers, sources, plan, timeoutSeconds, mayLead, signal } = request;
  const attempts: Attempt[] = [];
  const about = { copy: null, identifiers, path: null, blob: null, sources };
  for (const copy of copies.filter(({ kind }) => kind === 'pdf').slice(0, MOST_TRIED)) {
    const timeoutMs = timeoutSeconds * 1000;
    const outcome = await fetchPdf(deps, { url: copy.url, timeoutMs, mayLead: mayLead?.(copy), signal });
    attempts.push({ url: copy.url, outcome });
    if (outcome.status !== 'downloaded') continue;
    await keep(deps, request, copy, outcome);
    const path = plan && (await writeFile(deps, plan, { blob: outcome.blob, copy, identifiers, signal }));
    return { ...about, status: 'downloaded', blob: outcome.blob, copy, path, landing: null, attempts };
  }
  const landing = landingOf(attempts, copies);
  return { ...about, status: outcomeOf(attempts, landing), landing, attempts };
}

function landingOf(attempts: readonly Attempt[], copies: readonly FoundCopy[]): string | null {
  const page = attempts.map(({ outcome }) => outcome).find((outcome) => outcome.status === 'not_a_pdf');
  return page?.landing ?? copies.find(({ kind }) => kind === 'landing' || kind === 'html')?.url ?? null;
}

function outcomeOf(attempts: readonly Attempt[], landing: string | null): Downloaded['status'] {
  if (attempts.some(({ outcome }) => outcome.status === 'not_a_pdf')) return 'not_a_pdf';
  if (attempts.length > 0) return 'failed';
  return landing === null ? 'no_copy' : 'not_a_pdf';
}

async function keep(
  deps: Deps,
  { workspace, identifiers }: Pick<DownloadRequest, 'workspace'> & Pick<Copies, 'identifiers'>,
  { licence, version }: FoundCopy,
  { blob, url }: Extract<FetchedPdf, { status: 'downloaded' }>,
): Promise<void> {
  await collection(deps, PAPER_DOWNLOADS).put(workspace, blob.hash, {
    blob: blob.hash,
    bytes: blob.bytes,
    url,
    identifiers: identifiers.map(({ scheme, value }) => ({ scheme, value })),
    licence: licence ?? null,
    version: version ?? null,
    at: deps.clock.now(),
  });
}

/** NETWORK_OFF in words, for who may ask nobody. */
export function nobodyToAsk(): ZapomniError {
  return new ZapomniError('NETWORK_OFF', 'No source of papers may be asked.', {
    hint: 'Name some in ZAPOMNI_PAPER_SOURCES, such as `unpaywall,openalex,arxiv`, or `all`.',
  });
}
