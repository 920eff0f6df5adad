/**
 * `npm run requirements`: which requirements the tests cite and which not yet, by section. Fails when a test cites an id
 * that test/requirements.ts does not list. `-- --summary` leaves out the list, `-- --json` is for programs.
 */
import path from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { SECTIONS } from '../test/requirements.ts';
import { CITING_FILES, findCitations, measureCoverage } from './requirements/citations.ts';
import { formatReport } from './requirements/report.ts';
import { readSources } from './source/source-files.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean' }, summary: { type: 'boolean' } } });
const root = path.join(import.meta.dirname, '..');
const citations = readSources(root, CITING_FILES).flatMap(findCitations);
const coverage = measureCoverage(SECTIONS, citations);

// styleText leaves the text plain when stdout is not a terminal.
const style = {
  summary: values.summary ?? false,
  dim: (text: string) => styleText('dim', text),
  bold: (text: string) => styleText('bold', text),
};
console.log(values.json ? JSON.stringify(coverage, null, 2) : formatReport(coverage, style));
if (coverage.unknown.length > 0) process.exitCode = 1;
