/** Files of BibTeX: whether every entry of a file is found. */
import { lookAt, lookedAt } from './bibliography.ts';
import type { ResearchSet } from './set.ts';

export const bibtexSet: ResearchSet = {
  name: 'bibtex',
  files: /^bibtex$/,
  calls: ({ bib }) => [lookAt(String(bib), 'bibtex')],
  predict({ id }, [answer]) {
    const found = answer && lookedAt(answer);
    if (!found) return { id, error: answer?.error ?? 'no answer' };
    return { id, entries: found.total, keys: found.entries.flatMap(({ citekey }) => citekey ?? []) };
  },
};
