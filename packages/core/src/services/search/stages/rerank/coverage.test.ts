import { describe, expect, it } from 'vitest';
import { toTerms } from '../../../../model/index.ts';
import { readQuery } from '../../query/analyse-query.ts';
import { coverageOf } from './coverage.ts';

/** Counts of terms in a store of a hundred passages; every other term is unknown. */
function coverage(query: string, known: Record<string, number>, corrections: string[] = []) {
  const parsed = readQuery(query);
  const terms = [...parsed.terms, ...corrections];
  const counts = terms.map((term) => known[term] ?? 0);
  const of = coverageOf({ ...parsed, terms, corrections }, { counts, passages: 100 });
  return (text: string) => of(new Set(toTerms(text)));
}

describe('coverageOf', () => {
  it('is the share of the words that are held, the rare ones counting more', () => {
    const of = coverage('postgres billing', { postgr: 1, bill: 50 });
    expect(of('billing with Postgres')).toBe(1);
    expect(of('nothing of the kind')).toBe(0);
    expect(of('Postgres')).toBeGreaterThan(0.8);
    expect(of('billing')).toBeLessThan(0.2);
  });

  it('counts a word once, however many forms of it are looked for', () => {
    expect(coverage('pizza', { pizza: 1 })('a pizza for lunch')).toBe(1);
    expect(coverage('casas bonitas', { casa: 2, bonita: 2 })('casas bonitas')).toBe(1);
  });

  it('counts a word nobody wrote as missing', () => {
    expect(coverage('zanzibar pizza', { pizza: 1 })('a pizza')).toBeLessThan(0.5);
  });

  it('counts a word that nobody wrote as held when a name says it', () => {
    expect(coverage('zanzibar pizza', { pizza: 1 })('zanzibar: a pizza')).toBe(1);
  });

  it('takes a corrected spelling for the word', () => {
    expect(coverage('piza', { pizza: 1 }, ['pizza'])('a pizza')).toBe(1);
    expect(coverage('piza lunch', { pizza: 1, lunch: 1 }, ['pizza'])('lunch')).toBeLessThan(0.9);
  });

  it('counts the parts of what is written together', () => {
    const of = coverage('getUserById', { get: 5, user: 5, id: 5, by: 5, getuserbyid: 1 });
    expect(of('getUserById')).toBe(1);
    expect(of('the user')).toBeLessThan(0.5);
  });

  it('counts beginnings of words', () => {
    expect(coverage('config*', {})('the configuration')).toBe(1);
    expect(coverage('config*', {})('nothing')).toBe(0);
  });
});
