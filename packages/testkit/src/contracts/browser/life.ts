import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { CAN_LIST_PROCESSES, descendantsOf, isRunning } from '../../browser/descendants.ts';
import { failure, page, SOON, type BrowserBench } from './fixtures.ts';

export function lifeCases(bench: BrowserBench): void {
  const processes = () => descendantsOf(process.pid).filter(isRunning);
  const folders = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith('zapomni-browser-') && name.includes(`-${process.pid}-`));

  it('knows what it is, and starts nothing to tell', async () => {
    const browser = bench.open();
    expect(await browser.about()).toEqual({
      browser: { name: expect.any(String) as unknown, version: expect.stringMatching(/^\d+\./) as unknown },
      reason: null,
    });
    await browser.close();
  });

  it.runIf(CAN_LIST_PROCESSES)('is gone when its last visit has ended, with all that it wrote', async () => {
    const before = { processes: processes(), folders: folders() };
    const browser = bench.open({ idleMs: 100 });
    const fresh = () => processes().filter((pid) => !before.processes.includes(pid));
    expect(fresh()).toEqual([]);
    bench.site.page('/', page('<p>x</p>'));
    const visit = await bench.visit({}, browser);
    await visit.goto(bench.url('/'));
    expect(fresh()).not.toEqual([]);
    await visit.close();
    await expect.poll(fresh, SOON).toEqual([]);
    await expect.poll(folders, SOON).toEqual(before.folders);
    const again = await bench.visit({}, browser);
    await again.goto(bench.url('/'));
    await browser.close();
    await expect(again.html()).rejects.toEqual(failure('CANCELLED'));
    expect(fresh()).toEqual([]);
    expect(folders()).toEqual(before.folders);
  });

  it.runIf(CAN_LIST_PROCESSES)('a browser that dies fails its visits, and the next visit has another', async () => {
    const before = processes();
    const browser = bench.open();
    bench.site.page('/', page('<p>x</p>'));
    const visit = await bench.visit({}, browser);
    const first = processes().find((pid) => !before.includes(pid));
    process.kill(first as number, 'SIGKILL');
    await expect(visit.wait({ target: [{ css: '#never' }] }, 20_000)).rejects.toEqual(
      failure('UPSTREAM_FAILED', /browser ended/),
    );
    const next = await bench.visit({}, browser);
    await next.goto(bench.url('/'));
    await browser.close();
  });
}
