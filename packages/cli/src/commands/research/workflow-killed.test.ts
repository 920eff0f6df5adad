/** Real processes that visit a site and are killed at any moment: what is found in the end is what an undisturbed run finds. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { chromium, orSkipped, usePaperSite } from '@zapomni/testkit/use-paper-site';
import { afterAll, expect, it } from 'vitest';
import { removeTemporaryFolders, runZapomni, startZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';

const KILLS = 2;
/** Long enough for the browser to be there, and short enough for the run not to be over. */
const MOST_MS = 3000;

const place = usePaperSite();
afterAll(removeTemporaryFolders);

const falkordb = await falkordbForTests();
type Surroundings = Readonly<Record<string, string>>;
/** Of a store of its own each time. */
const STORES: [engine: string, open: () => Surroundings][] = [
  ['SQLite', () => place.env(temporaryFolder())],
  ...(falkordb
    ? [
        [
          'FalkorDB',
          () => ({ ...place.env(temporaryFolder()), ZAPOMNI_STORE: `${falkordb.url}/${crypto.randomUUID()}` }),
        ] as [string, () => Surroundings],
      ]
    : []),
];

interface Ended {
  readonly run: { readonly status: string; readonly items: number };
  readonly from_site: unknown;
}

it.skipIf(chromium === null).each(STORES)(
  orSkipped('kill -9 at any step of a run, and again: the same findings, on %s'),
  { timeout: 240_000 },
  async (_, open) => {
    const [calm, troubled] = [open(), open()];
    const steps = [
      { do: 'goto', url: `${place.site.origin}/search?q=tides` },
      { do: 'wait', for: { ms: 700 } },
      { do: 'extract', each: { css: '.result' }, fields: { title: 'h3', url: { css: 'h3 a', take: 'href' } } },
      { do: 'paginate', next: { css: 'a.next' }, max_pages: 3 },
    ];
    const file = path.join(temporaryFolder(), 'tides.json');
    writeFileSync(file, JSON.stringify({ name: 'tides', allow_hosts: [place.site.host], steps }));
    for (const env of [calm, troubled]) await runZapomni(['research', 'workflow', 'add', file], { env });
    const visit = ['research', 'workflow', 'run', 'tides', '--json'];
    const whole = JSON.parse((await runZapomni(visit, { env: calm })).stdout) as Ended;
    expect(whole.run).toMatchObject({ status: 'succeeded', items: 15 });
    const random = trialRandom();
    for (let i = 0; i < KILLS; i++) {
      const child = startZapomni(visit, { env: troubled });
      const ended = once(child, 'exit');
      await Promise.race([pause(500 + random() * MOST_MS), ended]);
      child.kill('SIGKILL');
      await ended;
    }
    const last = JSON.parse((await runZapomni(visit, { env: troubled })).stdout) as Ended;
    expect(last.run).toMatchObject({ status: 'succeeded', items: 15 });
    expect(last.from_site).toEqual(whole.from_site);
    const show = ['research', 'workflow', 'show', 'tides', '--json'];
    const { runs } = JSON.parse((await runZapomni(show, { env: troubled })).stdout) as {
      runs: readonly { status: string }[];
    };
    // Whoever came after a process that died went on with its run.
    expect(runs.filter(({ status }) => status === 'running')).toEqual([]);
  },
);
