import { expect, test } from 'vitest';
import { openFixture } from './fixture.ts';
import { numberedMemory } from './numbered-memory.ts';
import { startPartner } from './start-partner.ts';

test('the version tells of what another process wrote, and of nothing else', async () => {
  const fixture = await openFixture();
  const partner = startPartner({ dataDir: fixture.dataDir, busyTimeoutMs: 30_000 });
  const { storage } = fixture;
  const seen = [await storage.version()];
  await partner.memories.add([numberedMemory(1, 1)], 1);
  seen.push(await storage.version());
  await partner.memories.update('default', numberedMemory(1, 1).id, { tags: ['new'] }, 2);
  seen.push(await storage.version());
  expect(new Set(seen).size).toBe(3);
  await partner.memories.list({ workspace: 'default', limit: 1 });
  expect(await storage.version()).toBe(seen[2]);
  await partner.close();
  await fixture.destroy();
});
