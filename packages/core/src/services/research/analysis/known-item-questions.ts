/**
 * Questions whose answer is known, made of the library itself where nobody gave any: the rarest words of an abstract, which somebody who
 * half remembers a paper would look for, without the order or the sentence that would make it easy.
 */
import { toTerms } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import type { TestQuestion } from '../../search/tuning/tune.ts';
import { memoriesOf } from '../library/query/filter-papers.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';

const WORDS = 5;
const FEWEST = 8;

export async function knownItemQuestions(
  { storage }: Deps,
  workspace: string,
  papers: readonly KeptPaper[],
): Promise<TestQuestion[]> {
  const questions: TestQuestion[] = [];
  for (const paper of papers) {
    const words = wordsOf(paper.value.item.abstract ?? '');
    if (words.size < FEWEST) continue;
    const { counts } = await storage.fullText.frequencies([...words.keys()], workspace);
    const rare = [...words.values()]
      .map((word, at) => ({ word, count: counts[at] ?? 0 }))
      .toSorted((one, other) => one.count - other.count || (one.word < other.word ? -1 : 1))
      .slice(0, WORDS)
      .map(({ word }) => word)
      .toSorted();
    questions.push({ query: rare.join(' '), relevant: memoriesOf([paper]) });
  }
  return questions;
}

/** As they are written, by their terms; each once. */
function wordsOf(text: string): Map<string, string> {
  const words = new Map<string, string>();
  for (const word of text.match(/\p{L}[\p{L}\p{N}-]{3,}/gu) ?? []) {
    const [term, ...more] = toTerms(word);
    if (term !== undefined && more.length === 0) words.set(term, word);
  }
  return words;
}
