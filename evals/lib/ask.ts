/** Asks a filled server every question of a pack, one after the other, and notes what came back. */
import type { Filled } from './fill.ts';
import type { Pack, Question } from './pack.ts';
import type { ShowProgress } from './progress.ts';
import type { SearchAnswer, Zapomni } from './zapomni.ts';

/** How deep a ranking is looked at. */
export const DEPTH = 20;

export interface Answer {
  readonly question: Question;
  /** Memories of the pack, distinct, best first. */
  readonly ranked: readonly string[];
  /** Results that are not of the group that was asked. */
  readonly leaks: number;
  /** Score of the best result, 0 where there is none. */
  readonly bestScore: number;
  /** Undefined while the server does not say. */
  readonly abstained: boolean | undefined;
  /** The model had no part in the answer. */
  readonly byWordsAlone: boolean;
  /** What the server objected to, if it did. */
  readonly error: string | undefined;
  readonly ms: number;
  readonly bytes: number;
}

export async function askAll(server: Zapomni, pack: Pack, filled: Filled, show: ShowProgress): Promise<Answer[]> {
  const answers: Answer[] = [];
  await server.warmUp(filled.workspaceOf(pack.questions[0]?.group));
  for (const question of pack.questions) {
    const found = await server.search(filled.workspaceOf(question.group), question.text, DEPTH);
    answers.push(toAnswer(question, found, filled));
    show(answers.length / pack.questions.length, 'asking');
  }
  return answers;
}

function toAnswer(question: Question, found: SearchAnswer, { memories }: Filled): Answer {
  const hits = found.results.map(({ memory_id }) => memories.get(memory_id));
  const own = hits.filter((memory) => memory !== undefined && (memory.group ?? '') === (question.group ?? ''));
  return {
    question,
    ranked: [...new Set(own.flatMap((memory) => memory?.id ?? []))],
    leaks: hits.length - own.length,
    bestScore: found.results[0]?.similarity_score ?? 0,
    abstained: found.abstained,
    byWordsAlone: found.mode === 'words',
    error: found.error,
    ms: found.ms,
    bytes: found.bytes,
  };
}
