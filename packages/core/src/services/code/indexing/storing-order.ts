/**
 * Files in the order in which they are stored. Vectors are made first come, first served, and of a large repository they take minutes: what is
 * asked for most comes first. What is known of importance decides; before the first linking, what kind of file it is and how deep it lies.
 */
import type { KeptFile } from '../store/index.ts';
import { isTestPath } from './leave-out.ts';

const ASIDE = /(?:^|\/)(?:examples?|samples?|demos?|fixtures?|benchmarks?|bench|docs?|scripts?|tools?|\.[^/]+)\//iu;
const PROSE = /\.(?:md|mdx|rst|txt|adoc|json|ya?ml|toml|ini|cfg|xml|html?|css|svg|csv)$/iu;

export function inStoringOrder<File extends { readonly path: string }>(
  files: readonly File[],
  known: ReadonlyMap<string, KeptFile>,
): File[] {
  const placed = files.map((file) => ({
    file,
    importance: known.get(file.path)?.value.importance ?? 0,
    rank: rankOf(file.path),
    depth: file.path.split('/').length,
  }));
  placed.sort((one, other) => other.importance - one.importance || one.rank - other.rank || one.depth - other.depth);
  return placed.map(({ file }) => file);
}

/** Source before what stands beside it, that before prose and data, tests last. */
function rankOf(path: string): number {
  if (isTestPath(path)) return 3;
  if (PROSE.test(path)) return 2;
  return ASIDE.test(path) ? 1 : 0;
}
