/** Where a sentence of a chat may be cut. */
import { describe, expect, it } from 'vitest';
import { clausesOf } from './clauses.ts';
import { wordsOf } from './features.ts';

const cuts = (sentence: string) => clausesOf(sentence, wordsOf(sentence, []), []).map(({ text }) => text);

describe('a sentence', () => {
  it('is cut before what else its subject did', () =>
    expect(cuts('I adopted a puppy yesterday and felt good about it')).toEqual([
      'I adopted a puppy yesterday',
      'I adopted a puppy yesterday and felt good about it',
    ]));

  it.each([
    'We switched between kayaking and climbing',
    'She loves both hiking and skiing in winter',
    'My older sister and visiting friends came over',
    'When I lived in Oslo, I had a dog',
    "I tried the soup and liked it, but I didn't finish it",
  ])('is not cut within what belongs together: %j', (sentence) => expect(cuts(sentence)).toEqual([sentence]));

  it('goes on alone where another statement begins', () =>
    expect(cuts('Yesterday, I ran a race and my brother won it')).toEqual([
      'Yesterday, I ran a race',
      'Yesterday, I ran a race and my brother won it',
      'My brother won it',
    ]));

  it('that goes on and on is left whole', () => {
    const endless = 'We walked' + ' and I walked'.repeat(3000);
    expect(cuts(endless)).toEqual([endless]);
  });
});
