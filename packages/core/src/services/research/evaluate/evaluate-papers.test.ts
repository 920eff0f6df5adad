import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BibliographicItem } from '../../../model/papers/index.ts';
import { savePapers } from '../library/keep/save-papers.ts';
import { createQuery } from '../queries/queries.ts';
import type { KeptQuery } from '../queries/query-record.ts';
import { createEvaluator, evaluatePapers } from './evaluate-papers.ts';
import { judgeArticle } from './judge-article.ts';

const item = (title: string, abstract = ''): BibliographicItem => ({
  type: 'article',
  title,
  abstract,
  contributors: [],
  identifiers: [],
});
const TOPICS = ['moss cadmium air', 'cheese caves bacteria', 'owl wings feathers', 'bread yeast ovens'];
/** Papers of four matters, each said in other words, all as near to the question as to each other. */
const PAPERS = Array.from({ length: 60 }, (_, i) => {
  const topic = TOPICS[i % TOPICS.length] ?? '';
  return item(`Study ${i}`, `${topic} report${i} measured sample${i}`);
});

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('evaluating candidates', () => {
  const embedder = createFakeEmbedder();
  let test: TestDeps;
  let query: KeptQuery;
  const ids: string[] = [];
  beforeAll(async () => {
    test = openTestDeps({ embedder });
    query = await createQuery(test.deps, 'default', {
      name: 'q',
      research_question: 'What was measured in the study?',
    });
    const saved = await savePapers(test.deps, {
      workspace: 'default',
      arrivals: PAPERS.map((one) => ({ item: one, source: 'user' })),
    });
    ids.push(...saved.map(({ paper }) => paper?.key ?? ''));
  });
  afterAll(() => test.close());
  const candidates = () => PAPERS.map((one, i) => ({ id: ids[i] ?? '', item: one }));
  const parts = { embedder: () => embedder };
  const judge = (place: number, verdict: 'like' | 'dislike' | null) =>
    judgeArticle(test.deps, { workspace: 'default', article: ids[place] ?? '', query: 'q', verdict });

  it('judges what is not kept too, in the order given, and by several queries at once as by each', async () => {
    const other = await createQuery(test.deps, 'default', { name: 'bread', research_question: 'Yeast in bread' });
    const found = [
      { id: 'x1', item: item('Yeast in bread ovens') },
      { id: 'x2', item: item('Owls') },
      { id: 'x3', item: item('') },
    ];
    const evaluate = createEvaluator(test.deps, parts);
    const each = [await evaluate('default', query, found), await evaluate('default', other, found)];
    const both = await evaluatePapers(test.deps, parts, {
      workspace: 'default',
      queries: [query, other],
      candidates: found,
    });
    expect(both.map(({ evaluations }) => evaluations)).toEqual(each);
    expect(each[1]?.map(({ candidate, version }) => [candidate, version])).toEqual([
      ['x1', 1],
      ['x2', 1],
      ['x3', 1],
    ]);
    expect(each[1]?.[0]?.score).toBeGreaterThan(each[1]?.[1]?.score ?? 1);
    expect(each[1]?.[2]?.parts.meaning).toBeNull();
  });

  it('puts more of what was liked first, after a handful of verdicts', async () => {
    const before = await createEvaluator(test.deps, parts)('default', query, candidates());
    for (const place of [2, 6, 10]) await judge(place, 'like');
    for (const place of [0, 1, 3]) await judge(place, 'dislike');
    const evaluations = await createEvaluator(test.deps, parts)('default', query, candidates());
    const likedOf = (i: number) => evaluations[i]?.parts.liked ?? 0;
    const ranked = PAPERS.map((_, i) => i).toSorted((one, other) => likedOf(other) - likedOf(one));
    expect(ranked.slice(0, 15).filter((i) => i % 4 === 2)).toHaveLength(15);
    const rise = (i: number) => (evaluations[i]?.score ?? 0) - (before[i]?.score ?? 0);
    const [wanted, others] = [ranked.slice(3, 15), ranked.slice(15, -3)];
    expect(mean(wanted.map(rise))).toBeGreaterThan(0);
    expect(mean(others.map(rise))).toBeLessThan(mean(wanted.map(rise)));
    for (const place of [2, 6, 10, 0, 1, 3]) await judge(place, null);
  });

  it('goes by the question where all were disliked so far', async () => {
    await judge(1, 'dislike');
    const evaluations = await createEvaluator(test.deps, parts)('default', query, candidates());
    expect(evaluations[5]?.score).toBeLessThan(evaluations[6]?.score ?? 0);
    await judge(1, null);
  });

  it('counts what is cited in common with what was liked, more than with what is there', async () => {
    await judge(2, 'like');
    const [liked = '', owned = ''] = [ids[2], ids[3]];
    const citing = (cites: readonly string[], id: string) => ({ id, item: item('Something else'), cites });
    const judged = await createEvaluator(test.deps, parts)('default', query, [
      citing([liked, owned], 'y1'),
      citing([owned], 'y2'),
      citing(['unknown'], 'y3'),
      { id: 'y4', item: item('Something else') },
    ]);
    const shares = judged.map((one) => one.parts.citations);
    expect(shares[0]).toBeGreaterThan(shares[1] ?? 1);
    expect(shares[1]).toBeGreaterThan(0);
    expect(shares.slice(2)).toEqual([0, null]);
    expect(judged[0]?.score).toBeGreaterThan(judged[2]?.score ?? 1);
    await judge(2, null);
  });

  it('stops when it is told to', async () => {
    const stopped = createEvaluator(test.deps, parts)('default', query, candidates(), AbortSignal.abort());
    await expect(stopped).rejects.toThrow();
  });
});
