import { condition } from '@zapomni/testkit/condition';
import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const workspace = 'default';
const FIRST = 'The quarterly planning meeting with the whole platform team moved to the large room on the third floor';
const SECOND =
  'The quarterly planning meeting with the whole platform team moved to the large room on the third floor today';

describe('near-duplicates', () => {
  let store: FilledStore;
  beforeEach(() => {
    store = openFilledStore();
  });
  afterEach(() => store.close());

  const add = async (text: string, workspaceId = workspace): Promise<string> => {
    const { memories } = await store.app.memories.add({ workspace: workspaceId, drafts: [{ text }], batch: false });
    return memories[0]?.id ?? '';
  };
  const read = async (): Promise<void> => {
    await store.app.resume();
    await condition(async () => (await store.app.store.stats(workspace)).pendingReadings === 0);
  };
  const near = (id: string) => store.app.memories.nearDuplicates(workspace, id);

  it('are linked both ways once they were read', async () => {
    const [first, second] = [await add(FIRST), await add(SECOND)];
    const other = await add('The office plants need water on every second Tuesday of the month, says the note');
    await add(FIRST, 'elsewhere');
    await read();
    expect(await near(first)).toEqual([second]);
    expect(await near(second)).toEqual([first]);
    expect(await near(other)).toEqual([]);
  });

  it('are none where figures differ, or little is said', async () => {
    const ids = [
      await add('The build of the platform on the large machine took 31 minutes and passed every single test'),
      await add('The build of the platform on the large machine took 47 minutes and passed every single test'),
      await add('Yes of course'),
      await add('Yes, of course'),
    ];
    await read();
    for (const id of ids) expect(await near(id)).toEqual([]);
  });

  it('follow the text, and go with the memory', async () => {
    const [first, second] = [await add(FIRST), await add(SECOND)];
    await read();
    await store.app.memories.update({
      workspace,
      id: second,
      change: { text: 'Something else was decided about lunch today' },
    });
    await read();
    expect(await near(first)).toEqual([]);
    await store.app.memories.update({ workspace, id: second, change: { text: SECOND } });
    await read();
    expect(await near(first)).toEqual([second]);
    await store.app.memories.delete(workspace, [first]);
    expect(await near(second)).toEqual([]);
  });
});
