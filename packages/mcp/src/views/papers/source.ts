/** Sources of papers and open copies as clients see them. */
import type { Attempt, Downloaded, FoundCopy, SourceReport, ValidatedSource } from '@zapomni/core/research';
import type { Identifier } from '@zapomni/core/model';
import { iso } from '../values.ts';

const time = (at: number | null | undefined) => (at === null || at === undefined ? {} : { until: iso(at) });

export function toSourceReport({ source, status, count, reason, until, key, staleSince }: SourceReport) {
  return {
    name: source,
    status,
    count,
    ...(reason === undefined ? {} : { reason }),
    ...time(until),
    ...(key === undefined ? {} : { key_setting: key }),
    ...(staleSince === undefined ? {} : { as_of: iso(staleSince) }),
  };
}

function toCopy({ url, kind, version, licence, host, sources }: FoundCopy) {
  return {
    url,
    kind,
    ...(version === undefined ? {} : { version }),
    ...(licence === undefined ? {} : { license: licence }),
    ...(host === undefined ? {} : { host }),
    found_by: [...sources],
  };
}

const idText = ({ scheme, value }: Identifier) => `${scheme}:${value}`;

function toAttempt({ url, outcome }: Attempt) {
  if (outcome.status === 'downloaded') return { url, outcome: outcome.status };
  if (outcome.status === 'not_a_pdf') return { url, outcome: outcome.status, landing_url: outcome.landing };
  return { url, outcome: outcome.status, reason: outcome.reason };
}

export function toDownload(downloaded: Downloaded) {
  const { status, blob, copy, path, landing, identifiers, attempts, sources } = downloaded;
  return {
    status,
    ...(blob === null ? {} : { sha256: blob.hash, bytes: blob.bytes }),
    ...(copy === null ? {} : { copy: toCopy(copy) }),
    ...(path === null ? {} : { path }),
    ...(landing === null ? {} : { landing_url: landing }),
    identifiers: identifiers.map(idText),
    attempts: attempts.map(toAttempt),
    sources: sources.map(toSourceReport),
  };
}

export function toLocated(found: {
  readonly identifiers: readonly Identifier[];
  readonly copies: readonly FoundCopy[];
  readonly sources: readonly SourceReport[];
  readonly downloaded: Downloaded | null;
}) {
  const { identifiers, copies, sources, downloaded } = found;
  return {
    status: copies.length > 0 ? ('found' as const) : ('none' as const),
    identifiers: identifiers.map(idText),
    copies: copies.map(toCopy),
    ...(downloaded === null ? {} : { download: toDownload(downloaded) }),
    sources: sources.map(toSourceReport),
  };
}

export function toValidatedSource({ source, isOn, host, key, answers, standing, sample }: ValidatedSource) {
  const { restsUntil, budget } = standing;
  return {
    name: source,
    allowed: isOn,
    host,
    answers: [...answers],
    ...(key === null ? {} : { key: key.isSet ? ('set' as const) : ('missing' as const), key_setting: key.setting }),
    ...(restsUntil === null ? {} : { rests_until: iso(restsUntil) }),
    ...(budget === null
      ? {}
      : { spent_today: budget.spent, ...(budget.left === null ? {} : { left_today: budget.left }) }),
    ...(sample === null ? {} : { sample: { ...toSourceReport(sample), ms: sample.ms } }),
  };
}
