/**
 * What is purged and stands in code as well. An index says what the files of a repository say, so nothing is taken out of it here: the
 * next run would bring it back. The receipt names the places instead, and what to do about them.
 */
import type { MemorySummary } from '../../model/index.ts';
import { COMMIT_KIND } from '../code/history/remember-commits.ts';
import { listRepositories } from '../code/store/index.ts';
import type { Deps } from '../deps.ts';
import { findSaying } from './find-saying.ts';

const MOST_NAMED = 5;
/** Shorter texts of memories stand in any code, and say nothing by it. */
const SHORTEST = 12;

/** A sentence for each repository whose index says it: files, gone ones too, and messages of commits. */
export async function codeSaying(deps: Deps, workspace: string, texts: readonly string[]): Promise<string[]> {
  const wanted = texts.filter((text) => text.trim() !== '');
  if (wanted.length === 0) return [];
  const sentences: string[] = [];
  for (const { value } of await listRepositories(deps, workspace)) {
    const found = await findSaying(deps, value.store, wanted);
    if (found.length > 0) sentences.push(sentenceOf(value.name, found));
  }
  return sentences;
}

/** As a whole, where it is long enough to be told from what stands anywhere. */
export function wholeTexts(texts: readonly string[]): string[] {
  return texts.map((text) => text.trim()).filter((text) => text.length >= SHORTEST);
}

function sentenceOf(repository: string, found: readonly MemorySummary[]): string {
  const commits = found.filter(({ kind }) => kind === COMMIT_KIND);
  const files = found.filter(({ kind }) => kind !== COMMIT_KIND).map(({ source }) => source);
  const more = files.length > MOST_NAMED ? ', …' : '';
  const places = [
    ...(files.length > 0 ? [`${files.length} files (${files.slice(0, MOST_NAMED).join(', ')}${more})`] : []),
    ...(commits.length > 0 ? [`${commits.length} messages of commits`] : []),
  ];
  return (
    `The index of the repository ${repository} says it: ${places.join(' and ')}. Take it out of them and index again ` +
    '(prune_memory with the strategy stale_code drops what gone files said), or forget the index with remove_repository; then purge once more.'
  );
}
