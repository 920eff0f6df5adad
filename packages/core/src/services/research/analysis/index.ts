/** What the library says of a question: the calls of `app.research`. */
export { analyzeTopic, type TopicReport, type TopicRequest } from './analyze-topic.ts';
export { answerQuestion, type Answer, type QuestionRequest } from './answer-question.ts';
export { compareArticles, type Comparison } from './compare-articles.ts';
export type { Dimension } from '../words.ts';
export type { Evidence, EvidenceParts } from './evidence.ts';
export { makeReadingList, type ReadingList, type ReadingListRequest } from './make-reading-list.ts';
export { onlyOf } from './on-topic.ts';
export type { PaperChunks } from './paper-chunks.ts';
export { findRelated, type RelatedPaper } from './related.ts';
export { shownPapers } from '../library/find/shown-papers.ts';
export { summarize, type Summary, type SummaryRequest } from './summarize.ts';
export type { Synthesis } from './synthesis.ts';
