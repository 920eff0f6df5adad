import { expect, it } from 'vitest';
import { hangs } from '../../web-server/index.ts';
import { failure, page, type BrowserBench } from './fixtures.ts';

export function limitCases(bench: BrowserBench): void {
  it('ends with its time, also while a page hangs', async () => {
    bench.site.page('/hangs', hangs);
    const visit = await bench.visit({ timeoutMs: 1500 });
    await expect(visit.goto(bench.url('/hangs'))).rejects.toEqual(failure('TIMEOUT', /2 s/));
    await expect(visit.count([{ css: 'p' }])).rejects.toEqual(failure('TIMEOUT'));
  });

  it('ends when the caller has had enough, before and within', async () => {
    bench.site.page('/hangs', hangs);
    const controller = new AbortController();
    const visit = await bench.visit({ signal: controller.signal });
    const going = visit.goto(bench.url('/hangs'));
    setTimeout(() => controller.abort(), 200);
    await expect(going).rejects.toEqual(failure('CANCELLED'));
    await expect(bench.visit({ signal: AbortSignal.abort() })).rejects.toEqual(failure('CANCELLED'));
  });

  it('opens no more pages than allowed, whoever opens them', async () => {
    bench.site.page('/again', page('<p>again</p><script>setTimeout(() => location.reload(), 200)</script>'));
    const visit = await bench.visit({ maxPages: 3 });
    await visit.goto(bench.url('/again'));
    await expect(visit.wait({ target: [{ css: '#never' }] }, 10_000)).rejects.toEqual(failure('TOO_LARGE', /3 pages/));
    expect(bench.site.paths().filter((path) => path === '/again').length).toBeLessThanOrEqual(3);
  });

  it('a page that loops for ever holds up its own visit and no other', async () => {
    const looping = await bench.at('<button onclick="for(;;);">loop</button>', { timeoutMs: 4000 });
    const other = await bench.visit();
    const looped = looping.click([{ css: 'button' }]);
    bench.site.page('/fine', page('<p>fine</p>'));
    await other.goto(bench.url('/fine'));
    expect(await other.count([{ text: 'fine' }])).toBe(1);
    await expect(looped).rejects.toEqual(failure('TIMEOUT'));
    await looping.close();
  });

  it('gives no more of a page that grows than it may', async () => {
    const visit = await bench.at(`<div hidden><p class=row>x</p></div><script>
      const [box, first] = document.querySelectorAll('div, p'); first.textContent = 'y'.repeat(3_000_000);
      for (let i = 0; i < 400; i++) box.insertAdjacentHTML('beforeend', '<p class=row>' + 'z'.repeat(20_000) + '</p>');</script>`);
    expect((await visit.html()).length).toBeLessThanOrEqual(2_000_000);
    const rows = await visit.extract([{ css: '.row' }], { text: { target: [], take: 'text', all: false } }, 5000);
    const length = rows.reduce((sum, { text }) => sum + (text?.values.join('').length ?? 0), 0);
    expect(rows[0]?.['text']?.values[0]?.length).toBeLessThanOrEqual(20_000);
    expect(length).toBeLessThanOrEqual(5_000_000);
  });

  it('serves two visits at once; the third waits its turn, as long as its time lasts', async () => {
    const [one, two] = [await bench.visit(), await bench.visit()];
    await expect(bench.visit({ timeoutMs: 300 })).rejects.toEqual(failure('TIMEOUT'));
    const third = bench.visit();
    await one.close();
    await (await third).close();
    await two.close();
  });

  it('a visit that is over does nothing more', async () => {
    const visit = await bench.at('<p>x</p>');
    await visit.close();
    await visit.close();
    await expect(visit.html()).rejects.toEqual(failure('CANCELLED'));
  });

  it.each([[[]], [['*']], [['*.site.test']], [['http://site.test/']]])('refuses the hosts %j', async (hosts) => {
    await expect(bench.visit({ hosts })).rejects.toEqual(failure('INVALID_INPUT', /hosts/));
  });

  it('is off where the network is, and visits nothing when it is off itself', async () => {
    const browser = bench.open({ hosts: [], privateHosts: [] });
    await expect(bench.visit({}, browser)).rejects.toEqual(failure('NETWORK_OFF'));
    await browser.close();
    await expect(bench.visit({}, browser)).rejects.toEqual(failure('CANCELLED'));
  });
}
