import { condition } from '@zapomni/testkit/condition';
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { verifies } from '@zapomni/testkit/verifies';
import { afterEach, describe, expect, it } from 'vitest';
import { LoneTask } from './lone-task.ts';
import { createWorkCalls } from '../../app/work.ts';

const opened: TestDeps[] = [];
afterEach(async () => {
  for (const test of opened.splice(0)) await test.close();
});

function open() {
  const test = openTestDeps();
  opened.push(test);
  const runner = test.deps.tasks;
  return { clock: test.clock, runner, calls: createWorkCalls(runner) };
}

describe('task calls', () => {
  it('show tasks, those that run first, then the latest', async () => {
    verifies('P044');
    const { clock, runner, calls } = open();
    const end = Promise.withResolvers<void>();
    const long = runner.start('long', () => end.promise);
    clock.advance(1);
    const [first, second] = [
      runner.start('first', async () => {}),
      (clock.advance(1), runner.start('second', async () => {})),
    ];
    await condition(() => calls.get(second.id).state === 'completed');
    expect(calls.list().map(({ id }) => id)).toEqual([long.id, second.id, first.id]);
    end.resolve();
    await runner.close();
  });

  it('cancel one that runs, and say when it had ended', async () => {
    verifies('P044');
    const { runner, calls } = open();
    const task = runner.start('work', ({ signal }) => condition(() => signal.aborted));
    expect(calls.cancel(task.id)).toMatchObject({ cancelled: true });
    await condition(() => calls.get(task.id).state === 'cancelled');
    expect(calls.cancel(task.id)).toMatchObject({ cancelled: false, task: { state: 'cancelled' } });
  });

  it('do not know what never was', () => {
    const { calls } = open();
    expect(() => calls.get('none')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
    expect(() => calls.cancel('none')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  });
});

describe('LoneTask', () => {
  it('runs once at a time, and never loses work that comes as it ends', async () => {
    const { runner } = open();
    const todo: number[] = [];
    const done: number[] = [];
    const lone = new LoneTask(runner, 'lone', async () => {
      for (let one = todo.shift(); one !== undefined; one = todo.shift()) {
        done.push(one);
        await Promise.resolve();
      }
    });
    for (let i = 0; i < 200; i++) {
      todo.push(i);
      // At another moment of its life each time.
      for (let ticks = i % 12; ticks > 0; ticks--) await Promise.resolve();
      await lone.start();
    }
    await condition(() => done.length === 200);
    expect(done).toEqual(Array.from({ length: 200 }, (_, i) => i));
    await runner.close();
  });

  it('starts nothing once the runner has closed', async () => {
    const { runner } = open();
    const lone = new LoneTask(runner, 'lone', async () => {});
    await runner.close();
    expect(await lone.start()).toMatchObject({ state: 'cancelled' });
    expect(await lone.start()).toMatchObject({ state: 'cancelled' });
  });
});
