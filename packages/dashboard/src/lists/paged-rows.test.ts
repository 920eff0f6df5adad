import { expect, it } from 'vitest';
import { PAGE, PagedRows, type FetchPage } from './paged-rows.ts';

const MILLION = 1_000_000;

/** A server with so many rows, whose cursors say where the next page begins. */
function serverOf(total: number) {
  const asked: number[] = [];
  const fetchPage: FetchPage<number> = (cursor, limit) => {
    const from = Number(cursor ?? 0);
    asked.push(from);
    const rows = Array.from({ length: Math.min(limit, total - from) }, (_, i) => from + i);
    const next = from + limit < total ? String(from + limit) : undefined;
    return Promise.resolve({ rows, total, next });
  };
  return { fetchPage, asked };
}

it('walks through a million and holds a few pages of them', async () => {
  const { fetchPage } = serverOf(MILLION);
  const rows = new PagedRows(fetchPage, () => undefined);
  let most = 0;
  while (!rows.isWhole) {
    await rows.show(Math.max(0, rows.length - 20), rows.length + 12);
    most = Math.max(most, rows.held);
  }
  expect(rows.length).toBe(MILLION);
  expect(most).toBeLessThan(50 * PAGE);
  expect(rows.at(MILLION - 1)).toBe(MILLION - 1);
  expect(rows.at(0)).toBeUndefined();
});

it('brings back what was let go when somebody scrolls there again, by its cursor', async () => {
  const { fetchPage, asked } = serverOf(10_000);
  const rows = new PagedRows(fetchPage, () => undefined);
  for (let at = 0; at < 9000; at += 50) await rows.show(at, at + 60);
  expect(rows.at(500)).toBeUndefined();
  asked.length = 0;
  await rows.show(500, 540);
  expect([rows.at(500), rows.at(540)]).toEqual([500, 540]);
  expect(asked).toEqual([500]);
});

it('asks once for what is on its way, and tells of every page that came', async () => {
  const { fetchPage, asked } = serverOf(250);
  let told = 0;
  const rows = new PagedRows(fetchPage, () => told++);
  await Promise.all([rows.show(0, 10), rows.show(0, 20), rows.show(5, 30)]);
  expect(asked).toEqual([0]);
  await rows.show(90, 110);
  await rows.show(190, 210);
  await rows.show(240, 260);
  expect(asked).toEqual([0, 100, 200]);
  expect([told, rows.length, rows.total, rows.isWhole]).toEqual([3, 250, 250, true]);
});

it('says what went wrong, and goes on when it is asked again', async () => {
  const { fetchPage } = serverOf(10);
  let isAway = true;
  const rows = new PagedRows<number>(
    (cursor, limit) => (isAway ? Promise.reject(new Error('The server is away.')) : fetchPage(cursor, limit)),
    () => undefined,
  );
  await rows.show(0, 10);
  expect([rows.problem, rows.length]).toEqual(['The server is away.', 0]);
  isAway = false;
  await rows.show(0, 10);
  expect([rows.problem, rows.at(9)]).toEqual(['', 9]);
});
