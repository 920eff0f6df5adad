import { describe, expect, it } from 'vitest';
import { speakersAmong } from './speakers.ts';

describe('speakersAmong', () => {
  it('tells the speakers of a conversation apart', () => {
    const isSame = speakersAmong(['user: I moved', 'assistant: Where to?', 'user: To Ghent', 'Dr. Ana Silva: hello']);
    expect(isSame('user: I moved', 'User: To Ghent')).toBe(true);
    expect(isSame('user: I moved', 'assistant: Where to?')).toBe(false);
    expect(isSame('user: I moved', 'Dr. Ana Silva: hello')).toBe(false);
    expect(isSame('user: I moved', 'and then there was this')).toBe(true);
  });

  it('takes labels for headings where most have none', () => {
    const isSame = speakersAmong(['Decision: we use SQLite', 'Update: we use Postgres', 'one', 'two', 'three']);
    expect(isSame('Decision: we use SQLite', 'Update: we use Postgres')).toBe(true);
  });

  it('takes no sentence for a label', () => {
    const isSame = speakersAmong(['Moved the weekly sync: Thursdays', 'The weekly team sync is: Tuesdays']);
    expect(isSame('Moved the weekly sync: Thursdays', 'The weekly team sync is: Tuesdays')).toBe(true);
  });
});
