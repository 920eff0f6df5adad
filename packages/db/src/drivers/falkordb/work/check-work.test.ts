import { expect, test } from 'vitest';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { NOW } from '@zapomni/testkit/storage-fixtures';
import { openFixture } from '../testing/fixture.ts';

const server = await falkordbForTests();

const DRAFT = {
  kind: 'count sheep',
  workspace: null,
  payload: null,
  dueAt: NOW,
  priority: 0,
  maxAttempts: 1,
  everyMs: null,
};

test.skipIf(!server)('a deep inspection finds what contradicts an item of work', async () => {
  const { storage, url, destroy } = openFixture(server?.url ?? '');
  const key = (name: string): string => `{${new URL(url).pathname.slice(1)}}:${name}`;
  await storage.work.add(
    ['a', 'b', 'c'].map((id) => ({ ...DRAFT, id, key: id })),
    NOW,
  );
  const [held] = await storage.work.claim({ owner: 'o', until: NOW + 1, kinds: [DRAFT.kind] }, 1, NOW);
  await storage.work.settle('o', held?.id ?? '', { end: 'completed', result: null }, NOW);
  expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
  const damage = [
    ['ZADD', key('work:order'), '0', 'due\0count sheep\0nobody'],
    ['HDEL', key('work:payloads'), 'c'],
    ['HDEL', key('work:keys'), ['count sheep', '', 'b'].join('\0')],
    ['HINCRBY', key('work:counts'), ['count sheep', '', 'queued'].join('\0'), '1'],
  ];
  for (const command of damage) expect(await server?.command(...command)).toMatch(/^:[1-3]$/);
  const { integrity, warnings } = await storage.inspect(true);
  expect(integrity).toBe('damaged');
  expect(warnings).toEqual([
    '1 items of work that are not found by what they are.',
    '1 items of work without a payload, or payloads without one.',
    '1 live keys of work that are not those of its items.',
    '2 counts of work that are wrong.',
  ]);
  await destroy();
});
