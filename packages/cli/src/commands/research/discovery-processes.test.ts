/** Real processes that look for what is new: killed at any moment, and several at once. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPaperServer, type PaperServer } from '../../testing/paper-server.ts';
import { removeTemporaryFolders, runZapomni, startZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';

const WORKS = 180;
const KILLS = 2;
const PROCESSES = 4;
/** How bioRxiv is asked: one at a time, and then not for so long. */
const INTERVAL_MS = 1000;
/** A timer may fire within the millisecond before its time. */
const GRAIN_MS = 2;

const falkordb = await falkordbForTests();
let server: PaperServer;
beforeAll(async () => {
  server = await startPaperServer(WORKS);
});
afterAll(async () => {
  await server.close();
  removeTemporaryFolders();
});

/** A data directory, or the address of a store. */
const surroundings = (store: string) => ({
  ZAPOMNI_GRAPH: 'off',
  ZAPOMNI_SHARE: 'never',
  ...(store.includes('://')
    ? { ZAPOMNI_DATA_DIR: temporaryFolder(), ZAPOMNI_STORE: store }
    : { ZAPOMNI_DATA_DIR: store }),
  ...server.settings,
});
const zapomni = async (dataDir: string, ...args: string[]) => {
  const { stdout, stderr, status } = await runZapomni(args, { env: surroundings(dataDir) });
  if (status !== 0) throw new Error(stderr);
  return stdout;
};
const json = async (dataDir: string, ...args: string[]) => JSON.parse(await zapomni(dataDir, ...args, '--json'));
const addSource = (dataDir: string, name: string, kind = 'europepmc', ...more: string[]) =>
  zapomni(
    dataDir,
    'research',
    'source',
    'add',
    name,
    '--kind',
    kind,
    '--keyword',
    'tides',
    '--every',
    '0',
    '--max',
    '500',
    ...more,
  );

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

interface Finding {
  readonly article: { readonly title: string };
  readonly sources: readonly { readonly name: string }[];
}

/** By title, with who found it: without ids and times. */
async function foundIn(dataDir: string): Promise<string[]> {
  const { queries } = await json(
    dataDir,
    'research',
    'findings',
    '--since',
    '2020-01-01',
    '--limit',
    '200',
    '--keep-unseen',
  );
  const findings = (queries as { findings: Finding[] }[]).flatMap((one) => one.findings);
  return findings
    .map(({ article, sources }) => `${article.title} ${sources.map(({ name }) => name).join()}`)
    .toSorted();
}

const STORES: [engine: string, open: () => string][] = [
  ['SQLite', temporaryFolder],
  ...(falkordb ? [['FalkorDB', () => `${falkordb.url}/${crypto.randomUUID()}`] as [string, () => string]] : []),
];

it.each(STORES)(
  'kill -9 in the middle of a run, and again: the same findings, on %s',
  { timeout: 240_000 },
  async (_, open) => {
    const [calm, troubled] = [open(), open()];
    const run = ['research', 'run', 'tides', '--json'];
    for (const dataDir of [calm, troubled]) await addSource(dataDir, 'tides');
    expect(await json(calm, 'research', 'run', 'tides')).toMatchObject({ found: WORKS, new: WORKS });
    const random = trialRandom();
    server.delayMs = 150;
    for (let i = 0; i < KILLS; i++) {
      const child = startZapomni(run, { env: surroundings(troubled) });
      const ended = once(child, 'exit');
      await Promise.race([pause(500 + random() * 1200), ended]);
      child.kill('SIGKILL');
      await ended;
    }
    server.delayMs = 0;
    await zapomni(troubled, ...run);
    const found = await foundIn(troubled);
    expect(found).toHaveLength(WORKS);
    expect(found).toEqual(await foundIn(calm));
    expect(await json(troubled, 'research', 'run', 'tides', '--force')).toMatchObject({ new: 0, known: WORKS });
  },
);

it('four processes run each thing once, and never faster than one may', { timeout: 240_000 }, async () => {
  const dataDir = temporaryFolder();
  const names = ['one', 'two', 'three'];
  // Each from another day on: none is answered with what another was.
  for (const [i, name] of names.entries()) await addSource(dataDir, name, 'biorxiv', '--from', dayBefore(2 + i));
  server.forget();
  server.delayMs = 50;
  const answers = await Promise.all(Array.from({ length: PROCESSES }, () => json(dataDir, 'research', 'run')));
  server.delayMs = 0;
  const { arrivals } = server;
  // However late a process gets on, at the server no request comes before its time.
  const gaps = arrivals.slice(1).map((at, i) => at - (arrivals[i] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(INTERVAL_MS - GRAIN_MS);
  expect(server.most).toBe(1);
  const pages = Math.ceil(WORKS / 100);
  const runs = await Promise.all(names.map((name) => json(dataDir, 'research', 'source', 'show', name)));
  expect(runs.map((source) => source.runs.length)).toEqual([1, 1, 1]);
  expect(arrivals).toHaveLength(names.length * pages);
  for (const answer of answers)
    for (const { status } of answer.sources) expect(['ok', 'fresh'], JSON.stringify(answer)).toContain(status);
  const found = await foundIn(dataDir);
  expect(found).toHaveLength(WORKS);
  expect(found.every((one) => names.every((name) => one.includes(name)))).toBe(true);
});

it('says what goes on in lines where there is no terminal', { timeout: 120_000 }, async () => {
  const dataDir = temporaryFolder();
  await addSource(dataDir, 'tides');
  const { stdout, stderr } = await runZapomni(['research', 'run'], { env: surroundings(dataDir) });
  expect(stderr).toMatch(/tides: page 1, 100 found, 100 new/);
  expect(stdout).toBe(`tides: ok, ${WORKS} found, ${WORKS} new, 0 known, 0 rejected.\n`);
  expect(await zapomni(dataDir, 'research', 'findings', '-n', '1')).toMatch(/not judged .*Tides of kind/);
});
