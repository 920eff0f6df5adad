import { expect, it } from 'vitest';
import { asksAbout } from './asks-about.ts';

it.each([
  ['where does she live', 'now'],
  ['how many followers do I currently have', 'now'],
  ['what did she say most recently', 'now'],
  ['where is the colleague from my previous company working now', 'now'],
  ['how many people does my former manager Rachel lead', 'now'],
  ['when did she move', 'event'],
  ['which books were read', 'event'],
  ['when is the first sprint over', 'event'],
  ['where did she live first', 'past'],
  ['which happened first, the flood or the fire', 'past'],
  ['what was the original name', 'past'],
  ['what is the original name of Tidewater', 'past'],
  ['who is my former dentist', 'past'],
  ['what was my previous status before I got the current one', 'past'],
  ['где она живёт', 'now'],
])('%s: %s', (question, about) => {
  expect(asksAbout(question)).toBe(about);
});
