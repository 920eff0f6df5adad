/**
 * Which files change together. A pair counts in every commit that touched both, unless that touched so many that it says nothing of them;
 * what is long ago counts less. `lift` is how much more often the other changes with this file than it changes anyway: 1 is chance.
 */
export interface CoChange {
  readonly path: string;
  /** Commits that touched both, and how many touched this one (of those that count). */
  readonly together: number;
  readonly of: number;
  readonly lift: number;
}

export interface CountedCommit {
  readonly at: number;
  /** Files of today. */
  readonly files: readonly string[];
}

const MOST_FILES = 30;
const HALF_LIFE_MS = 365 * 86_400_000;
/** Once is chance. */
const LEAST_TOGETHER = 2;

export function changesWith(path: string, commits: readonly CountedCommit[], newest: number): CoChange[] {
  const telling = commits.filter(({ files }) => files.length > 0 && files.length <= MOST_FILES);
  const weightOf = ({ at }: CountedCommit): number => 2 ** (Math.min(0, at - newest) / HALF_LIFE_MS);
  const own = telling.filter(({ files }) => files.includes(path));
  const others = new Map<string, { together: number; weight: number }>();
  for (const commit of own) {
    for (const file of commit.files) {
      if (file === path) continue;
      const { together, weight } = others.get(file) ?? { together: 0, weight: 0 };
      others.set(file, { together: together + 1, weight: weight + weightOf(commit) });
    }
  }
  const alone = weightsOf(others, telling, weightOf);
  const all = sum(telling.map(weightOf));
  const mine = sum(own.map(weightOf));
  return [...others]
    .filter(([, { together }]) => together >= LEAST_TOGETHER)
    .map(([file, { together, weight }]) => {
      const lift = (weight * all) / (mine * (alone.get(file) ?? weight));
      return { path: file, together, of: own.length, lift, weight };
    })
    .filter(({ lift }) => lift > 1)
    .toSorted((a, b) => b.weight * Math.log(b.lift) - a.weight * Math.log(a.lift) || (a.path < b.path ? -1 : 1))
    .map(({ weight: _weight, ...told }) => told);
}

/** How much each of these changes at all. */
function weightsOf(
  wanted: ReadonlyMap<string, unknown>,
  commits: readonly CountedCommit[],
  weightOf: (commit: CountedCommit) => number,
): Map<string, number> {
  const weights = new Map<string, number>();
  for (const commit of commits)
    for (const file of commit.files)
      if (wanted.has(file)) weights.set(file, (weights.get(file) ?? 0) + weightOf(commit));
  return weights;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
