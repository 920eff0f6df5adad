/** What every reranker must do. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reranker } from '@zapomni/core/ports';

export interface RerankerHarness {
  readonly reranker: Reranker;
  close(): Promise<void>;
}

const TEXTS = ['Rain all day', 'The kettle is in the cupboard', 'A kettle'];

export function rerankerContract(name: string, open: () => Promise<RerankerHarness>): void {
  describe(`reranker contract: ${name}`, () => {
    let harness: RerankerHarness;
    beforeEach(async () => {
      harness = await open();
    });
    afterEach(async () => {
      await harness.reranker.close();
      await harness.close();
    });

    it('gives a number for each text, in order, higher for what answers better', async () => {
      const scores = await harness.reranker.score('the kettle in the cupboard', TEXTS);
      expect(scores).toHaveLength(3);
      expect(scores.every(Number.isFinite)).toBe(true);
      const best = scores.indexOf(Math.max(...scores));
      expect({ best, worst: scores.indexOf(Math.min(...scores)) }).toEqual({ best: 1, worst: 0 });
    });

    it('has nothing to say of no texts', async () => {
      expect(await harness.reranker.score('kettle', [])).toEqual([]);
    });

    it('fails as cancelled when the signal fired, and once it is closed', async () => {
      const gone = { code: 'CANCELLED' };
      await expect(harness.reranker.score('kettle', TEXTS, AbortSignal.abort())).rejects.toMatchObject(gone);
      await harness.reranker.close();
      await expect(harness.reranker.score('kettle', TEXTS)).rejects.toMatchObject(gone);
    });
  });
}
