/** What every task runner must do. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TaskControl, TaskRunner } from '@zapomni/core/ports';

export function taskRunnerContract(name: string, open: () => TaskRunner): void {
  describe(`task runner contract: ${name}`, () => {
    let runner: TaskRunner;
    beforeEach(() => {
      runner = open();
    });
    afterEach(() => runner.close());
    const stateOf = (id: string) => runner.get(id)?.state;

    it('starts work without waiting for it and shows it until it is done', async () => {
      const gate = Promise.withResolvers<void>();
      const { id, name: shownName, state } = runner.start('reembed', () => gate.promise);
      expect([shownName, state]).toEqual(['reembed', 'running']);
      expect(runner.get(id)).toMatchObject({ id, state: 'running', endedAt: null });
      gate.resolve();
      await expect.poll(() => stateOf(id)).toBe('completed');
      expect(runner.get(id)?.endedAt).toBeGreaterThanOrEqual(runner.get(id)?.startedAt ?? Number.NaN);
      expect(runner.list().map((task) => task.id)).toEqual([id]);
    });

    it('shows progress', async () => {
      const gate = Promise.withResolvers<void>();
      const { id } = runner.start('import', async ({ progress }) => {
        progress(3, 10);
        await gate.promise;
      });
      await expect.poll(() => runner.get(id)).toMatchObject({ done: 3, total: 10, state: 'running' });
      gate.resolve();
    });

    it('does not begin a name twice while it runs, and does so afterwards', async () => {
      const gate = Promise.withResolvers<void>();
      let begun = 0;
      const work = () => {
        begun++;
        return gate.promise;
      };
      const first = runner.start('sync', work);
      expect(runner.start('sync', work).id).toBe(first.id);
      expect(runner.start('other', () => gate.promise).id).not.toBe(first.id);
      gate.resolve();
      await expect.poll(() => stateOf(first.id)).toBe('completed');
      expect(begun).toBe(1);
      expect(runner.start('sync', work).id).not.toBe(first.id);
    });

    it.each([
      ['rejects', () => Promise.reject(new Error('broken'))],
      [
        'throws at once',
        () => {
          throw new Error('broken');
        },
      ],
    ])('survives work that %s', async (_, work) => {
      const { id } = runner.start('doomed', work);
      await expect.poll(() => stateOf(id)).toBe('failed');
      expect(runner.get(id)?.endedAt).not.toBeNull();
    });

    it('cancels by firing the signal', async () => {
      const { id } = runner.start('long', untilCancelled);
      expect(runner.cancel(id)).toBe(true);
      await expect.poll(() => stateOf(id)).toBe('cancelled');
      expect(runner.cancel(id)).toBe(false);
      expect(runner.cancel('no such id')).toBe(false);
    });

    it('knows nothing of an id it did not give', () => {
      expect(runner.get('no such id')).toBeNull();
    });

    it('cancels all and waits for them when it closes, and starts nothing after that', async () => {
      let stopped = 0;
      const work = async (control: TaskControl) => {
        await untilCancelled(control).catch(() => {});
        await new Promise((resolve) => setImmediate(resolve));
        stopped++;
      };
      const ids = ['a', 'b'].map((each) => runner.start(each, work).id);
      await runner.close();
      expect(stopped).toBe(2);
      expect(ids.map(stateOf)).toEqual(['cancelled', 'cancelled']);
      const late = runner.start('late', work);
      expect(late.state).toBe('cancelled');
      await runner.close();
      expect(stopped).toBe(2);
    });
  });
}

function untilCancelled({ signal }: TaskControl): Promise<void> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
}
