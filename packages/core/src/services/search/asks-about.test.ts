import { expect, it } from 'vitest';
import { asksAbout } from './asks-about.ts';

it.each([
  ['where does she live', 'now'],
  ['how many followers do I currently have', 'now'],
  ['what did she say most recently', 'now'],
  ['where is the colleague from my previous company working now', 'now'],
  ['when did she move', 'event'],
  ['which books were read', 'event'],
  ['where did she live first', 'past'],
  ['what was the original name', 'past'],
  ['what was my previous status before I got the current one', 'past'],
  ['где она живёт', 'now'],
])('%s: %s', (question, about) => {
  expect(asksAbout(question)).toBe(about);
});
