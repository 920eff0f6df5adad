import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupsOf } from './alike-tags.ts';

const uses = (tags: readonly string[]) => [...new Set(tags)].map((tag, i) => ({ tag, papers: 1000 - i }));
const groups = (...tags: string[]) => groupsOf(uses(tags)).map(({ keep, merge, why }) => [keep, ...merge, why]);

describe('tags that seem to be one', () => {
  it('are spelt alike, one and many, short and long, or typed with a slip', () => {
    expect(groups('Deep Learning', 'deep-learning', 'deeplearning')).toEqual([
      ['Deep Learning', 'deep-learning', 'deeplearning', 'spelling'],
    ]);
    expect(groups('reef', 'reefs', 'studies', 'study')).toEqual([
      ['reef', 'reefs', 'plural'],
      ['studies', 'study', 'plural'],
    ]);
    expect(groups('NLP', 'natural language processing')).toEqual([
      ['natural language processing', 'NLP', 'abbreviation'],
    ]);
    expect(groups('convolutional neural networks', 'CNNs')).toEqual([
      ['convolutional neural networks', 'CNNs', 'abbreviation'],
    ]);
  });

  it('differ by one letter at most where they are typed with a slip', () => {
    const word = fc.stringMatching(/^[a-e]{8,12}$/);
    fc.assert(
      fc.property(word, fc.nat(), fc.constantFrom('more', 'less', 'other', 'exchanged'), (right, at, slip) => {
        const i = at % (right.length - 1);
        const [head, letter, next, tail] = [right.slice(0, i), right[i] ?? '', right[i + 1] ?? '', right.slice(i + 2)];
        const wrong = {
          more: `${head}${letter}z${next}${tail}`,
          less: `${head}${next}${tail}`,
          other: `${head}z${next}${tail}`,
          exchanged: `${head}${next}${letter}${tail}`,
        }[slip];
        fc.pre(wrong !== right && wrong.length >= 8);
        expect(groups(right, wrong)).toEqual([[right, wrong, 'typing']]);
      }),
    );
    expect(groups('segmentation', 'segmentaxxon', 'reefs', 'reets', 'section12', 'section13')).toEqual([]);
  });

  it('are found among very many', () => {
    const letters = (seed: number) =>
      Array.from({ length: 12 }, (_, at) =>
        String.fromCodePoint(97 + ((Math.imul(seed, 2_654_435_761) >>> (at + 4)) % 26)),
      );
    const many = Array.from({ length: 8000 }, (_, i) => `${letters(i + 1).join('')} ${letters(i + 9001).join('')}`);
    expect(groups('kelp forest', ...many, 'kelp-forest')).toContainEqual(['kelp forest', 'kelp-forest', 'spelling']);
  });
});
