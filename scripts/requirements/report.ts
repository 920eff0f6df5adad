import type { Coverage, SectionCoverage } from './citations.ts';

export interface ReportStyle {
  /** Leave out the list of what is not cited yet. */
  readonly summary: boolean;
  /** What a line counts for: its being cited, or shown by a test that ran. */
  readonly counted: 'cited' | 'shown';
  /** Why a line is not, by id. */
  readonly reasons: Readonly<Record<string, string>>;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
}

/** The coverage as a page for people: a line per section, then what is not cited and why, then the faults. */
export function formatReport(coverage: Coverage, style: ReportStyle): string {
  const parts = [table(coverage.sections, style)];
  if (!style.summary) parts.push(...coverage.sections.filter(hasMissing).map((section) => missingList(section, style)));
  if (coverage.unknown.length > 0) parts.push(unknownList(coverage));
  if (coverage.faults.length > 0) parts.push(faultList(coverage));
  return parts.join('\n\n');
}

const hasMissing = (section: SectionCoverage) => section.missing.length > 0;

function table(sections: readonly SectionCoverage[], { bold, counted }: ReportStyle): string {
  const row = (name: string, count: number, total: number) =>
    `${name.padEnd(50)} ${String(count).padStart(3)} / ${String(total).padStart(3)} ${counted}`;
  const rows = sections.map(({ name, cited, missing }) => row(name, cited.length, cited.length + missing.length));
  const cited = sections.reduce((sum, section) => sum + section.cited.length, 0);
  const missing = sections.reduce((sum, section) => sum + section.missing.length, 0);
  return [...rows, bold(row('All', cited, cited + missing))].join('\n');
}

function missingList({ name, missing }: SectionCoverage, { bold, dim, counted, reasons }: ReportStyle): string {
  const lines = missing.map(({ id, title }) => `${id} ${dim(title)} ${reasons[id] ?? 'NO REASON'}`);
  return [bold(`Not ${counted}: ${name}`), ...lines].join('\n');
}

function unknownList({ unknown }: Coverage): string {
  const lines = unknown.map(({ id, file, line }) => `${file}:${line} cites ${id}`);
  return ['These ids are not in test/requirements.ts; correct them or add them there:', ...lines].join('\n');
}

function faultList({ faults }: Coverage): string {
  return [
    'A line is cited by a test that shows it, or has its reason in test/requirements/uncited.ts:',
    ...faults,
  ].join('\n');
}
