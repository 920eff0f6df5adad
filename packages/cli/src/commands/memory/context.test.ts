import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { openInProcess } from '../../testing/run-in-process.ts';
import { removeTemporaryFolders, temporaryFolder } from '../../testing/run-zapomni.ts';

const { run: zapomni, close } = openInProcess(path.join(temporaryFolder(), 'data'), createFakeEmbedder());
beforeAll(async () => {
  await zapomni(['add', 'The payment gateway retries three times', '--metadata', '{"timestamp":"2024-03-01"}']);
  await zapomni(['add', 'session-store.ts must never log tokens']);
  await zapomni(['add', 'Tabs, not spaces', '--kind', 'preference']);
});
afterAll(async () => {
  await close();
  removeTemporaryFolders();
});

describe('context', () => {
  it('prints a line for each memory worth knowing', async () => {
    const { stdout, stderr, status } = await zapomni([
      'context',
      'payment',
      'gateway',
      '--file',
      'src/session-store.ts',
    ]);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^- 2024-03-01 The payment gateway retries three times \[[\da-f-]{36}\]$/);
  });

  it('says what did not fit, and that there is nothing', async () => {
    expect((await zapomni(['context', '--budget', '100'])).stderr).toContain('more memories did not fit');
    expect((await zapomni(['context', '--budget', '0'])).stderr).toContain('--budget');
    await zapomni(['workspace', 'create', 'bare']);
    const bare = await zapomni(['context', '--workspace', 'bare']);
    expect(bare).toMatchObject({ stdout: '', status: 0 });
    expect(bare.stderr).toContain('Nothing is remembered in workspace bare yet.');
  });

  it('gives the same as JSON', async () => {
    const { stdout } = await zapomni(['context', 'payment gateway', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      count: 3,
      left_out: 0,
      entries: [{ text: 'The payment gateway retries three times', reason: 'topic', kind: 'note' }, {}, {}],
    });
  });
});

describe('search', () => {
  it('leaves out what is less likely than asked for, and says that nothing answers', async () => {
    const { stdout, stderr } = await zapomni(['search', 'payment zebra', '--min-score', '1']);
    expect(stdout).toBe('');
    expect(stderr).toContain('seems to answer that');
    expect((await zapomni(['search', 'x', '--min-score', '1.5'])).stderr).toContain('--min-score');
    expect((await zapomni(['search', 'x', '--min-score', ''])).stderr).toContain('--min-score');
  });

  it('explains itself when asked', async () => {
    const { stdout } = await zapomni(['search', 'payment', '--explain', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      abstained: false,
      explanation: { terms: expect.arrayContaining(['payment']) as string[] },
    });
    const shown = (await zapomni(['search', 'payment', '--explain'])).stdout;
    expect(shown).toMatch(/^stages +spelling words meaning/m);
    expect(shown).toMatch(/^words +meaning +time +names +fused +close .* memory$/m);
  });
});
