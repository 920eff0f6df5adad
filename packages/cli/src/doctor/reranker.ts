/** Does the cross-encoder that the settings name answer? Asked only when they do. */
import type { Reranker } from '@zapomni/core/ports';
import { attempt, ok, warning, type Check } from './check.ts';

const NAME = 'Reranker';

/** Searches work without it, so what is wrong with it is a warning. */
export async function checkReranker(reranker: Reranker): Promise<Check> {
  const check = await attempt(NAME, () => tryReranker(reranker));
  return check.status === 'broken' ? warning(NAME, check.detail, check.advice) : check;
}

async function tryReranker(reranker: Reranker): Promise<Check> {
  const started = performance.now();
  try {
    const [right = 0, wrong = 0] = await reranker.score('Where is the kettle?', [
      'The kettle is in the cupboard.',
      'It rained all day.',
    ]);
    const took = `answered in ${Math.round(performance.now() - started)} ms`;
    if (right > wrong) return ok(NAME, `${reranker.name}, ${took}`);
    return warning(
      NAME,
      `${reranker.name} does not tell an answer from what is none`,
      'Choose a model made for reranking.',
    );
  } finally {
    await reranker.close();
  }
}
