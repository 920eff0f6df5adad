/** `zapomni purge`: what is chosen, what is asked, what the receipt says; and the tool of the same job. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openTestClient } from '@zapomni/testkit/client';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { afterAll, describe, expect, it } from 'vitest';
import { openInProcess } from '../../testing/run-in-process.ts';
import { removeTemporaryFolders, temporaryFolder } from '../../testing/run-zapomni.ts';

const data = path.join(temporaryFolder(), 'data');
const { run, open, close } = openInProcess(data, createFakeEmbedder());
afterAll(async () => {
  await close();
  removeTemporaryFolders();
});

const add = async (text: string): Promise<string> => {
  const { stdout } = await run(['add', text, '--json']);
  return (JSON.parse(stdout) as { memory_id: string }).memory_id;
};
const onDisk = (word: string): boolean =>
  readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .some((entry) => readFileSync(path.join(entry.parentPath, entry.name)).includes(word));

describe('purge', () => {
  it('shows what says a text, asks, and leaves nothing of it in the data folder', async () => {
    await add('The card has the number qzxvbnmkjhgf.');
    await add('The card is green.');
    const asked = await run(['purge', '--match', 'QZXVBNMKJHGF']);
    expect(asked.stderr).toContain('This cannot be undone and was not confirmed.');
    expect(asked.stderr).toMatch(/The card has the nu/);
    expect(asked.stderr).not.toMatch(/green/);
    expect(onDisk('qzxvbnmkjhgf')).toBe(true);
    const { status, stdout } = await run(['purge', '--match', 'qzxvbnmkjhgf', '--yes']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Purged at .*Deleted 1 memory, 1 passage/);
    expect(stdout).toMatch(/SHA-256 of the text: [0-9a-f]{64}/);
    expect(onDisk('qzxvbnmkjhgf')).toBe(false);
    expect((await run(['search', 'card'])).stdout).toContain('green');
  });

  it('says when nothing says it, and what it needs', async () => {
    const none = await run(['purge', '--match', 'nobodysaysthis']);
    expect([none.status, none.stderr]).toEqual([1, 'Nothing says that. Nothing was purged.\n']);
    expect((await run(['purge'])).stderr).toContain(
      'purge needs the id of a memory, --document, --match or --deleted.',
    );
  });

  it('names backups that were made before, in the data folder', async () => {
    const id = await add('A note that a backup has.');
    mkdirSync(path.join(data, 'backups'), { recursive: true });
    writeFileSync(path.join(data, 'backups', 'old.zapomni'), 'x');
    const receipt = JSON.parse((await run(['purge', id, '--yes', '--json'])).stdout) as unknown;
    expect(receipt).toMatchObject({
      status: 'purged',
      memory_ids: [id],
      removed: { memories: 1 },
      remains: [],
      copies: [{ kind: 'backup', name: path.join('backups', 'old.zapomni') }],
    });
  });

  it('frees the files of what was deleted before', async () => {
    await run(['delete', await add('Deleted, and not purged.'), '--yes']);
    const { status, stdout } = await run(['purge', '--deleted', '--yes', '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ removed: { memories: 0 }, memory_ids: [] });
  });

  it('is a tool of a group that is not shown by itself, with the same receipt', async () => {
    const client = await openTestClient({ dataDir: data, app: open(), settings: { tools: 'forgetting' } });
    const id = await add('For the tool.');
    expect(await client.fails('purge_memory', { memory_ids: [id] })).toMatch(/confirm: must be true/);
    expect(await client.fails('purge_memory', { confirm: true })).toMatch(/name at least one/);
    expect(await client.call('purge_memory', { memory_ids: [id], confirm: true })).toMatchObject({
      status: 'purged',
      memory_ids: [id],
      removed: { memories: 1 },
      remains: [],
    });
    await client.close();
  });
});
