/**
 * How good one ranking is. Gain is linear and the discount log2, as in trec_eval's `ndcg_cut`, so that figures can be compared
 * with published ones.
 */
export type Metric = `${'recall' | 'precision' | 'map' | 'hit' | 'all' | 'ndcg' | 'mrr'}@${number}`;

/** What every answer is scored by; a pack's primary metric may be any other of the same kinds. */
export const METRICS: readonly Metric[] = [
  'recall@5',
  'recall@10',
  'recall@20',
  'precision@5',
  'precision@10',
  'map@20',
  'hit@1',
  'hit@5',
  'ndcg@10',
  'mrr@10',
];

/** Memories that answer a question, with how well: a higher grade is better. */
export type Relevance = Readonly<Record<string, number>>;

const FORMULAS: Record<string, (grades: readonly number[], relevance: Relevance, k: number) => number> = {
  recall: (grades, relevance) => countFound(grades) / Object.keys(relevance).length,
  precision: (grades, _, k) => countFound(grades) / k,
  map: (grades, relevance) => averagePrecision(grades) / Object.keys(relevance).length,
  hit: (grades) => Number(countFound(grades) > 0),
  all: (grades, relevance) => Number(countFound(grades) === Object.keys(relevance).length),
  ndcg: (grades, relevance, k) => gain(grades) / gain(idealGrades(relevance).slice(0, k)),
  mrr: (grades) => 1 / (grades.findIndex((grade) => grade > 0) + 1 || Number.POSITIVE_INFINITY),
};

/** `ranked` holds distinct ids, best first; `relevance` at least one entry. */
export function score(metric: Metric, ranked: readonly string[], relevance: Relevance): number {
  const [name = '', k = ''] = metric.split('@');
  const formula = FORMULAS[name];
  if (!formula || !(Number(k) > 0)) {
    throw new Error(`Unknown metric ${metric}. Known: ${Object.keys(FORMULAS).join(', ')}, each with @k.`);
  }
  const grades = ranked.slice(0, Number(k)).map((id) => relevance[id] ?? 0);
  return formula(grades, relevance, Number(k));
}

function countFound(grades: readonly number[]): number {
  return grades.filter((grade) => grade > 0).length;
}

/** The precision at each place where something relevant stands, summed. */
function averagePrecision(grades: readonly number[]): number {
  let found = 0;
  return grades.reduce((total, grade, i) => (grade > 0 ? total + ++found / (i + 1) : total), 0);
}

function gain(grades: readonly number[]): number {
  return grades.reduce((total, grade, i) => total + grade / Math.log2(i + 2), 0);
}

function idealGrades(relevance: Relevance): number[] {
  return Object.values(relevance).sort((a, b) => b - a);
}

/**
 * Whether the current fact (grade 2) stands above the superseded one (grade 1). Undefined where the question does not tell them
 * apart, or neither was found.
 */
export function isCurrentFirst(ranked: readonly string[], relevance: Relevance): boolean | undefined {
  const grades = Object.values(relevance);
  if (!grades.includes(2) || !grades.includes(1)) return undefined;
  const first = ranked.find((id) => relevance[id] === 2 || relevance[id] === 1);
  return first === undefined ? undefined : relevance[first] === 2;
}
