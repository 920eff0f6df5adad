/** A long list of memories, and what is done with several of them at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askAs, openHouse, type House } from './house.ts';
import { browserPath, go } from './opened-page.ts';

const MANY = 450;

describe.skipIf(browserPath === null)('the list of memories', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse([], '--embed-wait-ms', '0');
    house.zapomni('workspace', 'create', 'elsewhere');
    const { page } = await house.open();
    await page.getByText('Live', { exact: true }).waitFor();
    const items = Array.from({ length: MANY }, (_, i) => ({ text: `Note number ${i} of the long list.` }));
    expect(await askAs(page, 'POST', '/api/memories', { items })).toMatchObject({ status: 200 });
    await page.context().close();
  });
  afterAll(() => house.close());

  it('has a few rows in the page however far one scrolls, and keeps the place', async () => {
    const { page, faults } = await house.open();
    await go(page, '#/memories');
    const rows = page.locator('.rows > li');
    await rows.first().waitFor();
    const list = page.locator('.window');
    // Down to the last, page by page: each comes when its place is near.
    const last = page.getByRole('link', { name: 'Note number 0 of the long list.' });
    while ((await last.count()) === 0) {
      await list.evaluate((box) => ((box as unknown as { scrollTop: number }).scrollTop = 1e7));
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 20)));
    }
    expect(await rows.count()).toBeLessThan(100);
    await page.getByText(`${MANY} memories`, { exact: true }).waitFor();
    const top = await list.evaluate((box) => (box as unknown as { scrollTop: number }).scrollTop);
    expect(top).toBeGreaterThan(5000);
    await go(page, '#/settings');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await go(page, '#/memories');
    await last.waitFor();
    expect(await list.evaluate((box) => (box as unknown as { scrollTop: number }).scrollTop)).toBe(top);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('is walked by keys', async () => {
    const { page } = await house.open();
    await go(page, '#/memories');
    await page.locator('[data-row="0"] a').focus();
    const focused = page.locator('[data-row]:has(a:focus)');
    const at = async (row: number): Promise<void> => {
      await page.locator(`[data-row="${row}"] a:focus`).waitFor();
    };
    await page.keyboard.press('ArrowDown');
    await at(1);
    await page.keyboard.press('PageDown');
    await page.locator('[data-row="1"]:not(:has(a:focus))').waitFor();
    expect(Number(await focused.getAttribute('data-row'))).toBeGreaterThan(5);
    await page.keyboard.press('Home');
    await at(0);
    await page.keyboard.press('Enter');
    await page.locator('article .text').waitFor();
    await page.context().close();
  });

  it('tags, moves and forgets several at once, and takes each back', async () => {
    const { page, faults } = await house.open();
    await go(page, '#/memories');
    const undo = page.getByRole('button', { name: 'Undo' });
    const chooseThree = async (): Promise<void> => {
      const box = (row: number) => page.locator(`[data-row="${row}"] input`);
      await box(2).click();
      await box(4).click({ modifiers: ['Shift'] });
      await page.getByText('3 chosen').waitFor();
    };
    const counted = async (query: string): Promise<number> =>
      ((await askAs(page, 'GET', `/api/memories?limit=1${query}`)).body as { total: number }).total;
    const tagged = (tag: string): Promise<number> =>
      counted(`&filters=${encodeURIComponent(JSON.stringify({ tags: [tag] }))}`);
    const tagThem = async (tag: string): Promise<void> => {
      await chooseThree();
      await page.getByLabel('A tag for them').fill(tag);
      await page.getByRole('button', { name: 'Tag', exact: true }).click();
      await page.getByText(`3 are tagged ${tag}.`).waitFor();
    };
    const moveThem = async (): Promise<void> => {
      await chooseThree();
      await page.getByLabel('Another workspace').selectOption('elsewhere');
      await page.getByRole('button', { name: 'Move' }).click();
      await page.getByText('3 are in elsewhere now.').waitFor();
    };
    // What was done is taken back at once, while that is offered, and done again to see that it was.
    await tagThem('spring');
    await undo.click();
    await expect.poll(() => tagged('spring')).toBe(0);
    await tagThem('summer');
    expect(await tagged('summer')).toBe(3);

    await moveThem();
    await undo.click();
    await expect.poll(() => counted('&workspace_id=elsewhere')).toBe(0);
    await expect.poll(() => counted('')).toBe(MANY);
    await moveThem();
    expect(await counted('&workspace_id=elsewhere')).toBe(3);

    await go(page, '#/overview');
    await go(page, '#/memories');
    await chooseThree();
    await page.getByLabel('Type 3 to forget').fill('3');
    await page.getByRole('button', { name: 'Forget 3' }).click();
    await undo.click();
    await undo.waitFor({ state: 'detached' });
    await chooseThree();
    await page.getByLabel('Type 3 to forget').fill('3');
    await page.getByRole('button', { name: 'Forget 3' }).click();
    await page.getByText('3 memories are forgotten.').waitFor({ timeout: 60_000 });
    expect(await counted('')).toBe(MANY - 6);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('shows a text as it will look before it is stored', async () => {
    const { page, faults } = await house.open();
    await go(page, '#/memories');
    await page.locator('[data-row="5"] a').click();
    await page.getByRole('button', { name: 'Correct' }).click();
    await page.getByLabel('The text, corrected').fill('# Plans\n\n- *first* <img src=x onerror=alert(1)>\n- second');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByRole('listitem').filter({ hasText: 'second' }).waitFor();
    expect(await preview.locator('em').textContent()).toBe('first');
    expect(await preview.locator('img').count()).toBe(0);
    await preview.getByText('What changes').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('tells the whole story of a memory that was corrected and superseded, from wherever one comes', async () => {
    const { page, faults } = await house.open();
    const [{ memory_id: first }] = (await house.callTools([
      'add_memory',
      { text: 'The mill of Quellmund grinds rye.' },
    ])) as [{ memory_id: string }];
    await go(page, `#/memories/${first}`);
    await page.getByRole('button', { name: 'Correct' }).click();
    await page.getByLabel('The text, corrected').fill('The mill of Quellmund grinds wheat.');
    await page.getByRole('button', { name: 'Store' }).click();
    const story = page.getByRole('list', { name: 'History' });
    await story.getByText('Version 1').waitFor();
    // The same one still.
    expect(new URL(page.url()).hash).toContain(first);
    for (const text of ['The mill of Quellmund grinds oats.', 'The mill of Quellmund is a museum.']) {
      await page.getByRole('button', { name: 'It has changed' }).click();
      await page.getByLabel('What holds now').fill(text);
      await page.getByRole('button', { name: 'Store' }).click();
      // It is another one now, and one is there.
      await page.locator('.memory .text', { hasText: text }).waitFor();
    }
    await expect.poll(() => story.getByRole('listitem').count()).toBe(3);
    const told = (await story.textContent()) ?? '';
    const order = ['rye.', 'wheat.', 'oats.', 'museum.'].map((word) => told.indexOf(word));
    expect(order.every((at, i) => at >= 0 && at > (order[i - 1] ?? -1))).toBe(true);
    await go(page, `#/memories/${first}`);
    await page.getByText('This no longer holds.').waitFor();
    await page.getByRole('link', { name: 'What holds now' }).click();
    await page.locator('.memory .text', { hasText: 'grinds oats' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('follows a memory that is open into the workspace that it is moved to, and back', async () => {
    const { page } = await house.open();
    const added = { text: 'The ferry of Quellmund is blue.', workspace_id: 'shipyard' };
    await house.callTools(['add_memory', { text: 'A dock.', workspace_id: 'shipyard' }]);
    const [{ memory_id: id }] = (await house.callTools(['add_memory', { text: added.text }])) as [
      { memory_id: string },
    ];
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
    await go(page, `#/memories/${id}`);
    await page.locator('.memory .text', { hasText: 'ferry' }).waitFor();
    const row = page.locator('.rows li', { hasText: 'ferry' });
    await row.getByLabel('Choose').check();
    await page.getByLabel('Another workspace').selectOption('shipyard');
    await page.getByRole('button', { name: 'Move' }).click();
    await page.getByText('1 are in shipyard now.').waitFor();
    await expect.poll(() => new URL(page.url()).hash).not.toContain(id);
    await page.locator('.memory .text', { hasText: 'ferry' }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Workspace' }).inputValue()).toBe('shipyard');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => page.getByRole('combobox', { name: 'Workspace' }).inputValue()).toBe('');
    await page.locator('.memory .text', { hasText: 'ferry' }).waitFor();
    await page.context().close();
  });

  it('shows for a search what each stage gave, and what an agent would be handed, with its cost', async () => {
    const { page, faults } = await house.open();
    await house.callTools(['add_memory', { text: 'The clock tower of Quellmund strikes every hour.' }]);
    await go(page, '#/search?q=clock%20tower%20Quellmund');
    await page
      .getByRole('link', { name: /clock tower/ })
      .first()
      .waitFor();
    await page.getByLabel('Show why').check();
    await page.locator('.why meter').first().waitFor();
    await page.getByLabel('Show what an agent would be handed').check();
    const handed = page.getByRole('region', { name: 'What an agent would be handed' });
    await handed.getByText(/\d+ memories, about \d+ tokens/).waitFor();
    await handed.getByRole('link', { name: /clock tower/ }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
