import { describe, expect, it } from 'vitest';
import { toAblation } from './ablation.ts';
import type { Answer } from './ask.ts';
import { isReached } from './checks.ts';
import { compare } from './compare.ts';
import { evaluate } from './evaluate.ts';
import type { Pack, Question } from './pack.ts';

const question = (id: string, rel: Record<string, number>, more: Partial<Question> = {}): Question => ({
  id,
  text: `where is the ${id}`,
  rel,
  forbidden: [],
  ...more,
});

const answer = (asked: Question, ranked: string[], more: Partial<Answer> = {}): Answer => ({
  question: asked,
  ranked,
  leaks: 0,
  bestScore: 0.5,
  abstained: undefined,
  byWordsAlone: false,
  error: undefined,
  ms: 10,
  bytes: 100,
  ...more,
});

const pack = (questions: Question[], goals: Record<string, number> = {}): Pack => ({
  name: 'tiny',
  primary: 'hit@1',
  goals,
  questions,
  memories: [
    { id: 'k1', text: 'The key lies under the mat', meta: { timestamp: '2025-01-01' } },
    { id: 'k2', text: 'The key hangs in the hall', meta: { timestamp: '2026-01-01' } },
    { id: 'c', text: 'The car is in the garage' },
  ],
});

describe('evaluate', () => {
  it('sets our figures beside those of BM25', () => {
    const questions = [question('key', { k1: 1, k2: 1 }), question('car', { c: 1 })];
    const result = evaluate(pack(questions), [
      answer(question('key', { k1: 1, k2: 1 }), ['c', 'k1']),
      answer(question('car', { c: 1 }), ['c']),
    ]);
    expect(result).toMatchObject({ questions: 2, primary: 0.5, bm25: { primary: 1 }, bytesPerAnswer: 100 });
    expect(result.metrics['recall@5']).toBe(0.75);
    expect(result.scores).toEqual({ key: 0, car: 1 });
  });

  it('asks BM25 of the same group only', () => {
    const asked = question('key', { k1: 1 }, { group: 'g' });
    const grouped = {
      ...pack([asked]),
      memories: pack([]).memories.map((memory) => ({ ...memory, group: memory.id === 'k1' ? 'g' : 'other' })),
    };
    expect(evaluate(grouped, [answer(asked, ['k1'])]).bm25.metrics['recall@5']).toBe(1);
  });

  it('counts current facts in update questions', () => {
    const update = question('key', { k2: 2, k1: 1 }, { category: 'knowledge-update' });
    const other = question('car', { k2: 2, k1: 1 }, { category: 'else' });
    const result = evaluate(pack([update, other]), [answer(update, ['k2', 'k1']), answer(other, ['k1', 'k2'])]);
    expect(result.currentFirst).toEqual({ share: 1, of: 1 });
    expect(result.categories['else']).toMatchObject({ questions: 1, currentFirst: null });
  });

  it('warns of answers that say less than they seem to', () => {
    const asked = question('key', { k1: 1 });
    const odd = { error: 'TOO_LARGE', byWordsAlone: true, abstained: true, leaks: 2 };
    expect(evaluate(pack([asked]), [answer(asked, [], odd)]).warnings).toHaveLength(4);
  });

  it('tells what a stage is worth', () => {
    const asked = question('key', { k1: 1 });
    const whole = evaluate(pack([asked]), [answer(asked, ['k1'])]);
    expect(toAblation('words', whole, [answer(asked, [])])).toMatchObject({
      pack: 'tiny',
      stage: 'words',
      without: 0,
      worth: 1,
    });
  });

  it('compares two runs over the questions they share', () => {
    const asked = question('key', { k1: 1 });
    const results = [evaluate(pack([asked]), [answer(asked, ['k1'])])];
    const [difference] = compare({ tiny: { key: 0, gone: 1 } }, results);
    expect(difference).toMatchObject({ before: 0, now: 1, better: 1, worse: 0 });
    expect(compare({ another: { key: 0 } }, results)).toEqual([]);
  });
});

describe('checks', () => {
  const known = question('key', { k1: 1 });
  const unknown = question('boat', {});
  const check = (answers: Answer[], goals: Record<string, number>) =>
    Object.fromEntries(
      evaluate(
        pack(
          answers.map((one) => one.question),
          goals,
        ),
        answers,
      ).checks.map((one) => [one.name, one]),
    );

  it('are shares of those who should and should not abstain', () => {
    const { abstains, answers } = check(
      [answer(known, ['k1'], { abstained: false }), answer(unknown, [], { abstained: true })],
      {},
    );
    expect([abstains?.value, answers?.value]).toEqual([1, 1]);
  });

  it('have no value while the server does not say whether it abstains', () => {
    const { abstains } = check([answer(known, ['k1']), answer(unknown, ['c'])], { abstains: 0.9 });
    expect(abstains).toEqual({ name: 'abstains', value: null, goal: 0.9 });
    expect(abstains && isReached(abstains)).toBeNull();
  });

  it('want nothing that was ruled out above what is right', () => {
    const asked = question('key', { k1: 1 }, { forbidden: ['k2'] });
    expect(check([answer(asked, ['c', 'k1', 'k2'])], {})['clean']?.value).toBe(1);
    expect(check([answer(asked, ['k2', 'k1'])], {})['clean']?.value).toBe(0);
    expect(check([answer(asked, [])], {})['clean']?.value).toBe(0);
  });

  it('allow no leak', () => {
    const { leaks } = check([answer(question('key', { k1: 1 }, { group: 'g' }), ['k1'], { leaks: 1 })], { leaks: 0 });
    expect(leaks && isReached(leaks)).toBe(false);
  });

  it('know no goal that is not a check', () => {
    expect(() => check([answer(known, [])], { beauty: 1 })).toThrow('beauty');
  });
});
