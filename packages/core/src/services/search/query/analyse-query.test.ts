import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '@zapomni/testkit/verifies';
import { analyseQuery, readQuery } from './analyse-query.ts';
import { WordCounts } from './word-counts.ts';

describe('readQuery', () => {
  it('refuses what is empty, too long, or only says what to leave out', () => {
    verifies('R141', 'R142');
    expect(() => readQuery(' \n ')).toThrow('query cannot be empty or whitespace-only');
    expect(() => readQuery('x'.repeat(1001))).toThrow(/1000/);
    expect(() => readQuery('-dogs')).toThrow(/leave out/);
  });

  it('counts characters, not code units', () => {
    expect(readQuery('😀'.repeat(1000)).text).toHaveLength(2000);
  });

  it('mends half surrogate pairs', () => {
    expect(readQuery('cat \ud83d').text.isWellFormed()).toBe(true);
  });
});

describe('analyseQuery', () => {
  let store: FilledStore;
  beforeAll(async () => {
    store = openFilledStore();
    await store.remember(['The kubernetes cluster was upgraded', 'kubernetes again']);
    await store.remember(['Postgres holds the invoices'], 'second');
  });
  afterAll(() => store.close());

  const analyse = (query: string, options: { workspaces?: string[]; isOn?: () => boolean } = {}) =>
    analyseQuery(store.deps, readQuery(query), {
      workspaces: ['default'],
      isOn: () => true,
      counts: new WordCounts(store.deps.storage.fullText),
      ...options,
    });

  it('adds spellings that the store knows for words it does not', async () => {
    const { terms, corrections } = await analyse('kuberentes upgrade');
    expect(corrections).toHaveLength(1);
    expect(corrections[0]).toMatch(/^kubernet/);
    expect(terms).toEqual(expect.arrayContaining([...corrections, 'upgrad']));
  });

  it('leaves words that the store knows, short ones, and everything when switched off', async () => {
    expect((await analyse('kubernetes cluster')).corrections).toEqual([]);
    expect((await analyse('agin')).corrections).toHaveLength(1);
    expect((await analyse('agn')).corrections).toEqual([]);
    expect((await analyse('kuberentes', { isOn: () => false })).corrections).toEqual([]);
  });

  it('looks in every workspace that is searched, and in no other', async () => {
    expect((await analyse('postgers')).corrections).toEqual([]);
    expect((await analyse('postgers', { workspaces: ['default', 'second'] })).corrections).toHaveLength(1);
    // Known in one of them: spelt as meant.
    expect((await analyse('postgres', { workspaces: ['default', 'second'] })).corrections).toEqual([]);
  });
});
