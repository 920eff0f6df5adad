/** Real processes that look for what is new: killed at any moment, and several at once. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPaperServer, type PaperServer } from '../../testing/paper-server.ts';
import { removeTemporaryFolders, runZapomni, startZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';

const WORKS = 180;
const KILLS = 2;
const PROCESSES = 4;
/** What Europe PMC is asked with at most. */
const [INTERVAL_MS, AT_ONCE] = [200, 2];

let server: PaperServer;
beforeAll(async () => {
  server = await startPaperServer(WORKS);
});
afterAll(async () => {
  await server.close();
  removeTemporaryFolders();
});

const surroundings = (dataDir: string) => ({
  ZAPOMNI_DATA_DIR: dataDir,
  ZAPOMNI_GRAPH: 'off',
  ZAPOMNI_SHARE: 'never',
  ...server.settings,
});
const zapomni = async (dataDir: string, ...args: string[]) => {
  const { stdout, stderr, status } = await runZapomni(args, { env: surroundings(dataDir) });
  if (status !== 0) throw new Error(stderr);
  return stdout;
};
const json = async (dataDir: string, ...args: string[]) => JSON.parse(await zapomni(dataDir, ...args, '--json'));
const addSource = (dataDir: string, name: string) =>
  zapomni(
    dataDir,
    'research',
    'source',
    'add',
    name,
    '--kind',
    'europepmc',
    '--keyword',
    'tides',
    '--every',
    '0',
    '--max',
    '500',
  );

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

it('kill -9 in the middle of a run, and again: the same findings', { timeout: 240_000 }, async () => {
  const [calm, troubled] = [temporaryFolder(), temporaryFolder()];
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
});

it('four processes run each thing once, and never faster than one may', { timeout: 240_000 }, async () => {
  const dataDir = temporaryFolder();
  const names = ['one', 'two', 'three'];
  for (const name of names) await addSource(dataDir, name);
  server.arrivals.length = 0;
  server.delayMs = 300;
  const answers = await Promise.all(Array.from({ length: PROCESSES }, () => json(dataDir, 'research', 'run')));
  server.delayMs = 0;
  const { arrivals } = server;
  // Load makes requests arrive late, never early: all of them together take as long as they must, less one that was late.
  const span = (arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0);
  expect(span).toBeGreaterThanOrEqual((arrivals.length - 2) * INTERVAL_MS);
  expect(server.most).toBeLessThanOrEqual(AT_ONCE);
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
