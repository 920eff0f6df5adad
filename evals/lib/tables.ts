/** The figures as Markdown tables, which also read well in a terminal. */
import type { Ablation } from './ablation.ts';
import { isReached, type Check } from './checks.ts';
import type { Difference } from './compare.ts';
import type { PackResult, Share } from './evaluate.ts';

export type Row = readonly string[];

const PACK_HEAD = [
  'pack',
  'memories',
  'questions',
  'metric',
  'BM25',
  'Zapomni',
  '95 %',
  'p',
  'current first',
  'ms p50/p95',
  'bytes',
];

export function packTable(results: readonly PackResult[], withCategories: boolean): string {
  return table(
    PACK_HEAD,
    results.flatMap((result) => [packRow(result), ...(withCategories ? categoryRows(result) : [])]),
  );
}

function packRow(result: PackResult): Row {
  const { interval, bm25, ms } = result;
  return [
    result.pack,
    String(result.memories),
    String(result.questions),
    result.metric,
    three(bm25.primary),
    three(result.primary),
    `${three(interval.low)}–${three(interval.high)}`,
    pText(bm25.p),
    result.currentFirst ? `${shareText(result.currentFirst)} (BM25 ${shareText(bm25.currentFirst)})` : '',
    `${ms.p50.toFixed(0)}/${ms.p95.toFixed(0)}`,
    result.bytesPerAnswer.toFixed(0),
  ];
}

function categoryRows({ categories }: PackResult): Row[] {
  return Object.entries(categories)
    .filter(([name]) => name !== '')
    .map(([name, { questions, primary, bm25, currentFirst }]) => {
      const figures = [String(questions), '', three(bm25), three(primary)];
      return [`  ${name}`, '', ...figures, '', '', shareText(currentFirst)];
    });
}

export function checkTable(results: readonly PackResult[]): string {
  const rows = results.flatMap(({ pack, checks }) => checks.map((check) => [pack, check.name, ...checkCells(check)]));
  return table(['set', 'check', 'value', 'goal', ''], rows);
}

function checkCells(check: Check): Row {
  const { name, value, goal } = check;
  const write = (number: number) => (name === 'leaks' ? String(number) : three(number));
  const reached = isReached(check);
  return [
    value === null ? 'n/a' : write(value),
    goal === null ? '' : `${name === 'leaks' ? '≤' : '≥'} ${write(goal)}`,
    reached === null ? '' : reached ? 'reached' : 'MISSED',
  ];
}

export function ablationTable(ablations: readonly Ablation[]): string {
  const rows = ablations.map(({ pack, stage, without, worth, p, currentFirst }) => [
    pack,
    stage,
    three(without),
    signed(worth),
    pText(p),
    shareText(currentFirst),
  ]);
  return table(['pack', 'stage', 'without it', 'worth', 'p', 'current first without it'], rows);
}

export function differenceTable(differences: readonly Difference[]): string {
  const rows = differences.map(({ pack, before, now, p, better, worse }) => [
    pack,
    three(before),
    three(now),
    signed(now - before),
    pText(p),
    `${better}/${worse}`,
  ]);
  return table(['pack', 'before', 'now', 'difference', 'p', 'questions better/worse'], rows);
}

export function table(head: Row, rows: readonly Row[]): string {
  const widths = head.map((name, i) =>
    Math.max(...[name, ...rows.map((row) => row[i] ?? '')].map(({ length }) => length)),
  );
  const line = (cells: Row) => `| ${widths.map((width, i) => (cells[i] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}

const three = (value: number) => (Number.isNaN(value) ? 'n/a' : value.toFixed(3));
const signed = (value: number) => `${value < 0 ? '−' : '+'}${three(Math.abs(value))}`;
const pText = (p: number) => (p < 0.001 ? '<0.001' : p.toFixed(3));
const shareText = (share: Share | null) => (share ? `${share.share.toFixed(2)} of ${share.of}` : '');
