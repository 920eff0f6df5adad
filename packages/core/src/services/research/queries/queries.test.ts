import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZapomniError } from '../../../errors/index.ts';
import { createQuery, deleteQuery, earlierVersions, findQuery, listQueries, updateQuery } from './queries.ts';
import { queryDetails } from './query-details.ts';
import type { SaidQuery } from './said-query.ts';

const QUESTION = 'How can small wind turbines be made quieter?';

describe('queries', () => {
  let test: TestDeps;
  beforeAll(() => void (test = openTestDeps()));
  afterAll(() => test.close());
  const create = (name: string, said: SaidQuery = {}) =>
    createQuery(test.deps, 'default', { name, research_question: QUESTION, ...said });
  const failure = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ZapomniError);
    const { code, message, issues } = error as ZapomniError;
    return `${code} ${issues[0]?.field ?? ''} ${message}`;
  };

  it('have every field that is said, trimmed and each entry once', async () => {
    const { value } = await create('rotors', {
      description: ' about noise ',
      keywords: ['wind turbine', ' Wind  Turbine ', 'noise'],
      required_topics: ['noise'],
      preferred_topics: ['serration'],
      excluded_topics: ['offshore'],
      authors: ['Müller, Jana'],
      methodology_preferences: ['wind tunnel'],
      publication_date_range: { start: '2019', end: '2024-02' },
      selected_sources: ['arxiv-daily'],
      schedule: { cron: ' 0 6 * * 1 ', zone: 'europe/berlin' },
      min_relevance_score: 0.6,
      max_articles_per_run: 20,
      auto_download_enabled: true,
      auto_download_per_day: 2,
      auto_download_licences: ['cc-by'],
    });
    expect(value).toMatchObject({
      name: 'rotors',
      version: 1,
      active: true,
      description: 'about noise',
      keywords: ['wind turbine', 'noise'],
      published: { from: '2019-01-01', until: '2024-02-29' },
      schedule: { cron: '0 6 * * 1', zone: 'Europe/Berlin' },
      min_score: 0.6,
      max_per_run: 20,
      auto_download: { min_score: 0.7, per_day: 2, licences: ['cc-by'] },
    });
  });

  it('change in the fields that are given alone, and clear what is given empty', async () => {
    const { key } = await create('changing', {
      keywords: ['a1'],
      publication_date_range: { start: '2020', end: '2021' },
    });
    const update = (said: SaidQuery & { is_active?: boolean; new_name?: string }) =>
      updateQuery(test.deps, 'default', { query: 'changing', ...said });
    expect(await update({ keywords: ['a1'] })).toMatchObject({ changed: [], query: { value: { version: 1 } } });
    const { query, changed } = await update({
      keywords: [],
      publication_date_range: { end: null },
      schedule: { every_hours: 5 },
    });
    expect(changed).toEqual(['keywords', 'published', 'schedule']);
    expect(query.value).toMatchObject({
      version: 2,
      question: QUESTION,
      keywords: [],
      published: { from: '2020-01-01', until: null },
    });
    expect((await update({ schedule: null, publication_date_range: null })).query.value).toMatchObject({
      version: 3,
      schedule: null,
      published: { from: null, until: null },
    });
    expect((await update({ is_active: false })).query.value).toMatchObject({ version: 3, active: false });
    const versions = await earlierVersions(test.deps, 'default', key);
    expect(versions.map(({ version, definition }) => [version, definition.keywords])).toEqual([
      [2, []],
      [1, ['a1']],
    ]);
    expect((await update({ new_name: 'Changed now' })).query).toMatchObject({
      key,
      value: { name: 'Changed now', version: 3 },
    });
    expect((await findQuery(test.deps, 'default', 'changed NOW')).key).toBe(key);
  });

  it('keep one name, however it is written and whoever is faster', async () => {
    await create('one name');
    expect(await failure(create('One-Name'))).toMatch(/^CONFLICT name/);
    const both = await Promise.allSettled([create('raced'), create('raced'), create('raced')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    const names = (await listQueries(test.deps, 'default')).map(({ value }) => value.name);
    expect(names.filter((name) => name === 'raced')).toHaveLength(1);
    expect(await failure(updateQuery(test.deps, 'default', { query: 'raced', new_name: 'one name' }))).toMatch(
      /^CONFLICT new_name/,
    );
  });

  it('lose no change that another makes at the same time', async () => {
    await create('shared');
    const change = (said: SaidQuery) => updateQuery(test.deps, 'default', { query: 'shared', ...said });
    await Promise.all([change({ keywords: ['k1'] }), change({ authors: ['Doe'] }), change({ description: 'd' })]);
    const { value } = await findQuery(test.deps, 'default', 'shared');
    expect(value).toMatchObject({ keywords: ['k1'], authors: ['Doe'], description: 'd', version: 4 });
  });

  it.each<[string, string, SaidQuery]>([
    ['a/b', 'name', {}],
    ['a\\b', 'name', {}],
    ['a:b', 'name', {}],
    ['..', 'name', {}],
    ['a\nb', 'name', {}],
    [' ', 'name', {}],
    ['x'.repeat(101), 'name', {}],
    ['bad', 'research_question', { research_question: '?!' }],
    ['bad', 'keywords[1]', { keywords: ['fine', ' '] }],
    ['bad', 'keywords[0]', { keywords: ['—'] }],
    ['bad', 'required_topics', { required_topics: Array.from({ length: 101 }, (_, i) => `t${i}`) }],
    ['bad', 'excluded_topics[0]', { required_topics: ['deep learning'], excluded_topics: ['Deep-Learnings'] }],
    ['bad', 'excluded_topics[0]', { required_topics: ['noise of small rotors'], excluded_topics: ['rotor'] }],
    ['bad', 'excluded_topics[1]', { preferred_topics: ['noise'], excluded_topics: ['moss', 'noises'] }],
    ['bad', 'publication_date_range', { publication_date_range: { start: '2024', end: '2023' } }],
    ['bad', 'publication_date_range.start', { publication_date_range: { start: '2023-02-30' } }],
    ['bad', 'publication_date_range.end', { publication_date_range: { end: 'yesterday' } }],
    ['bad', 'schedule', { schedule: {} }],
    ['bad', 'schedule', { schedule: { every_hours: 3, cron: '0 6 * * *' } }],
    ['bad', 'schedule.every_hours', { schedule: { every_hours: 0 } }],
    ['bad', 'schedule.cron', { schedule: { cron: '0 0 30 2 *' } }],
    ['bad', 'schedule.cron', { schedule: { cron: '* * * * *' } }],
    ['bad', 'schedule.cron', { schedule: { cron: 'at noon' } }],
    ['bad', 'schedule.zone', { schedule: { cron: '0 6 * * *', zone: 'Mars/Base' } }],
    ['bad', 'min_relevance_score', { min_relevance_score: 1.5 }],
    ['bad', 'auto_download_enabled', { auto_download_per_day: 3 }],
  ])('refuse %j for %s', async (name, field, said) => {
    expect(await failure(create(name, said))).toContain(`INVALID_INPUT ${field} `);
    expect((await listQueries(test.deps, 'default')).map(({ value }) => value.name)).not.toContain('bad');
  });

  it('are named nearly when they are not there, and go only when that is confirmed', async () => {
    await create('to delete');
    expect(await failure(findQuery(test.deps, 'default', 'to delte'))).toMatch(/^NOT_FOUND query_name/);
    const gone = (confirm: boolean) => deleteQuery(test.deps, 'default', { query: 'to delete', confirm });
    expect(await failure(gone(false))).toMatch(/^FORBIDDEN confirm_deletion/);
    expect(await queryDetails(test.deps, 'default', 'to delete')).toMatchObject({ versions: [], best: [] });
    await gone(true);
    expect(await failure(findQuery(test.deps, 'default', 'to delete'))).toMatch(/^NOT_FOUND/);
  });
});
