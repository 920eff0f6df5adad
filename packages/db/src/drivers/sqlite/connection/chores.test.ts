import { expect, test } from 'vitest';
import { Chores } from './chores.ts';

const busy = Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 });

test('a chore is done portion by portion, in turn with others, until nothing is left', async () => {
  const done: string[] = [];
  const portions = (name: string, count: number) => {
    let left = count;
    return () => {
      done.push(name);
      return --left > 0;
    };
  };
  const chores = new Chores(() => undefined);
  const first = portions('a', 3);
  chores.request(first);
  chores.request(first);
  chores.request(portions('b', 2));
  expect(done).toEqual([]);
  await expect.poll(() => done.length).toBe(5);
  expect(done).toEqual(['a', 'b', 'a', 'b', 'a']);
});

test('a busy store is tried again, another failure is told and not repeated', async () => {
  const told: string[] = [];
  const chores = new Chores((_, event) => told.push(event));
  let tries = 0;
  chores.request(() => {
    if (++tries < 3) throw busy;
    throw new Error('broken');
  });
  await expect.poll(() => told).toEqual(['chore_failed']);
  expect(tries).toBe(3);
});

test('nothing is begun after the stop', async () => {
  const chores = new Chores(() => undefined);
  let portions = 0;
  const chore = () => ++portions > 0;
  chores.request(chore);
  await expect.poll(() => portions).toBeGreaterThan(1);
  chores.stop();
  const before = portions;
  chores.request(chore);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(portions).toBe(before);
});

test('what is due is done without a turn of the loop, when somebody asks for that', () => {
  const done: string[] = [];
  const chores = new Chores(() => undefined);
  chores.doDue();
  chores.request(() => done.push('a') < 0);
  chores.doDue();
  expect(done).toEqual(['a']);
  chores.doDue();
  expect(done).toEqual(['a']);
  chores.request(() => done.push('b') < 0);
  chores.stop();
  chores.doDue();
  expect(done).toEqual(['a']);
});
