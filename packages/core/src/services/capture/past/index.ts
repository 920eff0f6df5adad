/** Past sessions of other programs: what is wanted of them, and what there is. */
export { surveyTranscript, type TranscriptRequest, type TranscriptStanding } from './take-transcript.ts';
export type { TranscriptCounts, Wanted } from './wanted.ts';
