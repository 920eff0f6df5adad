/** What somebody of a chat said, told of them where that says the same. */
import { describe, expect, it } from 'vitest';
import { toldOf } from './told-of.ts';

describe('what somebody said of themselves', () => {
  it.each([
    ['I moved to Turin last year', 'Nora moved to Turin last year'],
    ["I'm allergic to cats", 'Nora is allergic to cats'],
    ['I’ve been to Oslo twice', 'Nora has been to Oslo twice'],
    ["I'll start in May", 'Nora will start in May'],
    ['I love hiking', 'Nora loves hiking'],
    ["I don't eat meat", "Nora doesn't eat meat"],
    ["I can't swim", "Nora can't swim"],
    ['I won a tournament and met the mayor', 'Nora won a tournament and met the mayor'],
  ])('%j is told of them', (said, told) => expect(toldOf('Nora: ', said)).toBe(told));

  it.each([
    ['speaks of what is theirs', 'I took my dog to the park'],
    ['speaks of more than them', 'I went to Oslo and we liked it'],
    ['speaks to somebody', 'I loved your painting'],
    ['names whom it is said to', 'I moved last week, Ole'],
    ['has another subject', 'The dog is ill'],
    ['has a second verb that would have to change', 'I moved to Turin and love it'],
    ['has a verb that nobody knows', 'I juggle with knives'],
    ['has a verb whose time nobody knows', 'I read the book'],
    ['ends as a past form does', 'I feed the birds'],
    ['may be short for either', "I'd go there"],
  ])('what %s stays as it was said', (_why, said) => expect(toldOf('Nora: ', said)).toBe(`Nora: ${said}`));

  it('of nobody who has a name stays', () => expect(toldOf('Me: ', 'I moved to Turin')).toBe('Me: I moved to Turin'));
});
