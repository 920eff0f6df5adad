import { describe, expect, it } from 'vitest';
import { toPhrase } from '../../model/index.ts';
import { phrasesFor } from './file-names.ts';

const isNamedIn = (path: string, text: string) => {
  const words = ` ${toPhrase(text).join(' ')} `;
  return phrasesFor(path).some((phrase) => words.includes(` ${phrase.join(' ')} `));
};

describe('phrasesFor', () => {
  it.each([
    ['src/auth/session-store.ts', 'session-store.ts leaks'],
    ['src/auth/session-store.ts', 'The SessionStore keeps tokens'],
    ['src/auth/session-store.ts', 'we rewrote the session store'],
    ['C:\\work\\session_store.py', 'session_store must be thread-safe'],
    ['src/auth/index.ts', 'exports belong in index.ts'],
    ['src/auth/index.ts', 'auth/index is generated'],
    ['Makefile', 'nothing'],
  ])('%s in: %s', (path, text) => {
    expect(isNamedIn(path, text)).toBe(text !== 'nothing');
  });

  it.each([
    ['src/auth/index.ts', 'the index of the book'],
    ['src/auth/session-store.ts', 'the session ended in the store'],
    ['', 'anything'],
    ['///', 'anything'],
  ])('%s not in: %s', (path, text) => {
    expect(isNamedIn(path, text)).toBe(false);
  });
});
