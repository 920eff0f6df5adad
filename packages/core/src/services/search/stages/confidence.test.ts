import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confidenceOf, type Evidence } from './confidence.ts';

const evidence: Evidence = { meaning: 0.7, close: 0.6, coverage: 0.4, fluency: 1 };

describe('confidenceOf', () => {
  it('rises with each kind of evidence', () => {
    const base = confidenceOf(evidence);
    expect(confidenceOf({ ...evidence, meaning: 0.8 })).toBeGreaterThan(base);
    expect(confidenceOf({ ...evidence, close: 0.8 })).toBeGreaterThan(base);
    expect(confidenceOf({ ...evidence, coverage: 1 })).toBeGreaterThan(base);
  });

  it('goes by the words where the model has nothing to say', () => {
    expect(confidenceOf({ ...evidence, meaning: null, close: null })).toBe(0.4);
    expect(confidenceOf({ ...evidence, fluency: 0 })).toBe(0.4);
  });

  it('does not take a close look that was never taken for a bad one', () => {
    expect(confidenceOf({ ...evidence, close: null, coverage: 0 })).toBe(0.7);
  });

  it('knows what a cosine means, where that was measured', () => {
    const bare = { ...evidence, close: null, coverage: 0.1 };
    expect(confidenceOf({ ...bare, likeness: 0.2 })).toBe(0.2);
    expect(confidenceOf({ ...bare, likeness: 0.01 })).toBe(0.1);
    expect(confidenceOf({ ...bare, likeness: 0.8, fluency: 0 })).toBe(0.1);
  });

  it('reads a close look by the built-in model alone: of another one it is known what cosines mean', () => {
    expect(confidenceOf({ ...evidence, likeness: 0.1 })).toBe(0.4);
    expect(confidenceOf({ ...evidence, likeness: 0.9 })).toBe(0.9);
  });

  it('stays within 0–1', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const cosine = fc.option(fc.double({ min: -1, max: 1, noNaN: true }));
    fc.assert(
      fc.property(cosine, cosine, share, share, (meaning, close, coverage, fluency) => {
        const confidence = confidenceOf({ meaning, close, coverage, fluency });
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }),
    );
  });
});
