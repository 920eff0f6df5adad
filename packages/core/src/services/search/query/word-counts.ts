/**
 * How many passages hold a term, remembered for the length of one search: spelling, the close look and the judgement all
 * want to know, mostly of the same terms.
 */
import type { TermFrequency, FullTextIndex, WordFrequencies } from '../../../ports/index.ts';

interface Known {
  /** In the workspace; undefined before it was asked. */
  passages?: number;
  readonly counts: Map<string, number>;
}

export class WordCounts {
  readonly #fullText: Pick<FullTextIndex, 'frequencies'>;
  readonly #known = new Map<string, Known>();

  constructor(fullText: Pick<FullTextIndex, 'frequencies'>) {
    this.#fullText = fullText;
  }

  /** As `frequencies` of the port; the store is asked only for what is not known yet. */
  async of(terms: readonly string[], workspace: string): Promise<WordFrequencies> {
    const known = this.#in(workspace);
    const missing = [...new Set(terms)].filter((term) => !known.counts.has(term));
    if (missing.length > 0 || known.passages === undefined) {
      const { passages, counts } = await this.#fullText.frequencies(missing, workspace);
      known.passages = passages;
      for (const [i, term] of missing.entries()) known.counts.set(term, counts[i] ?? 0);
    }
    return { passages: known.passages, counts: terms.map((term) => known.counts.get(term) ?? 0) };
  }

  /** Takes over what the store has told already. */
  learn(workspace: string, frequencies: readonly TermFrequency[]): void {
    const { counts } = this.#in(workspace);
    for (const { term, passages } of frequencies) counts.set(term, passages);
  }

  #in(workspace: string): Known {
    const known = this.#known.get(workspace) ?? { counts: new Map<string, number>() };
    this.#known.set(workspace, known);
    return known;
  }
}
