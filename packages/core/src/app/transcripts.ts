/** Past sessions of other programs, as the command line sees them. */
import type { TakeTurns, TranscriptRequest, TranscriptStanding } from '../services/capture/past/take-transcript.ts';
import type { Deps } from '../services/deps.ts';
import { lazily } from '../services/lazily.ts';

export interface TranscriptCalls {
  /** What there is in a file, and whether it was taken already. */
  survey(request: TranscriptRequest): Promise<TranscriptStanding>;
  /** Captures what is new in it; who is interrupted goes on where it was. */
  take(request: TranscriptRequest): Promise<void>;
}

/** Loaded when somebody reads them: nobody does twice. */
export function createTranscriptCalls(deps: Deps, turns: TakeTurns): TranscriptCalls {
  return lazily<TranscriptCalls>(async () => {
    const { surveyTranscript, takeTranscript } = await import('../services/capture/past/take-transcript.ts');
    return {
      survey: (request) => surveyTranscript(deps, request),
      take: (request) => takeTranscript(deps, turns, request),
    };
  });
}
