import { expect, it } from 'vitest';
import { asksAbout } from './asks-about.ts';

it.each([
  ['where does she live', 'now'],
  ['how many followers do I currently have', 'now'],
  ['what did she say most recently', 'now'],
  ['where is the colleague from my previous company working now', 'now'],
  ['when did she move', 'event'],
  ['who was at the party', 'event'],
  ['where did she lose her first tooth', 'event'],
  ['where did she use to live', 'past'],
  ['what was the original name', 'past'],
  ['what was my previous status before I got the current one', 'past'],
  ['wo hat sie früher gewohnt', 'past'],
  ['wie hieß der frühere Name', 'past'],
  ['wo wohnt sie', 'now'],
  ['où habitait-elle auparavant', 'past'],
  ["quel était le nom à l'origine", 'past'],
  ['¿dónde vivía antes?', 'past'],
  ['¿quién fue a la fiesta?', 'event'],
  ['где она жила раньше', 'past'],
  ['где она живёт', 'now'],
  ['她以前住在哪里', 'past'],
  ['她现在住在哪里', 'now'],
])('%s: %s', (question, about) => {
  expect(asksAbout(question)).toBe(about);
});
