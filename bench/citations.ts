/**
 * A bibliography of 1,000 items beside the bare processor, both in a fresh thread and with all that they load; then again with one item
 * more, and with the same. CPU of the whole process, because threads share two cores with everything else here.
 */
import { Worker } from 'node:worker_threads';
import type { BibliographicItem } from '@zapomni/core/model';
import { toCsl } from '@zapomni/core/model';
import { createCitationStyler } from '@zapomni/providers/styles';
import { sentenceMaker } from './lib/corpus.ts';
import { cpuOf, round, spread } from './lib/figures.ts';

const ITEMS = 1000;
const RUNS = 3;
const STYLES = ['apa', 'ieee', 'chicago-author-date'];
const silent = { log: () => undefined, child: () => silent };

type Item = { readonly id: string; readonly item: BibliographicItem };

export async function benchCitations() {
  const items = makeItems(ITEMS + 1);
  const results: Record<string, unknown> = {};
  for (const style of STYLES) results[style] = await compare(style, items);
  return { items: ITEMS, runs: RUNS, ...results };
}

async function compare(style: string, items: readonly Item[]) {
  const [raw, first, more, same]: number[][] = [[], [], [], []];
  for (let run = 0; run < RUNS; run += 1) {
    let expected: readonly string[] = [];
    raw?.push(await cpuOf(async () => void (expected = await bare(style, items.slice(0, -1)))));
    const styler = createCitationStyler({ logger: silent });
    const format = (given: readonly Item[]) => styler.format({ style, format: 'text', items: given });
    const texts: string[] = [];
    first?.push(
      await cpuOf(
        async () => void texts.push(...(await format(items.slice(0, -1))).bibliography.map(({ text }) => text)),
      ),
    );
    if (JSON.stringify(texts) !== JSON.stringify(expected))
      throw new Error(`${style}: not what the bare processor writes`);
    more?.push(await cpuOf(async () => void (await format(items))));
    same?.push(await cpuOf(async () => void (await format(items))));
    await styler.close();
  }
  const cpuMs = {
    raw: spread(raw ?? []),
    first: spread(first ?? []),
    oneMore: spread(more ?? []),
    same: spread(same ?? []),
  };
  return {
    cpuMs,
    toRaw: round(cpuMs.first.p50 / cpuMs.raw.p50),
    oneMoreToFirst: round(cpuMs.oneMore.p50 / cpuMs.first.p50),
  };
}

function bare(style: string, items: readonly Item[]): Promise<readonly string[]> {
  const workerData = { style, items: items.map(({ id, item }) => toCsl(item, id)) };
  const worker = new Worker(new URL('lib/raw-citeproc.ts', import.meta.url), { workerData });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** Some authors have several works of a year. */
function makeItems(count: number): Item[] {
  const sentence = sentenceMaker(7);
  return Array.from({ length: count }, (_, i) => ({
    id: `k${i}`,
    item: {
      type: i % 5 === 0 ? 'book' : 'article-journal',
      title: sentence(9),
      container_title: sentence(3),
      volume: String(1 + (i % 60)),
      issue: String(1 + (i % 12)),
      page: `${i}-${i + 9}`,
      publisher: 'Press',
      contributors: Array.from({ length: 1 + (i % 5) }, (_person, n) => ({
        role: 'author' as const,
        family: `Family${(i * 7 + n * 13) % 400}`,
        given: 'Ann Beth',
      })),
      identifiers: [{ scheme: 'doi' as const, value: `10.1000/x${i}` }],
      issued: { year: 1980 + (i % 40), month: 1 + (i % 12) },
    },
  }));
}
