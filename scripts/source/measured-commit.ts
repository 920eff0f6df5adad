/** Which state of the code a figure was measured on: what is committed, and whether anything else was in the tree. */
import { execFileSync } from 'node:child_process';

/** Results of other runs do not change what is measured. */
const RESULTS = [':(top,exclude)bench/results', ':(top,exclude)evals/results'];
const CHANGED = ['status', '--porcelain', '--untracked-files=no', '--', ':/', ...RESULTS];

export function measuredCommit(): string {
  try {
    const changed = git(...CHANGED) !== '';
    return `${git('rev-parse', '--short=10', 'HEAD')}${changed ? ' and changes not committed' : ''}`;
  } catch {
    return 'unknown: not a git checkout';
  }
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
}
