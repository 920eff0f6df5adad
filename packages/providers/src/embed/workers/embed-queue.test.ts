import { describe, expect, it } from 'vitest';
import { EmbedQueue, type EmbedJob } from './embed-queue.ts';

const job = (text: string, role: EmbedJob['role'] = 'passage'): EmbedJob => ({
  text,
  role,
  deaths: 0,
  abandoned: false,
  resolve() {},
  reject() {},
});
const queueOf = (...jobs: EmbedJob[]) => {
  const queue = new EmbedQueue();
  for (const each of jobs) queue.push(each);
  return queue;
};
const texts = (jobs: readonly EmbedJob[]) => jobs.map(({ text }) => text);

describe('EmbedQueue', () => {
  it('gives questions first, one at a time, then passages in order', () => {
    const queue = queueOf(job('p1'), job('q1', 'query'), job('p2'), job('q2', 'query'));
    expect([1, 2, 3].map(() => texts(queue.take(1)))).toEqual([['q1'], ['q2'], ['p1', 'p2']]);
    expect(queue.take(1)).toEqual([]);
  });

  it('groups short passages and hands out long ones alone', () => {
    const long = 'x'.repeat(2000);
    const queue = queueOf(...Array.from({ length: 20 }, (_, i) => job(`${i}`)), job(long), job(long));
    const groups: number[] = [];
    while (queue.size > 0) groups.push(queue.take(1).length);
    expect(groups).toEqual([11, 9, 1, 1]);
  });

  it('leaves a share for each worker', () => {
    const queue = queueOf(job('a'), job('b'), job('c'));
    expect(texts(queue.take(2))).toEqual(['a', 'b']);
    expect(texts(queue.take(2))).toEqual(['c']);
  });

  it('puts a job back before the others of its lane', () => {
    const queue = queueOf(job('p1'), job('q1', 'query'));
    queue.pushFront(job('p0'));
    queue.pushFront(job('q0', 'query'));
    expect([1, 2, 3].map(() => texts(queue.take(1)))).toEqual([['q0'], ['q1'], ['p0', 'p1']]);
  });

  it('counts what waits', () => {
    const doomed = job('x'.repeat(500));
    const queue = queueOf(job('abc'), doomed);
    const before = queue.cost;
    queue.remove(doomed);
    queue.remove(doomed);
    expect(before - queue.cost).toBeGreaterThanOrEqual(500);
    expect(queue.size).toBe(1);
    expect(texts(queue.clear())).toEqual(['abc']);
    expect([queue.size, queue.cost]).toEqual([0, 0]);
  });
});
