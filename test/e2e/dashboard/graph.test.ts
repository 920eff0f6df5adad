/** The graph as a person works with it: ways, sentences, two that are one, and the two clocks. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askAs, openHouse, type House } from './house.ts';
import { browserPath, go } from './opened-page.ts';

const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

describe.skipIf(browserPath === null)('the graph', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(['Oskar works for Initech Corp.'], '--tools', 'all');
    const [person, company] = ['PERSON', 'ORGANIZATION'];
    const ends = (source: string, target: string, target_type = person) => ({
      source,
      source_type: person,
      target,
      target_type,
    });
    await house.callTools(
      ['link', { ...ends('Marta', 'Globex', company), type: 'WORKS_FOR', since: daysAgo(2000) }],
      ['link', { ...ends('Marta', 'Lena'), type: 'KNOWS', since: daysAgo(200) }],
      ['link', { ...ends('Lena B.', 'Pavel'), type: 'KNOWS', since: daysAgo(100) }],
    );
  });
  afterAll(() => house.close());

  const things = (page: Awaited<ReturnType<House['open']>>['page']) => page.getByRole('list', { name: 'Things' });

  it('shows the way between two, and the sentence that a line stands on', async () => {
    const { page, faults } = await house.open();
    await go(page, '#/graph');
    await things(page).getByLabel('Choose Oskar').check();
    await things(page).getByLabel('Choose Initech Corp').check();
    await page.getByRole('button', { name: /The way from Oskar/ }).click();
    const way = page.getByRole('region', { name: 'The way between them' });
    await way.getByText('1 step').waitFor();
    await way.locator('blockquote', { hasText: 'Oskar works for Initech Corp.' }).waitFor();
    await page.getByText('Relations as a list').click();
    await page.getByRole('button', { name: /Oskar works for Initech/ }).click();
    const relation = page.getByRole('region', { name: 'The relation' });
    await relation.locator('blockquote', { hasText: 'Oskar works for Initech Corp.' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('makes two things one, and two again', async () => {
    const { page, faults } = await house.open();
    await go(page, '#/graph');
    await things(page).getByLabel('Choose Lena B.').check();
    await things(page).getByLabel('Choose Lena', { exact: true }).check();
    await page.getByRole('button', { name: 'Lena B. is Lena' }).click();
    await page.getByText('They are one now.').waitFor();
    await things(page).getByRole('link', { name: 'Lena B.' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await things(page).getByRole('link', { name: 'Lena B.' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  /** Where a thing is drawn, by the menu that opens beside it. */
  async function placeOf(page: Page, name: string): Promise<{ x: number; y: number }> {
    await page.getByRole('button', { name: `What can be done with ${name}`, exact: true }).click();
    const menu = page.getByRole('menu', { name, exact: true });
    await menu.locator(':focus').waitFor();
    const [left = 0, top = 0] = await menu.evaluate((element) => {
      const { style } = element as unknown as { style: { left: string; top: string } };
      return [style.left, style.top].map((text) => Number(/-?\d+/.exec(text)?.[0]));
    });
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    const box = await page.locator('.canvas').boundingBox();
    // Within the frame of the picture.
    return { x: (box?.x ?? 0) + 1 + left, y: (box?.y ?? 0) + 1 + top };
  }

  async function showWhole(page: Page): Promise<void> {
    await go(page, '#/graph');
    await page.locator('.canvas canvas').first().waitFor();
    const places = () =>
      page.evaluate(() => {
        const { localStorage } = globalThis as unknown as { localStorage: { getItem(key: string): string | null } };
        return localStorage.getItem('zapomni-places') ?? '';
      });
    await expect.poll(places).not.toBe('');
    await page.locator('.canvas').scrollIntoViewIfNeeded();
  }

  it('makes one thing of two by dragging, and two by the menu of the other button', async () => {
    const { page, faults } = await house.open({ viewport: { width: 1280, height: 1400 } });
    await showWhole(page);
    const [from, to] = [await placeOf(page, 'Lena B.'), await placeOf(page, 'Lena')];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (let step = 1; step <= 8; step++) {
      await page.mouse.move(from.x + ((to.x - from.x) * step) / 8, from.y + ((to.y - from.y) * step) / 8);
    }
    await page.mouse.up();
    const yes = page.getByRole('button', { name: 'Lena B. is Lena' });
    await yes.waitFor();
    await expect.poll(() => yes.evaluate((element) => element.matches(':focus'))).toBe(true);
    // The next key says yes.
    await page.keyboard.press('Enter');
    await page.getByText('They are one now.').waitFor();
    await things(page).getByRole('link', { name: 'Lena B.' }).waitFor({ state: 'detached' });

    const one = await placeOf(page, 'Lena');
    await page.mouse.click(one.x, one.y, { button: 'right' });
    const menu = page.getByRole('menu', { name: 'Lena', exact: true });
    await menu.getByRole('menuitem', { name: 'Lena B. is something else' }).click();
    await page.getByText('They are two again.').waitFor();
    await things(page).getByRole('link', { name: 'Lena B.' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('does all of it by keys', async () => {
    const { page, faults } = await house.open();
    await go(page, '#/graph');
    const menuOf = async (name: string) => {
      await page.getByRole('button', { name: `What can be done with ${name}`, exact: true }).focus();
      await page.keyboard.press('Enter');
      const menu = page.getByRole('menu', { name, exact: true });
      await menu.locator(':focus').waitFor();
      return menu;
    };
    /** Down to the entry, then Enter. */
    const choose = async (name: string, entry: string): Promise<void> => {
      const menu = await menuOf(name);
      const wanted = menu.getByRole('menuitem', { name: entry, exact: true });
      await wanted.waitFor();
      const isThere = () => wanted.evaluate((element) => element.matches(':focus'));
      for (let presses = 0; presses < 10 && !(await isThere()); presses++) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    };
    await choose('Lena', 'Choose it');
    expect(await things(page).getByLabel('Choose Lena', { exact: true }).isChecked()).toBe(true);
    await choose('Lena B.', 'It is Lena');
    await page.getByText('They are one now.').waitFor();
    await things(page).getByRole('link', { name: 'Lena B.' }).waitFor({ state: 'detached' });
    await choose('Lena', 'Lena B. is something else');
    await things(page).getByRole('link', { name: 'Lena B.' }).waitFor();
    await choose('Oskar', 'The way to Lena');
    await page.getByRole('region', { name: 'The way between them' }).waitFor();
    await menuOf('Oskar');
    await page.keyboard.press('Escape');
    // Back where one was.
    const opener = page.getByRole('button', { name: 'What can be done with Oskar', exact: true });
    await expect.poll(() => opener.evaluate((element) => element.matches(':focus'))).toBe(true);
    await choose('Oskar', 'What is round it');
    await page.getByRole('heading', { name: 'Oskar' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('goes back to last year by either clock, and plays until now', async () => {
    const { page, faults } = await house.open();
    await go(page, '#/graph/Marta');
    await page.getByText('Relations (2)').waitFor();
    const slider = (name: RegExp) => page.getByRole('slider', { name });
    // Day 1460 of the last five years is a year ago.
    await slider(/^As it was:/).fill('1460');
    await page.getByText('Relations (1)').waitFor();
    await page.getByRole('list', { name: 'Relations', exact: true }).getByText('works for').waitFor();
    expect(page.url()).toContain(`as_of=${daysAgo(365)}`);
    await slider(/^As it was known:/).fill('1460');
    // Of a year ago nobody knew anything yet: it was all learnt just now.
    await page.getByText('Relations (0)').waitFor();
    await go(page, '#/graph/Marta');
    await page.getByText('Relations (2)').waitFor();
    await page.getByRole('combobox', { name: 'Over' }).selectOption('a year');
    await page.getByRole('button', { name: 'Play: As it was', exact: true }).click();
    await page.getByText('Relations (1)').waitFor();
    await page.getByText('Relations (2)').waitFor({ timeout: 120_000 });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('moves nothing by itself for whoever wants no motion', async () => {
    const { page } = await house.open({ reducedMotion: 'reduce' });
    await go(page, '#/graph/Marta');
    await page.getByText('Relations (2)').waitFor();
    await page.getByRole('combobox', { name: 'Over' }).selectOption('a year');
    const step = page.getByRole('button', { name: 'Step: As it was', exact: true });
    await step.click();
    await page.getByText('Relations (1)').waitFor();
    const begun = new URL(page.url()).hash;
    expect(begun).toContain(daysAgo(365));
    await step.click();
    await expect.poll(() => new URL(page.url()).hash).toContain(daysAgo(356));
    expect(await page.getByRole('button', { name: /Play|Stop/ }).count()).toBe(0);
    await page.context().close();
  });

  it('keeps the places of things between visits, under no name', async () => {
    const { page } = await house.open();
    await go(page, '#/graph');
    await page.locator('.canvas canvas').first().waitFor();
    const stored = () =>
      page.evaluate(() => {
        const { localStorage } = globalThis as unknown as { localStorage: { getItem(key: string): string | null } };
        return localStorage.getItem('zapomni-places') ?? '';
      });
    await expect.poll(stored).not.toBe('');
    const places = await stored();
    expect(places).not.toMatch(/oskar|marta|globex|initech/i);
    const { body } = await askAs(page, 'GET', '/api/graph?limit=300');
    expect((JSON.parse(places) as unknown[]).length).toBe((body as { nodes: unknown[] }).nodes.length);
    await go(page, '#/settings');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await go(page, '#/graph');
    await page.locator('.canvas canvas').first().waitFor();
    expect(await stored()).toBe(places);
    await page.context().close();
  });

  it('tells the time line of one thing', async () => {
    const { page } = await house.open();
    await go(page, '#/timeline?entity=Marta');
    const line = page.getByRole('list', { name: 'What was so' });
    await line.getByText('Marta works for Globex').waitFor();
    await line.getByText(`${daysAgo(200)} – now`).waitFor();
    await page.context().close();
  });
});
