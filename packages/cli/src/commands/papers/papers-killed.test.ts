/** Real processes that add papers and are killed at any moment: the library in the end is that of an undisturbed run. */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openSqliteStorage } from '@zapomni/db';
import { column, makePdf } from '@zapomni/testkit/documents';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { afterAll, expect, it } from 'vitest';
import { removeTemporaryFolders, runZapomni, startZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';
import { silent } from '../../testing/stores.ts';

const PAPERS = Number(process.env['ZAPOMNI_KILLED_PAPERS'] ?? 24);
const KILLS = Math.ceil(PAPERS / 6);
/** Long enough for some to be added, and short enough for not all to be. */
const MOST_MS = 1800;

afterAll(removeTemporaryFolders);

const folder = path.join(temporaryFolder(), 'papers');
mkdirSync(folder, { recursive: true });
for (let i = 0; i < PAPERS; i++) writeFileSync(path.join(folder, `p${i}.pdf`), paper(i));

/** Each cites the one before it, and one that nobody has. */
function paper(i: number): Uint8Array {
  const cited = [
    `[1] E. Berg. Tides of the year ${i - 1} and what they leave. Shore Letters, 1:1-9, 2011.`,
    `[2] K. Meyer. Seaweed chemistry in water of kind ${i}. Marine Reports, 7:100-120, 2014.`,
    '[3] J. Doe. Common ground of all the papers here. Ocean Letters, 12(3):45-67, 2010.',
  ];
  return makePdf({
    pages: [
      {
        runs: [
          { text: `Tides of the year ${i} and what they leave`, x: 120, y: 760, size: 18 },
          { text: 'Eva Berg', x: 260, y: 730, size: 11 },
          { text: 'Abstract', x: 280, y: 680, size: 11 },
          ...column([`In the year ${i} we counted shells on the beach and`, 'say what the tides leave.'], 100, 660),
          { text: '1 Introduction', x: 60, y: 580, size: 13 },
          ...column([`Shells of the year ${i} are known from before [1], and so is seaweed [2].`], 60, 555),
        ],
      },
      { runs: [{ text: 'References', x: 60, y: 760, size: 13 }, ...column(cited, 60, 735)] },
    ],
  });
}

const surroundings = (dataDir: string) => ({
  ZAPOMNI_DATA_DIR: dataDir,
  ZAPOMNI_GRAPH: 'off',
  ZAPOMNI_EMBED_WAIT_MS: '0',
  ZAPOMNI_SHARE: 'never',
});

/** What there is, without ids and times. */
async function leftIn(dataDir: string): Promise<unknown> {
  const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 10_000, logger: silent });
  try {
    const all = async (collection: string) => {
      const { items } = await storage.records.scan('default', { collection, limit: 1000 });
      return items.map(({ key, value }) => ({ key, value: JSON.parse(value) as Record<string, unknown> }));
    };
    const papers = await all('papers');
    const titles = new Map(papers.map(({ key, value }) => [key, (value['item'] as { title?: string }).title ?? '']));
    const told = papers.map(({ key, value: { standing, citekey, texts } }) => [
      titles.get(key),
      standing,
      citekey,
      (texts as string[]).length,
    ]);
    const cited = (await all('paper_references')).map(({ value }) => [
      titles.get(value['paper'] as string),
      (value['cited'] as string[]).map((key) => titles.get(key)).toSorted(),
    ]);
    const contexts = (await all('paper_contexts')).map(({ value }) => [
      titles.get(value['paper'] as string),
      (value['contexts'] as unknown[]).length,
    ]);
    const counts = await Promise.all(
      ['paper_files', 'paper_fields', 'paper_identifiers', 'documents'].map((collection) =>
        storage.records.count('default', { collection }),
      ),
    );
    const { memories = 0, passages = 0 } = (await storage.workspaces.get('default')) ?? {};
    return { papers: sorted(told), cited: sorted(cited), contexts: sorted(contexts), counts, memories, passages };
  } finally {
    await storage.close();
  }
}

function sorted(rows: readonly unknown[]): string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

it('kill -9 at any step of adding, and again: the same library', { timeout: PAPERS * 12_500 }, async () => {
  const [calm, troubled] = [temporaryFolder(), temporaryFolder()];
  const add = ['papers', 'add', folder, '--json'];
  const whole = await runZapomni(add, { env: surroundings(calm) });
  expect(JSON.parse(whole.stdout)).toMatchObject({ added: PAPERS, failed: 0 });
  const random = trialRandom();
  for (let i = 0; i < KILLS; i++) {
    const child = startZapomni(add, { env: surroundings(troubled) });
    const ended = once(child, 'exit');
    await Promise.race([pause(400 + random() * MOST_MS), ended]);
    child.kill('SIGKILL');
    await ended;
  }
  const last = await runZapomni(add, { env: surroundings(troubled) });
  expect(JSON.parse(last.stdout)).toMatchObject({ failed: 0 });
  expect(await leftIn(troubled)).toEqual(await leftIn(calm));
  const again = await runZapomni(add, { env: surroundings(troubled) });
  expect(JSON.parse(again.stdout)).toMatchObject({ added: 0, updated: 0, known: PAPERS });
});
