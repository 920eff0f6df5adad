import { describe, expect, it } from 'vitest';
import { SECTIONS, type Section } from '../../test/requirements.ts';
import { findCitations, measureCoverage } from './citations.ts';
import { formatReport } from './report.ts';

const cite = (text: string) => findCitations({ path: 'a.test.ts', text });
const plain = { summary: false, dim: (text: string) => text, bold: (text: string) => text };
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

describe('measureCoverage', () => {
  it('parts the cited from the missing', () => {
    const { sections: measured, unknown } = measureCoverage(sections, cite("verifies('R002');"));
    expect(measured[0]?.cited.map(({ id }) => id)).toEqual(['R002']);
    expect(measured[0]?.missing.map(({ id }) => id)).toEqual(['R001']);
    expect(unknown).toEqual([]);
  });

  it('reports an id that is not in the manifest with its place', () => {
    const coverage = measureCoverage(sections, cite("\nverifies('R001', 'R999');"));
    expect(coverage.unknown).toEqual([{ id: 'R999', file: 'a.test.ts', line: 2 }]);
    expect(formatReport(coverage, plain)).toContain('a.test.ts:2 cites R999');
  });
});

describe('formatReport', () => {
  const coverage = measureCoverage(sections, cite("verifies('R002');"));

  it('counts by section and lists what is not cited', () => {
    const report = formatReport(coverage, plain);
    expect(report).toMatch(/One +1 \/ +2 cited/);
    expect(report).toContain('R001 first');
    expect(report).not.toContain('second');
  });

  it('leaves the list out of a summary', () => {
    expect(formatReport(coverage, { ...plain, summary: true })).not.toContain('R001');
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
