import { describe, expect, it } from 'vitest';
import type { SearchStage } from '../../../model/index.ts';
import { answerOrAbstain } from './abstain.ts';
import { loadedHit } from '../testing/loaded-hit.ts';

const EMBEDDING = { vector: Float32Array.of(1), fluency: 1 };
const request = { workspaces: ['default'], query: 'x', limit: 10 };
const all = () => true;
const hits = (...confidences: number[]) => confidences.map((confidence, i) => loadedHit(`text ${i}`, { confidence }));

describe('answerOrAbstain', () => {
  it('says so when none of the best fits, and gives them all the same, marked, unless nothing is wanted then', () => {
    const judge = (strict: boolean) =>
      answerOrAbstain(hits(0.01, 0.02, 0.01, 0.9), {
        request: { ...request, strict },
        isOn: all,
        embedding: EMBEDDING,
        candidates: 200,
      });
    expect(judge(false).abstained).toBe(true);
    expect(judge(false).hits.map(({ weak, passage }) => [passage.text, weak])).toEqual(
      [0, 1, 2, 3].map((i) => [`text ${i}`, true]),
    );
    expect(judge(true)).toEqual({ hits: [], abstained: true });
  });

  it('takes a fainter likeness for an answer where there is little to choose from', () => {
    const among = (candidates: number) =>
      answerOrAbstain(hits(0.03), { request, isOn: all, embedding: EMBEDDING, candidates });
    expect(among(3)).toMatchObject({ abstained: false, hits: [expect.not.objectContaining({ weak: true })] });
    expect(among(100)).toMatchObject({ abstained: true, hits: [{ weak: true }] });
  });

  it('answers with what few share a tag with, whatever its words are', () => {
    const under = (tagShare: number) => {
      const [hit] = hits(0.01);
      if (!hit) throw new Error('no hit');
      const ranked = { ...hit.ranked, named: { words: 1, force: 1, tagShare, terms: [] } };
      return answerOrAbstain([{ ...hit, ranked }], { request, isOn: all, embedding: EMBEDDING, candidates: 200 });
    };
    expect(under(0.9).abstained).toBe(false);
    expect(under(0.5).abstained).toBe(true);
  });

  it('answers when one of the first few fits', () => {
    const judged = answerOrAbstain(hits(0.01, 0.02, 0.9), {
      request,
      isOn: all,
      embedding: EMBEDDING,
      candidates: 200,
    });
    expect(judged.abstained).toBe(false);
    expect(judged.hits).toHaveLength(3);
  });

  it('does not abstain when told not to, when the model gave no opinion, or when nothing was found', () => {
    const without = (stage: SearchStage) => stage !== 'abstain';
    expect(
      answerOrAbstain(hits(0.01), { request, isOn: without, embedding: EMBEDDING, candidates: 200 }).hits,
    ).toHaveLength(1);
    expect(answerOrAbstain(hits(0.01), { request, isOn: all, embedding: null, candidates: 200 }).hits).toHaveLength(1);
    expect(answerOrAbstain([], { request, isOn: all, embedding: EMBEDDING, candidates: 200 })).toEqual({
      hits: [],
      abstained: false,
    });
  });

  it('lets likelihoods fall along the list and keeps the order', () => {
    const judged = answerOrAbstain(hits(0.5, 0.9, 0.3, 0.6), {
      request,
      isOn: all,
      embedding: EMBEDDING,
      candidates: 200,
    });
    expect(judged.hits.map(({ passage }) => passage.text)).toEqual(['text 0', 'text 1', 'text 2', 'text 3']);
    expect(judged.hits.map(({ score }) => score)).toEqual([0.5, 0.5, 0.3, 0.3]);
  });

  it('leaves out what is less likely than asked for, and says so when that is all', () => {
    const ask = (minScore: number) =>
      answerOrAbstain(hits(0.9, 0.4), {
        request: { ...request, minScore },
        isOn: all,
        embedding: EMBEDDING,
        candidates: 200,
      });
    expect(ask(0.5)).toMatchObject({ hits: [{ score: 0.9 }], abstained: false });
    expect(ask(0.95)).toEqual({ hits: [], abstained: true });
  });

  it('gives no more than asked for, and points out contradictions among them', () => {
    const said = ['We deploy on Fridays at noon', 'We never deploy on Fridays at noon', 'The cat sleeps'].map((text) =>
      loadedHit(text),
    );
    const judged = answerOrAbstain(said, {
      request: { ...request, limit: 2 },
      isOn: all,
      embedding: EMBEDDING,
      candidates: 200,
    });
    expect(judged.hits.map(({ conflicts }) => conflicts)).toEqual([[said[1]?.memory.id], [said[0]?.memory.id]]);
  });
});
