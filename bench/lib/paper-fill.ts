/** Made-up papers of any number, the same in every run, and a library of them with ten references each. */
import type { App, Deps } from '@zapomni/core';
import type { BibliographicItem } from '@zapomni/core/model';
import { collection } from '@zapomni/core/records';
import { PAPER_REFERENCES } from '@zapomni/core/research-records';
import { seeded } from '@zapomni/testkit/seeded';
import { sentenceMaker } from './corpus.ts';

export const WORKSPACE = 'default';
export const REFERENCES = 10;
export const TAGS = ['read later', 'methods', 'survey'];
/** Many at once: a portion is written while the next one is planned. */
const BATCH = 10_000;
const WORDS = 120;

export function makeItem(i: number): BibliographicItem {
  const say = sentenceMaker(i + 1);
  return {
    type: i % 3 === 0 ? 'paper-conference' : 'article-journal',
    title: `${say(8)} ${i}`,
    abstract: say(WORDS),
    contributors: [{ role: 'author', family: `Family${i % 5000}`, given: 'Ada' }],
    identifiers: [{ scheme: 'doi', value: `10.1000/p${i}` }],
    container_title: `Journal ${i % 200}`,
    issued: { year: 1990 + (i % 35) },
  };
}

/** The same as an entry of BibTeX. */
export function makeEntry(i: number): string {
  const { title, abstract, container_title, issued } = makeItem(i);
  const kind = i % 3 === 0 ? ['inproceedings', 'booktitle'] : ['article', 'journal'];
  return `@${kind[0]}{key${i},
  title = {${title}}, author = {Family${i % 5000}, Ada}, ${kind[1]} = {${container_title}}, year = ${issued?.year},
  doi = {10.1000/p${i}},
  abstract = {${abstract}}
}
`;
}

/** Whom each paper cites, by their places; the same for whoever asks. */
export function* citations(count: number): Generator<readonly number[]> {
  const random = seeded(3);
  for (let i = 0; i < count; i++) yield Array.from({ length: REFERENCES }, () => Math.floor(random() * count));
}

const REFERENCE = { marker: null, raw: null, item: null, confidence: 1, method: 'id' as const, source: 'bench' };

/** The ids, in the order of the papers. */
export async function fillLibrary(deps: Deps, app: App, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += BATCH) {
    const arrivals = Array.from({ length: Math.min(BATCH, count - at) }, (_, i) => ({
      item: makeItem(at + i),
      source: 'bibliography',
      tags: [TAGS[(at + i) % TAGS.length] ?? ''],
    }));
    const saved = await app.research.library.save({ workspace: WORKSPACE, arrivals });
    ids.push(...saved.map(({ paper }) => paper?.key ?? ''));
  }
  await collection(deps, PAPER_REFERENCES).putMany(WORKSPACE, lists(ids));
  return ids;
}

function* lists(ids: readonly string[]) {
  let i = 0;
  for (const places of citations(ids.length)) {
    const paper = ids[i++] ?? '';
    const cited = places.map((place) => ids[place] ?? '');
    const references = cited.map((one, n) => ({ ...REFERENCE, n: n + 1, cited: one }));
    const list: [string, { paper: string; part: number; cited: string[]; references: typeof references }] = [
      `${paper}.0`,
      { paper, part: 0, cited: [...new Set(cited)], references },
    ];
    yield list;
  }
}
