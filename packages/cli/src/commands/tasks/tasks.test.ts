/** `zapomni tasks` on a real store; and what a command leaves behind. */
import path from 'node:path';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { afterAll, describe, expect, it } from 'vitest';
import { openInProcess } from '../../testing/run-in-process.ts';
import { removeTemporaryFolders, runZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';

afterAll(removeTemporaryFolders);

describe('tasks', () => {
  const folder = temporaryFolder();
  const { run: zapomni, close } = openInProcess(path.join(folder, 'data'), createFakeEmbedder());
  afterAll(close);
  const json = async (...argv: string[]) => {
    const { status, stdout, stderr } = await zapomni([...argv, '--json']);
    expect(status, stderr).toBe(0);
    return JSON.parse(stdout) as { task_id: string; state: string; tasks: { task_id: string; name: string }[] };
  };

  it('are listed, shown, cancelled and begun anew', async () => {
    expect((await zapomni(['tasks'])).stderr).toMatch(/Nothing runs, waits or ended lately/);
    await zapomni(['add', 'Alice Smith works for Microsoft.']);
    await zapomni(['graph', 'build', '--all']);
    const { stdout, stderr } = await zapomni(['tasks']);
    expect(stdout).toMatch(/ID\s+STATE\s+DONE\s+TASK/);
    expect(stdout).toMatch(/completed\s+1 of 1 \(100 %\)\s+build_graph/);
    // What a command adds it reads itself: that is no task.
    expect(stderr).toBe('1 of 1 task.\n');
    const { tasks } = await json('tasks', '--kind', 'build_graph', '--state', 'completed');
    expect(tasks).toMatchObject([{ name: 'build_graph' }]);
    const id = tasks[0]?.task_id ?? '';
    expect(await json('tasks', 'show', id)).toEqual(tasks[0]);
    expect((await zapomni(['tasks', 'show', id])).stdout).toMatch(
      /State\s+completed\nDone\s+1 of 1 \(100 %\) memories/,
    );
    expect((await zapomni(['tasks', 'cancel', id])).stdout).toBe('The task is completed.\n');
    const refused = await zapomni(['tasks', 'retry', id]);
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('has ended well')]);
  });

  it.each([
    [['tasks', 'show', 'none'], 2, 'no such task'],
    [['tasks', 'show'], 2, 'task id'],
    [['tasks', 'stop', 'x'], 2, 'list, show, cancel or retry'],
    [['tasks', '--state', 'lost'], 2, 'queued, running'],
  ])('refuses %o', async (argv, status, words) => {
    const refused = await zapomni(argv);
    expect([refused.status, refused.stderr]).toEqual([status, expect.stringContaining(words)]);
  });
});

describe('a command that stores something', () => {
  it('leaves it read for the graph, with the built-in extractor, for the next command', async () => {
    const env = { ZAPOMNI_DATA_DIR: path.join(temporaryFolder(), 'data') };
    const text = 'Anna decided on PostgreSQL for billing, because of row locks';
    const added = await runZapomni(['add', text], { env });
    expect([added.status, added.stderr]).toEqual([0, '']);
    const related = await runZapomni(['graph', 'related', 'Anna'], { env });
    expect(related.status, related.stderr).toBe(0);
    expect(related.stdout).toMatch(/PostgreSQL/);
  });

  it('says what is left to read, and by what, when it may not wait', async () => {
    const env = { ZAPOMNI_DATA_DIR: path.join(temporaryFolder(), 'data'), ZAPOMNI_EMBED_WAIT_MS: '0' };
    const added = await runZapomni(['add', 'Anna works for Acme.'], { env });
    expect(added.status).toBe(0);
    expect(added.stderr).toMatch(/Not in the graph yet: 1 memory\. .*zapomni graph build/);
    const built = await runZapomni(['graph', 'build'], { env });
    expect(built.status, built.stderr).toBe(0);
    expect((await runZapomni(['graph', 'status', '--json'], { env })).stdout).toMatch(/"pending": 0/);
  });
});
