/** Every screen on every machine: no width has to be scrolled sideways, colours and motion are the reader's, and little is loaded. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packed } from '../packed.ts';
import { openHouse, type House } from './house.ts';
import { browserPath, go } from './opened-page.ts';

const VIEWS = [
  'overview',
  'search?q=harbour',
  'memories',
  'graph',
  'graph/Oskar',
  'timeline',
  'context',
  'activity',
  'settings',
];
const WIDTHS = [320, 360, 768, 1280, 3840];

/** It has come to rest. */
async function shown(page: Page, view: string): Promise<void> {
  await go(page, `#/${view}`);
  await page.locator('main h1').waitFor();
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
}

describe.skipIf(browserPath === null)('every screen', () => {
  let house: House;
  beforeAll(async () => {
    const long = `The harbour of Quellmund opens at six. ${'averylongwordthatnobodyeverbroke'.repeat(12)}`;
    house = await openHouse([long, 'Oskar works for Initech Corp.']);
  });
  afterAll(() => house.close());

  it('fits its width, from 320 pixels to 3840', async () => {
    const { page, faults } = await house.open();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      for (const view of VIEWS) {
        await shown(page, view);
        if (view === 'memories') {
          await page.locator('[data-row="0"] a').click();
          await page.locator('article .text').waitFor();
        }
        const wide = await page.evaluate(() => {
          const { documentElement: root } = (
            globalThis as unknown as { document: { documentElement: { scrollWidth: number; clientWidth: number } } }
          ).document;
          return root.scrollWidth - root.clientWidth;
        });
        expect(wide, `${view} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it.each([
    { forcedColors: 'active' as const },
    { reducedMotion: 'reduce' as const, viewport: { width: 320, height: 700 } },
  ])('has nothing that axe finds fault with: %o', async (options) => {
    const { page, faults } = await house.open(options);
    for (const view of VIEWS) {
      await shown(page, view);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${view} ${id} ${nodes[0]?.html}`)).toEqual([]);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('runs no animation or transition for whoever wants none', async () => {
    const { page } = await house.open({ reducedMotion: 'reduce' });
    for (const view of VIEWS) {
      await shown(page, view);
      const running = await page.evaluate(
        () => (globalThis as unknown as { document: { getAnimations(): unknown[] } }).document.getAnimations().length,
      );
      expect(running, view).toBe(0);
    }
    await page.context().close();
  });

  it('opens with few requests and few bytes, and loads what is large when it is looked at', async () => {
    const { page } = await house.open();
    await page.getByText('Live', { exact: true }).waitFor();
    const loaded: Response[] = [];
    page.on('response', (response) => loaded.push(response));
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
    const files = loaded.filter((response) => !new URL(response.url()).pathname.startsWith('/api/'));
    const names = files.map((response) => path.basename(new URL(response.url()).pathname));
    expect(names.filter((name) => /^(draw|markdown|layout)/.test(name))).toEqual([]);
    expect(files.length).toBeLessThanOrEqual(8);
    const bodies = await Promise.all(files.map((response) => response.body()));
    expect(bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)).toBeLessThan(60_000);
    expect(loaded.length - files.length).toBeLessThanOrEqual(15);
    await go(page, '#/graph');
    await page.locator('.canvas canvas').first().waitFor();
    expect(loaded.filter((response) => /\/draw-/.test(response.url()))).toHaveLength(1);
    await page.context().close();
  });

  it('is small: what is loaded at once within 60 kB packed, all of it within 500 kB', () => {
    const folder = path.join(path.dirname(packed().bin), 'dashboard');
    const files = readdirSync(folder);
    const atOnce = files.filter((name) => /^(page|chunk|style|index)/.test(name));
    const gzipped = atOnce.reduce((sum, name) => sum + gzipSync(readFileSync(path.join(folder, name))).length, 0);
    expect(gzipped).toBeLessThan(60_000);
    expect(files.reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0)).toBeLessThan(500_000);
  });
});
