import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { STORE_FILE } from '../connection/store-file.ts';
import { openFixture, type Fixture } from '../testing/fixture.ts';

let fixture: Fixture;

beforeEach(async () => {
  fixture = await openFixture();
  await fixture.storage.graph.assertEntities(
    'w',
    ['a', 'b'].map((name) => ({ type: 'thing', name })),
    1,
  );
});
afterEach(() => fixture.destroy());

function carried(): unknown[] {
  const raw = new DatabaseSync(join(fixture.dataDir, STORE_FILE), { timeout: 5000, readOnly: true });
  try {
    return raw.prepare('SELECT strength, changed_at FROM relations ORDER BY type').all();
  } finally {
    raw.close();
  }
}

/** Learned at 10, when it was still to come; both times have passed long ago. */
async function assertUntil(type: string, validFrom: number, validTo: number | null): Promise<void> {
  const draft = { source: 'thing:a', type, target: 'thing:b', confidence: 0.5, memoryId: null, validFrom, validTo };
  await fixture.storage.graph.assertRelations('w', [draft], 10);
}

test('what was still to come when it was stored holds once its time has come, and no longer than it should', async () => {
  await assertUntil('BEGINS', 20, null);
  await assertUntil('ENDS', 5, 30);
  expect(carried()).toEqual([
    { strength: 0, changed_at: 10 },
    { strength: 0.5, changed_at: 10 },
  ]);
  const { graph } = fixture.storage;
  const present = await graph.neighbours('w', ['thing:a'], { limit: 5 });
  expect(present.relations.map((one) => one.type)).toEqual(['BEGINS']);
  // The sums are made anew while nobody waits; answers about any moment stay the same.
  await vi.waitFor(() => {
    expect(carried()).toEqual([
      { strength: 0.5, changed_at: 10 },
      { strength: 0, changed_at: 10 },
    ]);
  }, 50_000);
  expect(await graph.neighbours('w', ['thing:a'], { limit: 5 })).toEqual(present);
  const at = async (validAt: number) =>
    (await graph.neighbours('w', ['thing:a'], { limit: 5, validAt })).relations.map((one) => one.type).toSorted();
  expect(await at(10)).toEqual(['ENDS']);
  expect(await at(25)).toEqual(['BEGINS', 'ENDS']);
  expect(await at(30)).toEqual(['BEGINS']);
  expect(await fixture.storage.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [] });
});

test('what is still to come does not hold yet, whoever asks', async () => {
  const soon = Date.now() + 3_600_000;
  await assertUntil('LATER', soon, null);
  const { graph } = fixture.storage;
  expect(await graph.neighbours('w', ['thing:a'], { limit: 5 })).toMatchObject({ totals: [0] });
  expect(await graph.neighbours('w', ['thing:a'], { limit: 5, validAt: soon })).toMatchObject({ totals: [1] });
});

test('a clock that is ahead of the others is not held against what it wrote', async () => {
  const ahead = Date.now() + 60_000;
  const draft = { source: 'thing:a', type: 'NEW', target: 'thing:b', confidence: 0.5, memoryId: null };
  await fixture.storage.graph.assertRelations('w', [{ ...draft, validFrom: ahead, validTo: null }], ahead);
  expect(await fixture.storage.graph.neighbours('w', ['thing:a'], { limit: 5 })).toMatchObject({ totals: [1] });
});
