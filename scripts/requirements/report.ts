import type { Coverage, SectionCoverage } from './citations.ts';

export interface ReportStyle {
  /** Leave out the list of what is not cited yet. */
  readonly summary: boolean;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
}

/** The coverage as a page for people: a line per section, then what is not cited yet, then the faults. */
export function formatReport(coverage: Coverage, style: ReportStyle): string {
  const parts = [table(coverage.sections, style)];
  if (!style.summary) parts.push(...coverage.sections.filter(hasMissing).map((section) => missingList(section, style)));
  if (coverage.unknown.length > 0) parts.push(unknownList(coverage));
  return parts.join('\n\n');
}

const hasMissing = (section: SectionCoverage) => section.missing.length > 0;

function table(sections: readonly SectionCoverage[], { bold }: ReportStyle): string {
  const rows = sections.map(({ name, cited, missing }) => row(name, cited.length, cited.length + missing.length));
  const cited = sections.reduce((sum, section) => sum + section.cited.length, 0);
  const missing = sections.reduce((sum, section) => sum + section.missing.length, 0);
  return [...rows, bold(row('All', cited, cited + missing))].join('\n');
}

const row = (name: string, cited: number, total: number) =>
  `${name.padEnd(50)} ${String(cited).padStart(3)} / ${String(total).padStart(3)} cited`;

function missingList({ name, missing }: SectionCoverage, { bold, dim }: ReportStyle): string {
  return [bold(`Not yet cited: ${name}`), ...missing.map(({ id, title }) => `${id} ${dim(title)}`)].join('\n');
}

function unknownList({ unknown }: Coverage): string {
  const lines = unknown.map(({ id, file, line }) => `${file}:${line} cites ${id}`);
  return ['These ids are not in test/requirements.ts; correct them or add them there:', ...lines].join('\n');
}
