import { describe, expect, it } from 'vitest';
import { ZapomniError } from '@zapomni/core/errors';
import { taskRunnerContract } from '@zapomni/testkit/contracts';
import { createFakeClock, createRecordingLogger, createSequentialIds } from '@zapomni/testkit/fakes';
import { createTaskRunner, type TaskRunnerOptions } from './task-runner.ts';

const open = (options: Partial<TaskRunnerOptions> = {}) => {
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  return { clock, logger, runner: createTaskRunner({ clock, ids: createSequentialIds(), logger, ...options }) };
};

taskRunnerContract('in process', () => open().runner);

describe('createTaskRunner', () => {
  it('reads times from its clock and logs start and end', async () => {
    const { clock, logger, runner } = open();
    const { id, startedAt } = runner.start('reembed', async () => clock.advance(250));
    await expect.poll(() => runner.get(id)?.state).toBe('completed');
    expect(runner.get(id)?.endedAt).toBe(startedAt + 250);
    expect(logger.records).toMatchObject([
      { level: 'info', event: 'task_started', fields: { task: 'reembed', task_id: id } },
      { level: 'info', event: 'task_completed', fields: { task: 'reembed', task_id: id, duration_ms: 250 } },
    ]);
  });

  it('logs a failure with its error', async () => {
    const { logger, runner } = open();
    const error = new Error('broken');
    const { id } = runner.start('doomed', () => Promise.reject(error));
    await expect.poll(() => runner.get(id)?.state).toBe('failed');
    expect(logger.of('task_failed')).toMatchObject([{ level: 'error', fields: { task: 'doomed', error } }]);
  });

  it('does not call a cancelled task a failure, but logs what else went wrong in it', async () => {
    const { logger, runner } = open();
    const failWith = (error: Error) => async (control: { signal: AbortSignal }) => {
      await new Promise((resolve) => control.signal.addEventListener('abort', resolve));
      throw error;
    };
    const quiet = runner.start('quiet', failWith(new ZapomniError('CANCELLED', 'stopped')));
    const loud = runner.start('loud', failWith(new Error('disk gone')));
    await Promise.resolve();
    await runner.close();
    expect([quiet, loud].map(({ id }) => runner.get(id)?.state)).toEqual(['cancelled', 'cancelled']);
    expect(logger.of('task_failed')).toMatchObject([{ level: 'warning', fields: { task: 'loud' } }]);
  });

  it('forgets the oldest finished tasks beyond its limit, never a running one', async () => {
    const { runner } = open({ keep: 3 });
    const gate = Promise.withResolvers<void>();
    const first = runner.start('long', () => gate.promise);
    const short = Array.from({ length: 10 }, (_, i) => runner.start(`short ${i}`, async () => {}).id);
    await expect.poll(() => runner.get(short[9] as string)?.state).toBe('completed');
    expect(runner.list().map(({ id }) => id)).toEqual([first.id, ...short.slice(-3)]);
    gate.resolve();
  });

  it('forgets what was done again and again before what was done once', async () => {
    const { runner } = open({ keep: 10 });
    const once = runner.start('once', async () => {});
    for (let i = 0; i < 30; i++) {
      const { id } = runner.start('often', async () => {});
      await expect.poll(() => runner.get(id)?.state, { interval: 0 }).toBe('completed');
    }
    expect(runner.get(once.id)?.state).toBe('completed');
    expect(runner.list().map(({ name }) => name)).toEqual(['once', 'often', 'often']);
  });

  it('ignores progress that comes after the end', async () => {
    const { runner } = open();
    let late = () => {};
    const { id } = runner.start('import', async ({ progress }) => {
      progress(1, 2);
      late = () => progress(2, 2);
    });
    await expect.poll(() => runner.get(id)?.state).toBe('completed');
    late();
    expect(runner.get(id)).toMatchObject({ done: 1, total: 2 });
  });
});
