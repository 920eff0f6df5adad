import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { NewMemory } from '@zapomni/core/ports';
import { STORE_FILE } from '../connection/store-file.ts';
import { openFixture, type Fixture } from '../testing/fixture.ts';
import { numberedMemory } from '../testing/numbered-memory.ts';

const SECRET = 'xyzzyplugh';
const VECTOR = Float32Array.of(0.123, 0.456, 0.789, 0.321);

let fixture: Fixture;

beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(() => fixture.destroy());

async function traces(): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(fixture.dataDir)) {
    const bytes = await readFile(join(fixture.dataDir, name));
    if (bytes.includes(SECRET) || bytes.includes(SECRET.toUpperCase())) found.push(`${name}: words`);
    if (bytes.includes(Buffer.from(VECTOR.buffer))) found.push(`${name}: vector`);
  }
  return found;
}

/** Memories of one passage each. */
function memories(count: number, writer: number, word: string): NewMemory[] {
  return Array.from({ length: count }, (_, number) => ({
    ...numberedMemory(writer, number),
    text: `${word} number ${number}`,
    hash: createHash('sha256').update(`${word} number ${number}`).digest('hex'),
    tags: [word],
    source: word,
    passages: [{ start: 0, end: word.length + 2 }],
  }));
}

test.each([
  ['few of many', 400, 2],
  ['many', 100, 20],
  ['most', 5, 30],
])('what is removed leaves no trace on disk: %s', async (_, others, count) => {
  const { storage } = fixture;
  await storage.memories.add(memories(others, 1, 'filler'), 1);
  const stored = await storage.memories.add(memories(count, 2, SECRET), 1);
  const passages = stored.flatMap((one) => one.passageIds);
  await storage.vectors.put(
    'm',
    passages.map((passageId) => ({ passageId, vector: VECTOR })),
  );
  const [first] = stored;
  const patch = { text: { text: `${SECRET} changed`, hash: 'h', passages: [{ start: 0, end: 10 }] } };
  await storage.memories.update('default', first?.id ?? '', patch, 2);
  expect(await traces()).not.toEqual([]);
  const ids = stored.map((one) => one.id);
  expect(await storage.memories.remove('default', ids, 3)).toMatchObject({ memories: count, versions: 1 });
  expect(await traces()).toEqual([]);
  expect(await storage.memories.stats('default', 'm')).toMatchObject({ memories: others, passages: others });
  expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok' });
});

test.each(['removing the memory', 'clearing the workspace', 'removing the entities'])(
  'what is read from a memory leaves no trace on disk: %s',
  async (way) => {
    const { storage } = fixture;
    await storage.memories.add([...memories(30, 1, 'filler'), ...memories(2, 2, 'text')], 1);
    const claimed = await storage.extractions.claim({ owner: 'o', until: 2 }, 100, 1);
    const kept: string[] = [];
    for (const [i, memory] of claimed.entries()) {
      const secret = memory.text.startsWith('text');
      const name = secret ? `${SECRET} ${i}` : `plain ${i}`;
      if (!secret) kept.push(`thing:${name}`);
      const [place] = memory.passages.map(({ id }) => ({
        passageId: id,
        start: 0,
        end: 1,
        validFrom: 1,
        validTo: null,
      }));
      if (!place) throw new Error('a memory without passages');
      await storage.graph.put(
        {
          ...memory,
          entities: [
            { type: 'thing', name, aliases: [`${name} as well`] },
            { type: 'thing', name: 'common', aliases: [`also ${name}`] },
          ],
          mentions: [0, 1].map((entity) => ({ ...place, entity })),
          relations: [
            { ...place, source: 0, type: secret ? SECRET.toUpperCase() : 'LINKS', target: 1, confidence: 0.5 },
          ],
        },
        2,
      );
    }
    expect(await traces()).not.toEqual([]);
    const secrets = claimed.filter(({ text }) => text.startsWith('text'));
    const ids = secrets.map((one) => one.memoryId);
    if (way === 'removing the memory') await storage.memories.remove('default', ids, 3);
    else if (way === 'clearing the workspace') await storage.memories.clear('default', 3);
    else {
      const { items } = await storage.graph.listEntities('default', { limit: 100 });
      const gone = items.filter(({ id }) => !kept.includes(id)).map(({ id }) => id);
      await storage.graph.removeEntities('default', gone, 3);
    }
    expect(await traces()).toEqual([]);
    expect(await storage.inspect(true)).toMatchObject({ integrity: 'ok' });
  },
);

test('a removal leaves a tombstone: which memory, where, when, and its hash', async () => {
  const [memory] = memories(1, 2, SECRET);
  await fixture.storage.memories.add([memory as NewMemory], 1);
  await fixture.storage.memories.clear('default', 77);
  const raw = new DatabaseSync(join(fixture.dataDir, STORE_FILE));
  const tombstones = raw.prepare('SELECT uuid, workspace, hash, removed_at FROM tombstones').all();
  raw.close();
  expect(tombstones).toEqual([{ uuid: memory?.id, workspace: 'default', hash: memory?.hash, removed_at: 77 }]);
});
