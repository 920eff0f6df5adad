/** What a server keeps from being done is told; what it does not keep is not waited for. */
import { memory, NOW, WORKSPACE } from '@zapomni/testkit/storage-fixtures';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { describe, expect, it } from 'vitest';
import { openFixture } from './testing/fixture.ts';

const bound = await falkordbForTests({ args: ['--rename-command', 'BGREWRITEAOF', ''] });
const silent = await falkordbForTests({
  moduleArgs: ['EFFECTS_THRESHOLD', '0', 'CMD_INFO', 'no'],
  args: ['--appendonly', 'no', '--save', '3600 1'],
});

describe.skipIf(!bound || !silent)('files free of what was removed', () => {
  it('are not promised where the server refuses', async () => {
    const { storage, destroy } = openFixture(bound?.url ?? '');
    await storage.workspaces.create({ id: 'empty', name: 'empty', description: '', createdAt: NOW });
    await storage.memories.add([memory('one')], NOW);
    const { did, remains } = await storage.scrub();
    expect(did).toEqual(['The log of queries was emptied.']);
    expect(remains).toEqual([expect.stringMatching(/BGREWRITEAOF/)]);
    await destroy();
  });

  it('are a new snapshot where there is no journal', async () => {
    const { storage, destroy } = openFixture(silent?.url ?? '');
    await storage.memories.add([memory('one')], NOW);
    expect(await storage.scrub()).toEqual({
      did: ['The log of queries was emptied.', 'The snapshot of the server was written anew.'],
      remains: [],
    });
    expect((await storage.memories.list({ workspace: WORKSPACE, limit: 5 })).total).toBe(1);
    await destroy();
  });
});
