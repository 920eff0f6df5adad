import { expect, test } from 'vitest';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { openFixture } from './trials/fixture.ts';

const server = await falkordbForTests();

test.skipIf(!server)('a store that cannot be moved yet says so, and names what can be', async () => {
  const { storage, destroy } = openFixture(server?.url ?? '');
  const refused = { code: 'FORBIDDEN', hint: expect.stringContaining('sqlite') as string };
  await expect(storage.transfer.read(null, 1)).rejects.toMatchObject(refused);
  await expect(storage.transfer.summarize(null, 1)).rejects.toMatchObject(refused);
  await expect(storage.transfer.find([])).rejects.toMatchObject(refused);
  await expect(storage.transfer.write([], 'mark')).rejects.toMatchObject(refused);
  await expect(storage.transfer.remove([])).rejects.toMatchObject(refused);
  expect([await storage.transfer.hold(), await storage.transfer.mark()]).toEqual([false, null]);
  await destroy();
});
