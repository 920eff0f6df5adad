/** Results of the tools that ask sources of papers. */
import { z } from 'zod';
import { unlisted } from '../define-tool.ts';

/** What came of asking each; an empty list is never a failure that nobody mentions. */
export const sourceReports = z.array(
  z.object({
    name: z.string(),
    status: z.enum(['ok', 'partial', 'rate_limited', 'off', 'error']),
    count: unlisted(z.number().int()),
    reason: unlisted(z.string().optional()),
    until: unlisted(z.string().optional()),
    key_setting: unlisted(z.string().optional()),
    as_of: unlisted(z.string().optional()),
  }),
);
type Report = z.output<typeof sourceReports>[number];

export const copyOutput = z.object({
  url: z.string(),
  kind: z.string(),
  version: unlisted(z.string().optional()),
  license: unlisted(z.string().optional()),
  host: unlisted(z.string().optional()),
  found_by: unlisted(z.array(z.string())),
});
type Copy = z.output<typeof copyOutput>;

export const downloadOutput = z.object({
  status: z.enum(['downloaded', 'not_a_pdf', 'no_copy', 'failed']),
  sha256: z.string().optional(),
  bytes: unlisted(z.number().int().optional()),
  path: z.string().optional(),
  landing_url: z.string().optional(),
  copy: unlisted(copyOutput.optional()),
  identifiers: unlisted(z.array(z.string())),
  attempts: unlisted(
    z.array(
      z.object({
        url: z.string(),
        outcome: z.string(),
        landing_url: z.string().optional(),
        reason: z.string().optional(),
      }),
    ),
  ),
  sources: sourceReports,
});
type Download = z.output<typeof downloadOutput>;

export function reportLine({ name, status, count, reason, until, as_of: asOf }: Report): string {
  const when = until === undefined ? '' : ` until ${until}`;
  const old = asOf === undefined ? '' : ` (as of ${asOf})`;
  return `${name}: ${status.replace('_', ' ')}${when}, ${count} found${old}${reason === undefined ? '' : `. ${reason}`}`;
}

export function copyLine({ url, kind, version, license, host }: Copy): string {
  const about = [kind, version, license, host].filter((part) => part !== undefined).join(', ');
  return `${url} (${about})`;
}

const OUTCOMES: Readonly<Record<Exclude<Download['status'], 'no_copy'>, string>> = {
  downloaded: 'Downloaded.',
  not_a_pdf: 'No PDF was to be had, only a page for people.',
  failed: 'No copy could be had.',
};

/** That nobody knows one is not said by those who could not be asked. */
export function noCopyLine(sources: readonly Report[]): string {
  return troubleLines(sources).length === 0
    ? 'No open copy is known.'
    : 'No open copy was found, but not every source could be asked.';
}

export function downloadLines(download: Download): string[] {
  const { status, bytes, sha256, path, landing_url: landing, attempts, sources } = download;
  return [
    status === 'no_copy' ? noCopyLine(sources) : OUTCOMES[status],
    ...(sha256 === undefined ? [] : [`sha256 ${sha256}, ${bytes ?? 0} bytes, kept in the store`]),
    ...(path === undefined ? [] : [`Written to ${path}`]),
    ...(landing === undefined ? [] : [`Page: ${landing}`]),
    ...attempts.map(
      ({ url, outcome, reason }) =>
        `${url}: ${outcome.replaceAll('_', ' ')}${reason === undefined ? '' : `. ${reason}`}`,
    ),
  ];
}

/** Of those that have something to say: what was answered, and what may not be asked, needs no line. */
export function troubleLines(sources: readonly Report[]): string[] {
  return sources.filter(({ status }) => status !== 'ok' && status !== 'off').map(reportLine);
}
