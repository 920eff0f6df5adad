/** What is kept of papers and their notes, for those who look into the store itself: trials and benches. */
export { emptyPaper } from './library/keep/paper-facts.ts';
export { PAPER_NOTES } from './library/store/note-record.ts';
export { PAPERS } from './library/store/paper-record.ts';
export { PAPER_CONTEXTS, PAPER_REFERENCES } from './library/store/reference-record.ts';
export { readKeys, splitNote } from './notes/note/front-matter.ts';
export { evaluatePapers } from './evaluate/evaluate-papers.ts';
