/**
 * `npm run requirements`: which requirements the tests cite and which not, with the reason, by section. Fails when a test
 * cites an id that test/requirements.ts does not list, when a line is neither cited nor excused in
 * test/requirements/uncited.ts, and when an excused line is cited. `-- --reports DIR` counts only what was cited by tests that
 * ran and passed, by the JSON reports in that folder; `-- --summary` leaves out the list, `-- --json` is for programs.
 */
import path from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { SECTIONS } from '../test/requirements.ts';
import { UNCITED } from '../test/requirements/uncited.ts';
import { CITING_FILES, findCitations, measureCoverage } from './requirements/citations.ts';
import { readReports, shownBy } from './requirements/ran.ts';
import { formatReport } from './requirements/report.ts';
import { readSources } from './source/source-files.ts';

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, summary: { type: 'boolean' }, reports: { type: 'string' } },
});
const root = path.join(import.meta.dirname, '..');
const citations = readSources(root, CITING_FILES).flatMap(findCitations);
const run = values.reports === undefined ? {} : { ran: shownBy(readReports(values.reports)) };
const coverage = measureCoverage(SECTIONS, { citations, reasons: UNCITED, ...run });

// styleText leaves the text plain when stdout is not a terminal.
const style = {
  summary: values.summary ?? false,
  counted: values.reports === undefined ? ('cited' as const) : ('shown' as const),
  reasons: UNCITED,
  dim: (text: string) => styleText('dim', text),
  bold: (text: string) => styleText('bold', text),
};
console.log(values.json ? JSON.stringify(coverage, null, 2) : formatReport(coverage, style));
if (coverage.unknown.length > 0 || coverage.faults.length > 0) process.exitCode = 1;
