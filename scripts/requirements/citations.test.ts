import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SECTIONS, type Section } from '../../test/requirements.ts';
import { UNCITED } from '../../test/requirements/uncited.ts';
import { findCitations, measureCoverage } from './citations.ts';
import { readReports, shownBy, type RunReport } from './ran.ts';
import { formatReport } from './report.ts';

const cite = (text: string) => findCitations({ path: 'a.test.ts', text });
const plain = {
  summary: false,
  counted: 'cited' as const,
  reasons: { R001: 'later: code' },
  dim: (text: string) => text,
  bold: (text: string) => text,
};
const sections: Section[] = [
  {
    name: 'One',
    requirements: [
      { id: 'R001', title: 'first' },
      { id: 'R002', title: 'second' },
    ],
  },
];

describe('findCitations', () => {
  it('reads every id of a call, over several lines too', () => {
    const found = cite("it('x', () => {\n  verifies('R001', \"P002\");\n  verifies(\n    'D003',\n  );\n});");
    expect(found).toEqual([
      { id: 'R001', file: 'a.test.ts', line: 2 },
      { id: 'P002', file: 'a.test.ts', line: 2 },
      { id: 'D003', file: 'a.test.ts', line: 3 },
    ]);
  });

  it('ignores comments and samples inside strings', () => {
    expect(cite("// verifies('R001')\n/*\n verifies('R002')\n*/\nconst sample = \"verifies('R003')\";")).toEqual([]);
  });

  it('keeps an argument that is not a literal, so that it is reported as unknown', () => {
    expect(cite('  verifies(id);').map((citation) => citation.id)).toEqual(['id']);
  });
});

const reasons = { R001: 'later: code' };

describe('measureCoverage', () => {
  it('parts the cited from the missing', () => {
    const {
      sections: measured,
      unknown,
      faults,
    } = measureCoverage(sections, {
      citations: cite("verifies('R002');"),
      reasons,
    });
    expect(measured[0]?.cited.map(({ id }) => id)).toEqual(['R002']);
    expect(measured[0]?.missing.map(({ id }) => id)).toEqual(['R001']);
    expect([unknown, faults]).toEqual([[], []]);
  });

  it('reports an id that is not in the manifest with its place', () => {
    const citations = cite("\nverifies('R002', 'R999');");
    const coverage = measureCoverage(sections, { citations, reasons });
    expect(coverage.unknown).toEqual([{ id: 'R999', file: 'a.test.ts', line: 2 }]);
    expect(formatReport(coverage, plain)).toContain('a.test.ts:2 cites R999');
  });

  it('finds fault with a line that is neither cited nor excused', () => {
    const coverage = measureCoverage(sections, { citations: cite("verifies('R002');"), reasons: {} });
    expect(coverage.faults).toEqual(['R001 is neither cited nor excused']);
    expect(formatReport(coverage, { ...plain, summary: true })).toContain('R001 is neither cited nor excused');
  });

  it('finds fault with an excuse for a line that is cited, and for one that does not exist', () => {
    const citations = cite("verifies('R001', 'R002');");
    const { faults } = measureCoverage(sections, { citations, reasons: { ...reasons, R998: 'later: code' } });
    expect(faults).toEqual([
      'R001 has a reason not to be cited, and is cited',
      'R998 has a reason, but there is no such line',
    ]);
  });
});

describe('a run', () => {
  const report = (...tests: [status: string, ...ids: string[]][]): RunReport => ({
    testResults: [{ assertionResults: tests.map(([status, ...ids]) => ({ status, meta: { verifies: ids } })) }],
  });
  const citations = cite("verifies('R001');\nverifies('R002');");

  it('shows what tests cited that passed; one that was skipped, failed or never ended shows nothing', () => {
    const ran = shownBy([
      report(['passed', 'R001'], ['skipped', 'R002'], ['failed', 'R003'], ['pending', 'R004']),
      { testResults: [{ assertionResults: [{ status: 'passed' }, { status: 'passed', meta: {} }] }] },
    ]);
    expect([...ran]).toEqual(['R001']);
    const { sections: measured, faults } = measureCoverage(sections, { citations, ran, reasons: {} });
    expect(measured[0]?.cited.map(({ id }) => id)).toEqual(['R001']);
    expect(faults).toEqual(['R002 is cited, but by no test that ran and passed']);
  });

  it('is enough when one of several tests of a line passed', () => {
    const ran = shownBy([report(['skipped', 'R001'], ['passed', 'R002']), report(['passed', 'R001'])]);
    expect(measureCoverage(sections, { citations, ran, reasons: {} }).faults).toEqual([]);
  });

  it('is read from the reports in a folder and below; a folder without any is an error', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-reports-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    expect(() => readReports(folder)).toThrow('no reports');
    mkdirSync(path.join(folder, 'unit'));
    writeFileSync(path.join(folder, 'unit/a.json'), JSON.stringify(report(['passed', 'R001'])));
    writeFileSync(path.join(folder, 'unit/a.unhandled.json'), '["Error: late"]');
    expect([...shownBy(readReports(folder))]).toEqual(['R001']);
  });
});

describe('formatReport', () => {
  const coverage = measureCoverage(sections, { citations: cite("verifies('R002');"), reasons });

  it('counts by section and lists what is not cited, and why', () => {
    const report = formatReport(coverage, plain);
    expect(report).toMatch(/One +1 \/ +2 cited/);
    expect(report).toContain('R001 first later: code');
    expect(report).not.toContain('second');
  });

  it('leaves the list out of a summary', () => {
    expect(formatReport(coverage, { ...plain, summary: true })).not.toContain('R001');
  });
});

describe('the reasons', () => {
  it('are of a few kinds, and what they point to is there', () => {
    const root = path.join(import.meta.dirname, '../..');
    const measured = Object.entries(UNCITED).filter(([, reason]) => /^(?:measured|missed): /.test(reason));
    for (const [id, reason] of measured) {
      const [, file = ''] = /^\w+: (\S+?),/.exec(reason) ?? [];
      expect([id, existsSync(path.join(root, file))]).toEqual([id, true]);
    }
  });
});

describe('the manifest', () => {
  const all = SECTIONS.flatMap((section) => section.requirements);

  it('has every id once, in order, without gaps', () => {
    const range = (letter: string, count: number) =>
      Array.from({ length: count }, (_, i) => `${letter}${String(i + 1).padStart(3, '0')}`);
    expect(all.map(({ id }) => id)).toEqual([...range('R', 320), ...range('P', 50), ...range('D', 30)]);
  });

  it('has short titles, each its own', () => {
    expect(all.filter(({ title }) => title.length > 90)).toEqual([]);
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  });
});
